import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AccountError, isAccountError } from '../../../accounts/account-error.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import {
  beginPasskeyRegistration,
  finishPasskeyRegistration,
  listPasskeys,
  maxPasskeyNameLength,
  type Passkey,
  removePasskey,
} from '../../../accounts/sign-in/passkeys.ts'
import { messages } from '../../messages/compiled/index.ts'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { Field, Form } from '../../shell/form.tsx'
import { readForm, readId } from '../../shell/form-input.ts'
import { type Page, redirect, sendFormError, sendPage } from '../../shell/responses.tsx'
import { keepDeviceTrusted, sessionOf } from '../../shell/session-middleware.ts'
import { sendPasskeyCeremony } from '../../sign-in/passkey-ceremony.tsx'
import { readAnswer } from '../../sign-in/passkey-pages.tsx'
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
import { accessReviewPath } from './access-review-page.tsx'

const path = '/account/security/passkeys'

export function addPasskeyPages(app: FastifyInstance, context: AccountContext): void {
  app.get(path, async (request, reply) =>
    sendPage(request, reply, addPage(request, await findConfirmation(context, request))),
  )
  app.post(path, async (request, reply) => {
    const { name } = readForm(request, 'name')
    const begun = await beginPasskeyRegistration(
      context,
      sessionOf(request),
      name,
      readCredentials(request),
      request.visitor,
    )
    if (isAccountError(begun)) {
      const page = addPage(request, await findConfirmation(context, request), begun, name)
      return sendFormError(request, reply, begun, page)
    }
    return sendPasskeyCeremony(request, reply, {
      title: messages[request.locale].security.addPasskey,
      explanation: messages[request.locale].security.passkeyPage.follow,
      kind: 'create',
      ...begun,
      action: `${path}/finish`,
      fields: { name },
      cancel: path,
    })
  })
  app.post(`${path}/finish`, async (request, reply) => {
    const { name } = readForm(request, 'name')
    const created = { name, ...readAnswer(request, reply) }
    const error = await finishPasskeyRegistration(context, sessionOf(request), created, request.visitor)
    if (!error) return redirect(reply, '/account/security', 'passkey-added')
    const page = addPage(request, await findConfirmation(context, request), error, name)
    return sendFormError(request, reply, error, page)
  })

  app.get(`${path}/:id/remove`, async (request, reply) => {
    const passkey = await find(request)
    if (!passkey) return sendNotFound(request, reply)
    return sendPage(request, reply, removePage(request, passkey, await findConfirmation(context, request)))
  })
  app.post(`${path}/:id/remove`, async (request, reply) => {
    const passkey = await find(request)
    if (!passkey) return sendNotFound(request, reply)
    const credentials = readCredentials(request)
    const error = await removePasskey(context, sessionOf(request), passkey.id, credentials, request.visitor)
    if (!error) {
      await keepDeviceTrusted(reply, context, sessionOf(request).accountId)
      return redirect(reply, accessReviewPath, 'passkey-removed')
    }
    const page = removePage(request, passkey, await findConfirmation(context, request), error)
    return sendFormError(request, reply, error, page)
  })

  async function find(request: Parameters<typeof sessionOf>[0]): Promise<Passkey | undefined> {
    const passkeys = await listPasskeys(context.database, sessionOf(request).accountId)
    return passkeys.find(({ id }) => id === readId(request))
  }
}

function addPage({ locale }: FastifyRequest, by: Confirmation, error?: AccountError, name = ''): Page {
  const t = messages[locale].security
  const problem = error && reauthenticationProblem(error, by, error.error === 'invalid' ? 'name' : undefined)
  return {
    title: t.addPasskey,
    area: 'app',
    scripts: confirmationScripts(by),
    content: (
      <AccountForm title={t.addPasskey} lead={t.passkeyPage.lead} back="/account/security" backName={t.back}>
        <Confirmed by={by} returnTo={path}>
          <Form id="passkey-name" action={path} submit={t.passkeyPage.submit} problem={problem}>
            <Field
              name="name"
              label={t.passkeyPage.name}
              value={name}
              maxlength={maxPasskeyNameLength}
              autocomplete="off"
              hint={t.passkeyPage.nameHint}
            />
            <ReauthenticationField by={by} />
          </Form>
        </Confirmed>
        <noscript>
          <p>{messages[locale].signIn.passkey.needsScript}</p>
        </noscript>
      </AccountForm>
    ),
  }
}

function removePage(
  { locale }: FastifyRequest,
  passkey: Passkey,
  by: Confirmation,
  error?: AccountError,
): Page {
  const t = messages[locale].security
  const action = `${path}/${passkey.id}/remove`
  return {
    title: t.removeNamed({ name: passkey.name }),
    area: 'app',
    scripts: confirmationScripts(by),
    content: (
      <AccountForm
        title={t.passkeyPage.removeTitle({ name: passkey.name })}
        lead={t.passkeyPage.removeLead}
        back="/account/security"
        backName={t.back}
      >
        <Confirmed by={by} returnTo={action}>
          <Form
            id="remove"
            action={action}
            submit={t.passkeyPage.removeSubmit}
            variant="danger"
            problem={error && reauthenticationProblem(error, by)}
          >
            <ReauthenticationField by={by} />
          </Form>
        </Confirmed>
      </AccountForm>
    ),
  }
}
