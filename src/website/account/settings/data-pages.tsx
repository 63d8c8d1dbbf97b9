// Data export and account deletion.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccountError } from '../../../accounts/account-error.ts'
import { collectAccountData } from '../../../accounts/account-export.ts'
import { deleteOwnAccount } from '../../../accounts/account-settings.ts'
import { ownerActor } from '../../../accounts/client-info.ts'
import { requireReauthentication } from '../../../accounts/sign-in/reauthentication.ts'
import type { WebsiteAccounts } from '../../context.ts'
import { messages } from '../../messages/compiled/index.ts'
import { clearCookie, cookieNames } from '../../shell/cookies.ts'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { Field, Form } from '../../shell/form.tsx'
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

export function addDataPages(app: FastifyInstance, context: WebsiteAccounts): void {
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

  app.get('/account/delete', async (request, reply) =>
    sendPage(request, reply, deletePage(request, await findConfirmation(context, request), '')),
  )
  app.post('/account/delete', async (request, reply) => {
    const { accountId } = sessionOf(request)
    const by = await findConfirmation(context, request)
    const { name } = readForm(request, 'name')
    const confirmation = { name, ...readCredentials(request) }
    const error = await deleteOwnAccount(context, accountId, confirmation, request.visitor)
    if (error) return sendFormError(request, reply, error, deletePage(request, by, name, error))
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
  typedName: string,
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
