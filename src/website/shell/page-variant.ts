// What public pages depend on apart from their address: the language, the color theme, the region of the nutrition label and whether
// the header offers the dashboard or to sign in. All of it is in the address, a cookie or, for the label of English pages,
// Accept-Language, so caches can tell the variants apart.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Locale, localeOfUrl, pathIn } from '../i18n/locales.ts'
import { isRegion, type Region, regionOfLanguages } from '../i18n/regions.ts'
import { cookieNames } from './cookies.ts'
import { readForm } from './form-input.ts'

export type Theme = 'light' | 'dark'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The page shows a nutrition label or daily values. */
    dependsOnRegion?: boolean
  }
  interface FastifyRequest {
    locale: Locale
    /** Whose label and daily values the reader knows. */
    region: Region
    /** Undefined: the system's. */
    theme: Theme | undefined
    /** The session may have expired. */
    hasSessionCookie: boolean
  }
}

/** Not `__Host-` cookies: scripts write the theme, and both are harmless. */
export const labelCookie = 'label'
export const themeCookie = 'theme'

export const isTheme = (value: unknown): value is Theme => value === 'light' || value === 'dark'

export function addPageVariant(app: FastifyInstance): void {
  app.decorateRequest('locale')
  app.decorateRequest('region')
  app.decorateRequest('theme')
  app.decorateRequest('hasSessionCookie')
  app.addHook('onRequest', (request, _reply, done) => {
    const theme = request.cookies[themeCookie]
    request.locale = localeOfUrl(request.originalUrl)
    request.region = regionOf(request)
    request.theme = isTheme(theme) ? theme : undefined
    request.hasSessionCookie = request.cookies[cookieNames.session] !== undefined
    done()
  })
}

/** What the reader chose, else that of the language, else that of the first language of the browser. */
function regionOf({ cookies, locale, headers }: FastifyRequest): Region {
  const chosen = cookies[labelCookie]
  if (isRegion(chosen)) return chosen
  return locale === 'en' ? regionOfLanguages(headers['accept-language']) : 'eu'
}

/** What such a response must state, so that shared caches tell its variants apart. */
export function varyOf({ locale, routeOptions }: FastifyRequest): string {
  return routeOptions.config.dependsOnRegion && locale === 'en' ? 'Cookie, Accept-Language' : 'Cookie'
}

/** The language of the page that was asked for is kept. */
export function redirectTo(reply: FastifyReply, path: string, status: 301 | 302 | 303): FastifyReply {
  return reply.redirect(path.startsWith('/') ? pathIn(reply.request.locale, path) : path, status)
}

const yearSeconds = 365 * 86_400

const cookieOptions = { path: '/', sameSite: 'lax' as const, maxAge: yearSeconds }
const formConfig = { isPublic: true, hasNoFormToken: true }

/** For browsers without JavaScript; scripts write the cookie themselves. */
export function addThemeRoute(app: FastifyInstance, websiteUrl: string): void {
  app.post('/theme', { config: formConfig }, (request, reply) => {
    const theme = readForm(request, 'theme').theme
    if (isTheme(theme)) void reply.setCookie(themeCookie, theme, cookieOptions)
    else void reply.clearCookie(themeCookie, cookieOptions)
    return reply.redirect(pageBefore(request, websiteUrl), 303)
  })
}

/** The reader returns to the label. */
export function addLabelRoute(app: FastifyInstance, websiteUrl: string): void {
  app.post('/label', { config: formConfig }, (request, reply) => {
    const region = readForm(request, 'label').label
    if (isRegion(region)) void reply.setCookie(labelCookie, region, cookieOptions)
    return reply.redirect(`${pageBefore(request, websiteUrl)}#label-title`, 303)
  })
}

function pageBefore({ headers: { referer } }: FastifyRequest, websiteUrl: string): string {
  if (referer === undefined || !URL.canParse(referer)) return '/'
  const { origin, pathname, search } = new URL(referer)
  if (origin !== new URL(websiteUrl).origin) return '/'
  // A browser reads a location that begins with two slashes as another host.
  return pathname.replace(/^\/+/, '/') + search
}
