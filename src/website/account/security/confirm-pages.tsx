// Re-authentication with a passkey or at a provider, before returning to the page that asked for it.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AccountError, isAccountError } from '../../../accounts/account-error.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import { startProviderReauthentication } from '../../../accounts/sign-in/oidc-sign-in.ts'
import {
  finishPasskeyReauthentication,
  startPasskeyReauthentication,
} from '../../../accounts/sign-in/passkey-sign-in.ts'
import { messages } from '../../messages/compiled/index.ts'
import { ProblemText } from '../../shell/form.tsx'
import { readForm, readParam } from '../../shell/form-input.ts'
import { redirect, redirectExternal, sendFormError } from '../../shell/responses.tsx'
import { isAccountPath, sessionOf, setReturnPath } from '../../shell/session-middleware.ts'
import { sendPasskeyCeremony } from '../../sign-in/passkey-ceremony.tsx'
import { readAnswer } from '../../sign-in/passkey-pages.tsx'
import { providerName, setProviderState } from '../../sign-in/provider-pages.tsx'
import { AccountForm } from '../account-form.tsx'

const path = '/account/security/confirm'

export function addConfirmPages(app: FastifyInstance, context: AccountContext): void {
  app.post(`${path}/passkey`, async (request, reply) => {
    const returnTo = readReturnPath(request)
    const started = await startPasskeyReauthentication(context, sessionOf(request), request.visitor)
    if (isAccountError(started)) return sendConfirmError(request, reply, started, returnTo)
    return sendPasskeyCeremony(request, reply, {
      title: messages[request.locale].security.confirm.title,
      explanation: messages[request.locale].signIn.passkey.chooseLead,
      kind: 'use',
      ...started,
      action: `${path}/passkey/finish`,
      fields: { return_to: returnTo },
      cancel: returnTo,
    })
  })
  app.post(`${path}/passkey/finish`, async (request, reply) => {
    const returnTo = readReturnPath(request)
    const answer = readAnswer(request, reply)
    const error = await finishPasskeyReauthentication(context, sessionOf(request), answer, request.visitor)
    return error
      ? sendConfirmError(request, reply, error, returnTo)
      : redirect(reply, returnTo, 'reauthenticated')
  })

  app.post(`${path}/providers/:provider`, async (request, reply) => {
    const provider = readParam(request, 'provider')
    const returnTo = readReturnPath(request)
    const session = sessionOf(request)
    const outcome = await startProviderReauthentication(context, provider, session, request.visitor)
    if (isAccountError(outcome)) return sendConfirmError(request, reply, outcome, returnTo)
    setReturnPath(reply, returnTo)
    setProviderState(request, reply, outcome.state)
    return redirectExternal(request, reply, outcome.url, providerName(context, provider))
  })
}

function readReturnPath(request: FastifyRequest): string {
  const { return_to } = readForm(request, 'return_to')
  return isAccountPath(return_to) ? return_to : '/account/security'
}

function sendConfirmError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: AccountError,
  returnTo: string,
): FastifyReply {
  const t = messages[request.locale].security.confirm
  return sendFormError(request, reply, error, {
    title: t.failed,
    area: 'app',
    content: (
      <AccountForm title={t.failed} back={returnTo} backName={t.back}>
        <p>
          <ProblemText text={error} />
        </p>
      </AccountForm>
    ),
  })
}
