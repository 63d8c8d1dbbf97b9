// What public pages depend on apart from their address: the language, the color theme and whether the header offers the
// dashboard or to sign in. All of it is in the address or a cookie, so caches can tell the variants apart.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Locale, localeOfUrl, pathIn } from '../i18n/locales.ts'
import { cookieNames } from './cookies.ts'

export type Theme = 'light' | 'dark'

declare module 'fastify' {
  interface FastifyRequest {
    locale: Locale
    /** Undefined: the system's. */
    theme: Theme | undefined
    /** The session may have expired. */
    hasSessionCookie: boolean
  }
}

/** Not a `__Host-` cookie: scripts write it. */
export const themeCookie = 'theme'

export const isTheme = (value: unknown): value is Theme => value === 'light' || value === 'dark'

export function addPageVariant(app: FastifyInstance): void {
  app.decorateRequest('locale')
  app.decorateRequest('theme')
  app.decorateRequest('hasSessionCookie')
  app.addHook('onRequest', (request, _reply, done) => {
    const theme = request.cookies[themeCookie]
    request.locale = localeOfUrl(request.originalUrl)
    request.theme = isTheme(theme) ? theme : undefined
    request.hasSessionCookie = request.cookies[cookieNames.session] !== undefined
    done()
  })
}

export function variantKey({ locale, theme, hasSessionCookie }: FastifyRequest): string {
  return `${locale} ${theme ?? ''} ${hasSessionCookie ? 'signed-in' : ''}`
}

/** The language of the page that was asked for is kept. */
export function redirectTo(reply: FastifyReply, path: string, status: 301 | 302 | 303): FastifyReply {
  return reply.redirect(path.startsWith('/') ? pathIn(reply.request.locale, path) : path, status)
}
