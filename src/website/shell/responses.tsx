// Responses: a page, a form with an error, or a redirect.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import { renderToStaticMarkup } from 'preact-render-to-string'
import type { AccountError } from '../../accounts/account-error.ts'
import { creditedSources, sourcesOf } from '../../food/credits.ts'
import type { Food } from '../../food/food.ts'
import { catalogSource, type SourceId } from '../../food/sources.ts'
import { CreditedSources } from '../components/credits.tsx'
import { localizeLinks } from '../i18n/locales.ts'
import { CurrentLocale } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { shareTags } from '../share/share-tags.ts'
import { consumeFlash, type FlashMessage, setFlash } from './flash-messages.ts'
import { AccountName, CsrfToken } from './form.tsx'
import { Layout, type PageHead } from './layout.tsx'
import { pageUrl } from './page-cache.ts'
import { redirectTo, varyOf } from './page-variant.ts'
import { type PagePermissions, setPagePermissions } from './security-headers.ts'

export interface Page extends PageHead {
  content: VNode
  status?: number
  /** Of a public page that is found, if it does not only change with the catalog. */
  cacheControl?: string
  /** The foods on the page, whose sources are credited. Pages without foods credit those of the catalog, and Open Food Facts if it is empty. */
  foods?: readonly Pick<Food, 'source'>[]
  /** Image sources, connections and camera access that the page needs. */
  permissions?: PagePermissions
}

export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  return send(reply, page, render(request, reply, page))
}

/** For routes with `isPublic`: equal for all visitors with the same cookies `theme` and `label`, so shared caches may store it. */
export function sendPublicPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const html = render(request, reply, page)
  const isFound = page.status === undefined || page.status === 200
  const cacheControl = (isFound && page.cacheControl) || publicCacheControl
  return send(reply.headers({ 'cache-control': cacheControl, vary: varyOf(request) }), page, html)
}

/** One minute, also in shared caches, because a food that was taken down must go. */
export const publicCacheControl = 'public, max-age=60'

function send(reply: FastifyReply, page: Page, html: string): FastifyReply {
  if (page.permissions) setPagePermissions(reply, page.permissions)
  return reply
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .send(html)
}

function render(request: FastifyRequest, reply: FastifyReply, page: Page): string {
  const { isPublic = false } = request.routeOptions.config
  const flash = isPublic ? undefined : consumeFlash(request, reply)
  const { foods = [], title, description, status = 200 } = page
  const url = pageUrl(request)
  const credited = creditedSources(foods.length > 0 ? sourcesOf(foods) : request.server.catalogSources())
  const sources: readonly SourceId[] = credited.length > 0 ? credited : [catalogSource]
  const html = renderToStaticMarkup(
    <CurrentLocale.Provider value={request.locale}>
      <CreditedSources.Provider value={sources}>
        <CsrfToken.Provider value={request.csrfToken}>
          <AccountName.Provider value={request.session?.accountName}>
            <Layout
              {...page}
              path={request.routeOptions.url ?? ''}
              url={url}
              shareTags={
                isPublic && status === 200 && description !== undefined
                  ? shareTags(
                      { ...page, title, description, canonical: page.canonical ?? url },
                      request.server.websiteUrl,
                      request.locale,
                    )
                  : undefined
              }
              locale={request.locale}
              theme={request.theme}
              hasSessionCookie={request.hasSessionCookie}
              flash={flash}
              isPublic={isPublic}
              pages={request.server.sitePages()}
              legalPages={request.server.legalPages()}
              sources={sources}
            >
              {page.content}
            </Layout>
          </AccountName.Provider>
        </CsrfToken.Provider>
      </CreditedSources.Provider>
    </CurrentLocale.Provider>,
  )
  return `<!doctype html>${localizeLinks(html, request.locale)}`
}

const statusOf: Record<AccountError['error'], number> = {
  invalid: 422,
  unauthorized: 403,
  conflict: 409,
  taken: 409,
  rate_limited: 429,
  unavailable: 503,
}

export function sendFormError(
  request: FastifyRequest,
  reply: FastifyReply,
  { error, retryAfter }: Pick<AccountError, 'error' | 'retryAfter'>,
  page: Page,
): FastifyReply {
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter))
  return sendPage(request, reply, { ...page, status: statusOf[error] })
}

/** Post/Redirect/Get: a reload does not resubmit the form. */
export function redirect(reply: FastifyReply, path: string, flash?: FlashMessage): FastifyReply {
  if (flash) setFlash(reply, flash)
  return redirectTo(reply, path, 303)
}

/**
 * Redirects to another site with a meta refresh. An HTTP redirect would be blocked: browsers apply the
 * Content-Security-Policy's `form-action 'self'` to redirects after a form submission too.
 */
export function redirectExternal(
  request: FastifyRequest,
  reply: FastifyReply,
  url: string,
  destination: string,
) {
  const t = messages[request.locale].shell.continueTo
  return sendPage(request, reply, {
    title: t.title({ destination }),
    refreshTo: url,
    footer: 'slim',
    content: (
      <div class="wrap narrow stack">
        <h1>{t.title({ destination })}</h1>
        <p>{t.text}</p>
        <p>
          <a class="btn btn-primary" href={url}>
            {t.title({ destination })}
          </a>
        </p>
      </div>
    ),
  })
}
