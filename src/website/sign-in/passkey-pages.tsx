// Sign-in with a passkey, alone or after the password.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AccountError, isAccountError } from '../../accounts/account-error.ts'
import type { AccountContext } from '../../accounts/context.ts'
import {
  finishPasskeySecondFactor,
  finishPasskeySignIn,
  type PasskeyAnswer,
  startPasskeySecondFactor,
  startPasskeySignIn,
} from '../../accounts/sign-in/passkey-sign-in.ts'
import { messages } from '../messages/compiled/index.ts'
import { clearCookie, cookieNames } from '../shell/cookies.ts'
import { readForm } from '../shell/form-input.ts'
import { startSession } from '../shell/session-middleware.ts'
import { sendPasskeyCeremony } from './passkey-ceremony.tsx'
import { sendCodePageError, sendSignInError, startMfaChallenge } from './sign-in-pages.tsx'

export function addPasskeySignInPages(app: FastifyInstance, context: AccountContext): void {
  app.post('/sign-in/passkey', async (request, reply) => {
    const started = await startPasskeySignIn(context, request.visitor)
    if (isAccountError(started)) return sendSignInError(request, reply, context, started)
    return sendPasskeyCeremony(request, reply, {
      title: messages[request.locale].signIn.passkey.signInTitle,
      explanation: messages[request.locale].signIn.passkey.chooseLead,
      kind: 'use',
      ...started,
      action: '/sign-in/passkey/finish',
      cancel: '/sign-in',
    })
  })
  app.post('/sign-in/passkey/finish', async (request, reply) => {
    const outcome = await finishPasskeySignIn(context, readAnswer(request, reply), request.visitor)
    if (isAccountError(outcome)) return sendSignInError(request, reply, context, outcome)
    if ('challenge' in outcome) return startMfaChallenge(reply, outcome.challenge)
    return startSession(request, reply, context.database, outcome)
  })

  const challengeOf = (request: FastifyRequest) => request.cookies[cookieNames.challenge] ?? ''

  /** An expired challenge ends the sign-in; after any other error, another factor can be tried. */
  const sendSecondFactorError = (request: FastifyRequest, reply: FastifyReply, error: AccountError) => {
    if (error.error !== 'conflict') return sendCodePageError(request, reply, context, error)
    clearCookie(reply, cookieNames.challenge)
    return sendSignInError(request, reply, context, error)
  }

  app.post('/sign-in/code/passkey', async (request, reply) => {
    const started = await startPasskeySecondFactor(context, challengeOf(request), request.visitor)
    if (isAccountError(started)) return sendSecondFactorError(request, reply, started)
    return sendPasskeyCeremony(request, reply, {
      title: messages[request.locale].signIn.code.title,
      explanation: messages[request.locale].signIn.passkey.factorLead,
      kind: 'use',
      ...started,
      action: '/sign-in/code/passkey/finish',
      cancel: '/sign-in/code',
    })
  })
  app.post('/sign-in/code/passkey/finish', async (request, reply) => {
    const answer = readAnswer(request, reply)
    const outcome = await finishPasskeySecondFactor(context, challengeOf(request), answer, request.visitor)
    if (isAccountError(outcome)) return sendSecondFactorError(request, reply, outcome)
    return startSession(request, reply, context.database, outcome)
  })
}

/** The response of the browser, with the cookie that it was asked for with. The cookie is used once. */
export function readAnswer(request: FastifyRequest, reply: FastifyReply): PasskeyAnswer {
  const { response } = readForm(request, 'response')
  const token = request.cookies[cookieNames.passkey] ?? ''
  clearCookie(reply, cookieNames.passkey)
  return { token, response }
}
