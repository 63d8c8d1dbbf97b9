// What public pages depend on apart from their address: the language, the color theme and whether the header offers the
// dashboard or to sign in. All of it is in the address or a cookie, so caches can tell the variants apart.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Locale, localeOfUrl, pathIn } from '../i18n/locales.ts'
import { cookieNames } from './cookies.ts'
import { readForm } from './form-input.ts'

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

/** The language of the page that was asked for is kept. */
export function redirectTo(reply: FastifyReply, path: string, status: 301 | 302 | 303): FastifyReply {
  return reply.redirect(path.startsWith('/') ? pathIn(reply.request.locale, path) : path, status)
}

const yearSeconds = 365 * 86_400

/** For browsers without JavaScript; scripts write the cookie themselves. */
export function addThemeRoute(app: FastifyInstance, websiteUrl: string): void {
  app.post('/theme', { config: { isPublic: true, hasNoFormToken: true } }, (request, reply) => {
    const theme = readForm(request, 'theme').theme
    const options = { path: '/', sameSite: 'lax' as const, maxAge: yearSeconds }
    if (isTheme(theme)) void reply.setCookie(themeCookie, theme, options)
    else void reply.clearCookie(themeCookie, options)
    return reply.redirect(pageBefore(request, websiteUrl), 303)
  })
}

function pageBefore({ headers: { referer } }: FastifyRequest, websiteUrl: string): string {
  if (referer === undefined || !URL.canParse(referer)) return '/'
  const { origin, pathname, search } = new URL(referer)
  return origin === new URL(websiteUrl).origin ? pathname + search : '/'
}
