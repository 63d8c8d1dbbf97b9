// Data export and account deletion.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccountError } from '../../../accounts/account-error.ts'
import { collectAccountData } from '../../../accounts/account-export.ts'
import { deleteOwnAccount } from '../../../accounts/account-settings.ts'
import { ownerActor } from '../../../accounts/client-info.ts'
import { requireReauthentication } from '../../../accounts/sign-in/reauthentication.ts'
import {
  type ContributionChoice,
  contributionChoices,
  eraseContributions,
  hasContributions,
} from '../../../community/erasure.ts'
import type { WebsiteAccounts, WebsiteCommunity } from '../../context.ts'
import { messages } from '../../messages/compiled/index.ts'
import { clearCookie, cookieNames } from '../../shell/cookies.ts'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { Field, Form } from '../../shell/form.tsx'
import { Choices } from '../../shell/form-choices.tsx'
import { readForm } from '../../shell/form-input.ts'
import { type Page, redirect, sendFormError, sendPage } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'
import { AccountForm } from '../account-form.tsx'
import {
  type Confirmation,
  Confirmed,
  confirmationScripts,
  findConfirmation,
  ReauthenticationField,
  readCredentials,
  reauthenticationProblem,
} from '../reauthentication.tsx'
import { settingsPath } from './settings-page.tsx'

export function addDataPages(
  app: FastifyInstance,
  context: WebsiteAccounts,
  { photos, publishSoon }: Pick<WebsiteCommunity, 'photos' | 'publishSoon'>,
): void {
  app.get('/account/data', async (request, reply) =>
    sendPage(request, reply, downloadPage(request, await findConfirmation(context, request))),
  )
  app.post('/account/data', async (request, reply) => {
    const { accountId } = sessionOf(request)
    const by = await findConfirmation(context, request)
    const error = await requireReauthentication(context, accountId, readCredentials(request), request.visitor)
    if (error) return sendFormError(request, reply, error, downloadPage(request, by, error))
    const data = await collectAccountData(context, accountId, ownerActor(request.visitor))
    if (!data) return sendNotFound(request, reply) // deleted after the session was loaded
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="larder-${sessionOf(request).accountName}.json"`)
      .send(JSON.stringify(data, null, 2))
  })

  app.get('/account/delete', async (request, reply) => {
    const { accountId } = sessionOf(request)
    const form = { typedName: '', choice: await choiceOf(accountId, '') }
    return sendPage(request, reply, deletePage(request, await findConfirmation(context, request), form))
  })

  /** Undefined if there is nothing to choose. */
  const choiceOf = async (accountId: number, chosen: string): Promise<ContributionChoice | undefined> =>
    (await hasContributions(context.database, accountId))
      ? (contributionChoices.find(each => each === chosen) ?? 'keep')
      : undefined

  app.post('/account/delete', async (request, reply) => {
    const { accountId } = sessionOf(request)
    const by = await findConfirmation(context, request)
    const { name, contributions } = readForm(request, 'name', 'contributions')
    const choice = await choiceOf(accountId, contributions)
    const confirmation = { name, ...readCredentials(request) }
    let photoKeys: string[] = []
    const error = await deleteOwnAccount(
      context,
      accountId,
      confirmation,
      request.visitor,
      async transaction => {
        photoKeys = await eraseContributions(transaction, accountId, choice ?? 'keep')
      },
    )
    if (error)
      return sendFormError(request, reply, error, deletePage(request, by, { typedName: name, choice }, error))
    publishSoon()
    await photos?.removePhotos(photoKeys)
    clearCookie(reply, cookieNames.session)
    clearCookie(reply, cookieNames.device)
    return redirect(reply, '/sign-in', 'account-deleted')
  })
}

function downloadPage({ locale }: FastifyRequest, by: Confirmation, error?: AccountError): Page {
  const { data: t, back } = messages[locale].settings
  return {
    title: t.title,
    area: 'app',
    scripts: confirmationScripts(by),
    content: (
      <AccountForm title={t.title} lead={t.lead} back={settingsPath} backName={back}>
        <Confirmed by={by} returnTo="/account/data">
          <Form
            id="download"
            action="/account/data"
            submit={t.download}
            icon="download"
            problem={error && reauthenticationProblem(error, by)}
          >
            <ReauthenticationField by={by} />
          </Form>
        </Confirmed>
      </AccountForm>
    ),
  }
}

function deletePage(
  request: FastifyRequest,
  by: Confirmation,
  { typedName, choice }: { typedName: string; choice: ContributionChoice | undefined },
  error?: AccountError,
): Page {
  const { locale } = request
  const { accountName } = sessionOf(request)
  const { deletion: t, back } = messages[locale].settings
  return {
    title: t.title,
    area: 'app',
    scripts: confirmationScripts(by),
    content: (
      <AccountForm title={t.confirmTitle} lead={t.confirmLead} back={settingsPath} backName={back}>
        <p>
          <a href="/account/data">{t.downloadFirst}</a>
        </p>
        <Confirmed by={by} returnTo="/account/delete">
          <Form
            id="delete"
            action="/account/delete"
            submit={t.submit}
            variant="danger-solid"
            problem={
              error && reauthenticationProblem(error, by, error.error === 'invalid' ? 'name' : undefined)
            }
          >
            {choice && (
              <Choices
                name="contributions"
                legend={t.contributions}
                value={choice}
                choices={contributionChoices.map(value => ({ value, label: t.contributionChoices[value] }))}
              />
            )}
            <Field
              name="name"
              label={t.typeName({ name: accountName })}
              value={typedName}
              autocomplete="off"
              maxlength={63}
            />
            <ReauthenticationField by={by} />
          </Form>
        </Confirmed>
      </AccountForm>
    ),
  }
}
