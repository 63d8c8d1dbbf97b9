// CSRF protection: state-changing requests must come from our origin and carry the browser's form token.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isMaskOf } from './csrf-token.ts'
import { sendErrorPage } from './errors/error-page.tsx'
import { errorMessages } from './errors/messages/index.ts'
import { csrfFieldName } from './form.tsx'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For forms of public pages, which are equal for all visitors, that only change a preference. */
    hasNoFormToken?: boolean
  }
}

/** Applied to all routes as one hook, so that no route can omit it. */
export function csrfProtection(websiteUrl: string) {
  const { origin } = new URL(websiteUrl)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (request.method === 'GET' || request.method === 'HEAD') return undefined
    const needsToken = !request.routeOptions.config.hasNoFormToken
    if (isSameOrigin(request, origin) && (!needsToken || hasValidToken(request))) return undefined
    const t = errorMessages[request.locale]
    return sendErrorPage(request, reply, {
      status: 403,
      ...t.formExpired,
      advice: (
        <>
          <p>{t.formExpiredAdvice(<a href={origin}>{origin}</a>)}</p>
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
