// CSRF protection: state-changing requests must come from our origin and carry the browser's form token.

import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { linkTo } from '../components/rich-text.tsx'
import { messages } from '../messages/compiled/index.ts'
import { sendErrorPage } from './errors/error-page.tsx'
import { csrfFieldName } from './form.tsx'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For forms of public pages, which are equal for all visitors, that only change a preference. */
    hasNoFormToken?: boolean
    /** Mail programs send it without a page of ours; the token in its address is what permits it. */
    isSentByMailPrograms?: boolean
  }
}

/** Applied to all routes as one hook, so that no route can omit it. */
export function csrfProtection(websiteUrl: string) {
  const { origin } = new URL(websiteUrl)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (request.method === 'GET' || request.method === 'HEAD') return undefined
    if (request.routeOptions.config.isSentByMailPrograms) return undefined
    const needsToken = !request.routeOptions.config.hasNoFormToken
    if (isSameOrigin(request, origin) && (!needsToken || hasValidToken(request))) return undefined
    const t = messages[request.locale].errors
    return sendErrorPage(request, reply, {
      status: 403,
      ...t.formExpired,
      advice: (
        <>
          <p>{t.formExpiredAdvice({ origin, link: linkTo(origin) })}</p>
          <p>
            <a class="btn" href="/account">
              {t.toAccount}
            </a>
          </p>
        </>
      ),
    })
  }
}

function isSameOrigin({ headers }: FastifyRequest, origin: string): boolean {
  if (headers.origin !== undefined) return headers.origin === origin
  return headers['sec-fetch-site'] === 'same-origin'
}

function hasValidToken(request: FastifyRequest): boolean {
  const { body } = request
  const value = typeof body === 'object' && body !== null ? Reflect.get(body, csrfFieldName) : undefined
  if (typeof value !== 'string') return false
  return request.csrfTokens().some(token => isMaskOf(value, token))
}

/**
 * Encrypts a form token with a random pad, differently in every page. Otherwise the length of compressed pages would reveal
 * it to someone who can make the browser open pages that repeat a guess (BREACH).
 */
export function maskToken(token: Buffer): string {
  const pad = randomBytes(token.length)
  return Buffer.concat([pad, xor(token, pad)]).toString('base64url')
}

export function isMaskOf(value: string, token: Buffer): boolean {
  const bytes = Buffer.from(value, 'base64url')
  if (bytes.length !== 2 * token.length) return false
  return timingSafeEqual(xor(bytes.subarray(0, token.length), bytes.subarray(token.length)), token)
}

function xor(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)))
}
