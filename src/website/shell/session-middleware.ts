// Loads the session from its cookie and provides CSRF tokens.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ClientInfo, ownerActor } from '../../accounts/client-info.ts'
import { deleteSession, findSession, type Session } from '../../accounts/sign-in/sessions.ts'
import type { SignedIn } from '../../accounts/sign-in/sign-in.ts'
import { renewDeviceToken } from '../../accounts/sign-in/trusted-device.ts'
import type { DatabasePool } from '../../platform/database/pool.ts'
import { newToken, type ServerSecret, tokenHashes } from '../../platform/server-secret.ts'
import { clearCookie, cookieNames, setCookie } from './cookies.ts'
import { maskToken } from './csrf.tsx'
import type { FlashMessage } from './flash-messages.ts'
import { redirect } from './responses.tsx'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Identical for every visitor; the session is not loaded. */
    isPublic?: boolean
  }
  interface FastifyRequest {
    visitor: ClientInfo
    /** Undefined if not signed in. */
    session: Session | undefined
    /** For the hidden field of every form; sets the CSRF cookie if the browser has none. */
    csrfToken: () => string
    /** Accepted tokens, including those derived from a secret that is being rotated. */
    csrfTokens: () => Buffer[]
  }
}

export interface SessionSettings {
  database: DatabasePool
  secret: ServerSecret
}

export function addVisitor(app: FastifyInstance, addressOf: (request: IncomingMessage) => string): void {
  app.decorateRequest('visitor')
  app.addHook('onRequest', (request, _reply, done) => {
    request.visitor = {
      ipAddress: addressOf(request.raw),
      userAgent: request.headers['user-agent'] ?? '',
      deviceToken: request.cookies[cookieNames.device],
    }
    done()
  })
}

export function addSessionMiddleware(app: FastifyInstance, { database, secret }: SessionSettings): void {
  app.decorateRequest('session')
  app.decorateRequest('csrfToken')
  app.decorateRequest('csrfTokens')

  app.addHook('onRequest', async (request, reply) => {
    request.session = undefined
    let csrfCookie = request.cookies[cookieNames.csrf]
    const sessionToken = request.cookies[cookieNames.session]
    request.csrfToken = () => {
      const [token] = request.csrfTokens()
      return token === undefined ? '' : maskToken(token)
    }
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

function csrfTokensFor(secret: ServerSecret, text: string): Buffer[] {
  return tokenHashes(secret, 'form', text)
}

/** Replaces any existing session and redirects to the page requested before sign-in. */
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
  return redirect(reply, consumeReturnPath(request, reply) ?? '/account', flash)
}

/** Remembers an account page for after sign-in or re-authentication. */
export function setReturnPath(reply: FastifyReply, path: string): void {
  if (isAccountPath(path)) setCookie(reply, cookieNames.returnTo, path)
}

export function consumeReturnPath(request: FastifyRequest, reply: FastifyReply): string | undefined {
  const path = request.cookies[cookieNames.returnTo]
  if (path !== undefined) clearCookie(reply, cookieNames.returnTo)
  return isAccountPath(path) ? path : undefined
}

/** For the browser that keeps its session when the account is secured: its next sign-in is not one from a new device. */
export async function keepDeviceTrusted(
  reply: FastifyReply,
  { database, secret }: SessionSettings,
  accountId: number,
): Promise<void> {
  setCookie(reply, cookieNames.device, await renewDeviceToken(database, secret, accountId))
}

const returnPaths = /^\/account(?:\/[a-z0-9-]+)*$/

/** A page that needs an account, and exists for every account. */
export function isAccountPath(path: string | undefined): path is string {
  return path !== undefined && returnPaths.test(path)
}

/** Pre-handler of account pages: redirects to sign-in without a session. */
export async function requireSession(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (request.session) return undefined
  const { url = '' } = request.routeOptions
  // Only GET requests can be repeated, and a page with an id may no longer exist after sign-in.
  if (request.method === 'GET') setReturnPath(reply, url)
  return redirect(reply, '/sign-in')
}

/** The session of a page behind `requireSession`. */
export function sessionOf({ session }: FastifyRequest): Session {
  if (!session) throw new Error('account page reached without a session')
  return session
}
