// Who is at the other end: the session of a browser, and what its forms are bound to.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ClientInfo, ownerActor } from '../../accounts/client-info.ts'
import { newToken, type ServerSecret, tokenHashes } from '../../accounts/server-secret.ts'
import { deleteSession, findSession, type Session } from '../../accounts/sign-in/sessions.ts'
import type { SignedIn } from '../../accounts/sign-in/sign-in.ts'
import type { DatabasePool } from '../../platform/database/pool.ts'
import { clearCookie, cookieNames, setCookie } from './cookies.ts'
import type { FlashMessage } from './flash-messages.ts'
import { redirect } from './responses.tsx'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The same for everybody: nobody asks who is there. */
    isPublic?: boolean
  }
  interface FastifyRequest {
    visitor: ClientInfo
    /** Undefined: nobody is signed in. */
    session: Session | undefined
    /** For the hidden field of every form; gives the browser what it is bound to when it has nothing yet. */
    csrfToken: () => string
    /** What a form that was sent may carry: also tokens made under a secret that is being replaced. */
    csrfTokens: () => string[]
  }
}

export interface SessionSettings {
  database: DatabasePool
  secret: ServerSecret
  addressOf: (request: FastifyRequest) => string
}

export function addSessionMiddleware(
  app: FastifyInstance,
  { database, secret, addressOf }: SessionSettings,
): void {
  app.decorateRequest('visitor')
  app.decorateRequest('session')
  app.decorateRequest('csrfToken')
  app.decorateRequest('csrfTokens')

  app.addHook('onRequest', async (request, reply) => {
    request.visitor = {
      ipAddress: addressOf(request),
      userAgent: request.headers['user-agent'] ?? '',
      deviceToken: request.cookies[cookieNames.device],
    }
    request.session = undefined
    let csrfCookie = request.cookies[cookieNames.csrf]
    const sessionToken = request.cookies[cookieNames.session]
    request.csrfToken = () => request.csrfTokens()[0] ?? ''
    request.csrfTokens = () => {
      if (request.session && sessionToken) return csrfTokensFor(secret, `session ${sessionToken}`)
      if (csrfCookie === undefined) {
        csrfCookie = newToken()
        setCookie(reply, cookieNames.csrf, csrfCookie)
      }
      return csrfTokensFor(secret, `visitor ${csrfCookie}`)
    }
    if (sessionToken && !request.routeOptions.config.isPublic)
      request.session = await findSession(database, secret, sessionToken)
  })
}

function csrfTokensFor(secret: ServerSecret, text: string): string[] {
  return tokenHashes(secret, 'form', text).map(hash => hash.toString('base64url'))
}

/** Gives the browser its new session, whoever it was before, and sends it where it wanted to go. */
export async function startSession(
  request: FastifyRequest,
  reply: FastifyReply,
  database: DatabasePool,
  { session, deviceToken }: SignedIn,
  flash?: FlashMessage,
): Promise<FastifyReply> {
  if (request.session) {
    const { accountId, id } = request.session
    await deleteSession(database, accountId, id, ownerActor(request.visitor))
  }
  setCookie(reply, cookieNames.session, session)
  setCookie(reply, cookieNames.device, deviceToken)
  clearCookie(reply, cookieNames.csrf)
  clearCookie(reply, cookieNames.challenge)
  const returnTo = request.cookies[cookieNames.returnTo]
  if (returnTo !== undefined) clearCookie(reply, cookieNames.returnTo)
  return redirect(reply, isAccountPath(returnTo) ? returnTo : '/account', flash)
}

function isAccountPath(path: string | undefined): path is string {
  return path !== undefined && /^\/account(\/[a-z0-9-]+)*$/.test(path)
}

/** For the pages of an account: nobody comes here without a session. */
export async function requireSession(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (request.session) return undefined
  const { url = '' } = request.routeOptions
  // A form cannot be sent again from here, and an address with an id in it may be gone by then.
  if (request.method === 'GET' && isAccountPath(url)) setCookie(reply, cookieNames.returnTo, url)
  return redirect(reply, '/sign-in')
}

/** The session of a page behind `requireSession`. */
export function sessionOf({ session }: FastifyRequest): Session {
  if (!session) throw new Error('a page of an account was reached without a session')
  return session
}
