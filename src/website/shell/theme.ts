import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readForm } from './form-input.ts'
import { isTheme, themeCookie } from './page-variant.ts'

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
