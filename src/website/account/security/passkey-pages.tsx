import type { FastifyInstance } from 'fastify'
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
import { sendNotFound } from '../../shell/error-pages.tsx'
import { Field, Form } from '../../shell/form.tsx'
import { readForm, readId } from '../../shell/form-input.ts'
import { type Page, redirect, sendFormError, sendPage } from '../../shell/responses.tsx'
import { keepDeviceTrusted, sessionOf } from '../../shell/session-middleware.ts'
import { sendPasskeyCeremony } from '../../sign-in/passkey-ceremony.tsx'
import { readAnswer } from '../../sign-in/passkey-pages.tsx'
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
import { PasskeyRows } from './passkey-rows.tsx'

const path = '/account/security/passkeys'

export function addPasskeyPages(app: FastifyInstance, context: AccountContext): void {
  app.get(path, async (request, reply) =>
    sendPage(request, reply, addPage(await findConfirmation(context, request))),
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
      const page = addPage(await findConfirmation(context, request), begun, name)
      return sendFormError(request, reply, begun, page)
    }
    return sendPasskeyCeremony(request, reply, {
      title: 'Add a passkey',
      explanation: 'Follow your browser’s instructions to create the passkey.',
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
    const page = addPage(await findConfirmation(context, request), error, name)
    return sendFormError(request, reply, error, page)
  })

  app.get(`${path}/:id/remove`, async (request, reply) => {
    const passkey = await find(request)
    if (!passkey) return sendNotFound(request, reply)
    return sendPage(request, reply, removePage(passkey, await findConfirmation(context, request)))
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
    const page = removePage(passkey, await findConfirmation(context, request), error)
    return sendFormError(request, reply, error, page)
  })

  async function find(request: Parameters<typeof sessionOf>[0]): Promise<Passkey | undefined> {
    const passkeys = await listPasskeys(context.database, sessionOf(request).accountId)
    return passkeys.find(({ id }) => id === readId(request))
  }
}

const backLink = (
  <p class="quiet">
    <a href="/account/security">Back to security</a>
  </p>
)

function addPage(by: Confirmation, error?: AccountError, name = ''): Page {
  const problem = error && reauthenticationProblem(error, by, error.error === 'invalid' ? 'name' : undefined)
  return {
    title: 'Add a passkey',
    scripts: confirmationScripts(by),
    content: (
      <section class="narrow">
        <h1>Add a passkey</h1>
        <p>
          A passkey lets you sign in with your fingerprint, face or PIN instead of a password. It is stored on
          your device or in your password manager and works on this website only.
        </p>
        <Confirmed by={by} returnTo={path}>
          <Form id="passkey-name" action={path} submit="Add passkey" problem={problem}>
            <Field
              name="name"
              label="Name"
              value={name}
              maxlength={maxPasskeyNameLength}
              autocomplete="off"
              hint="To recognise it later, for example: phone or work laptop."
            />
            <ReauthenticationField by={by} />
          </Form>
        </Confirmed>
        <noscript>
          <p>Passkeys need JavaScript.</p>
        </noscript>
        {backLink}
      </section>
    ),
  }
}

function removePage(passkey: Passkey, by: Confirmation, error?: AccountError): Page {
  const action = `${path}/${passkey.id}/remove`
  return {
    title: `Remove ${passkey.name}`,
    scripts: confirmationScripts(by),
    content: (
      <section class="narrow">
        <h1>Remove {passkey.name}?</h1>
        <p>
          You will no longer be able to sign in with this passkey, and will be signed out of all other
          sessions. Delete it on your device too.
        </p>
        <Confirmed by={by} returnTo={action}>
          <Form
            id="remove"
            action={action}
            submit="Remove passkey"
            variant="danger"
            problem={error && reauthenticationProblem(error, by)}
          >
            <ReauthenticationField by={by} />
          </Form>
        </Confirmed>
        {backLink}
      </section>
    ),
  }
}

/** For the security page. */
export function PasskeyList({ passkeys }: { passkeys: Passkey[] }) {
  return (
    <>
      {passkeys.length > 0 && <PasskeyRows passkeys={passkeys} />}
      <p>
        <a class="button quiet" href={path}>
          Add a passkey
        </a>
      </p>
    </>
  )
}
