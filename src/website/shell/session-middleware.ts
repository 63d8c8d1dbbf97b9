// Who is at the other end: the session of a browser, and what its forms are bound to.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hashesOfToken, newToken, type ServerSecret } from '../../accounts/secrets.ts'
import { endSession, findSession, type Session } from '../../accounts/sessions.ts'
import type { SignedIn } from '../../accounts/sign-in.ts'
import { ownerAt, type Visitor } from '../../accounts/visitor.ts'
import type { DatabasePool } from '../../database/pool.ts'
import { cookieNames, dropCookie, setCookie } from './cookies.ts'
import type { Notice } from './flash-messages.ts'
import { seeOther } from './responses.tsx'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The same for everybody: nobody asks who is there. */
    isForAll?: boolean
  }
  interface FastifyRequest {
    visitor: Visitor
    /** Undefined: nobody is signed in. */
    session: Session | undefined
    /** For the hidden field of every form; gives the browser what it is bound to when it has nothing yet. */
    formToken: () => string
    /** What a form that was sent may carry: also tokens made under a secret that is being replaced. */
    formTokens: () => string[]
  }
}

export interface BrowserSettings {
  database: DatabasePool
  secret: ServerSecret
  addressOf: (request: FastifyRequest) => string
}

export function readBrowsers(app: FastifyInstance, { database, secret, addressOf }: BrowserSettings): void {
  app.decorateRequest('visitor')
  app.decorateRequest('session')
  app.decorateRequest('formToken')
  app.decorateRequest('formTokens')

  app.addHook('onRequest', async (request, reply) => {
    request.visitor = {
      address: addressOf(request),
      browser: request.headers['user-agent'] ?? '',
      deviceToken: request.cookies[cookieNames.device],
    }
    request.session = undefined
    let formCookie = request.cookies[cookieNames.form]
    const sessionToken = request.cookies[cookieNames.session]
    request.formToken = () => request.formTokens()[0] ?? ''
    request.formTokens = () => {
      if (request.session && sessionToken) return tokensOver(secret, `session ${sessionToken}`)
      if (formCookie === undefined) {
        formCookie = newToken()
        setCookie(reply, cookieNames.form, formCookie)
      }
      return tokensOver(secret, `visitor ${formCookie}`)
    }
    if (sessionToken && !request.routeOptions.config.isForAll)
      request.session = await findSession(database, secret, sessionToken)
  })
}

function tokensOver(secret: ServerSecret, text: string): string[] {
  return hashesOfToken(secret, 'form', text).map(hash => hash.toString('base64url'))
}

/** Gives the browser its new session, whoever it was before, and sends it where it wanted to go. */
export async function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  database: DatabasePool,
  { session, deviceToken }: SignedIn,
  notice?: Notice,
): Promise<FastifyReply> {
  if (request.session) {
    const { accountId, id } = request.session
    await endSession(database, accountId, id, ownerAt(request.visitor))
  }
  setCookie(reply, cookieNames.session, session)
  setCookie(reply, cookieNames.device, deviceToken)
  dropCookie(reply, cookieNames.form)
  dropCookie(reply, cookieNames.challenge)
  const wanted = request.cookies[cookieNames.wanted]
  if (wanted !== undefined) dropCookie(reply, cookieNames.wanted)
  return seeOther(reply, isAccountPath(wanted) ? wanted : '/account', notice)
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
  if (request.method === 'GET' && isAccountPath(url)) setCookie(reply, cookieNames.wanted, url)
  return seeOther(reply, '/sign-in')
}

/** The session of a page behind `requireSession`. */
export function sessionOf({ session }: FastifyRequest): Session {
  if (!session) throw new Error('a page of an account was reached without a session')
  return session
}
