// Responses: a page, a form with an error, or a redirect.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import { renderToStaticMarkup } from 'preact-render-to-string'
import type { AccountError } from '../../accounts/account-error.ts'
import { consumeFlash, type FlashMessage, setFlash } from './flash-messages.ts'
import { AccountName, CsrfToken } from './form.tsx'
import { Layout, type PageHead } from './layout.tsx'
import { type PagePermissions, setPagePermissions } from './security-headers.ts'

export interface Page extends PageHead {
  content: VNode
  status?: number
  /** Image sources, connections and camera access that the page needs. */
  permissions?: Omit<PagePermissions, 'script'>
}

export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  return send(reply, page, render(request, reply, page))
}

/** For routes with `isPublic`: the page is identical for every visitor, so shared caches may store it. */
export function sendPublicPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const html = render(request, reply, page)
  const isFound = page.status === undefined || page.status === 200
  return send(reply.header('cache-control', isFound ? publicCacheControl : shortCacheControl), page, html)
}

/** One minute in browsers, one hour in shared caches, and one more day while they revalidate. */
export const publicCacheControl = 'public, max-age=60, s-maxage=3600, stale-while-revalidate=86400'

/** For pages that do not exist yet but may soon. */
export const shortCacheControl = 'public, max-age=60'

function send(reply: FastifyReply, page: Page, html: string): FastifyReply {
  const { scripts = [], permissions } = page
  if (permissions || scripts.length > 0)
    setPagePermissions(reply, { ...permissions, script: scripts.length > 0 })
  return reply
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .send(html)
}

function render(request: FastifyRequest, reply: FastifyReply, page: Page): string {
  const { isPublic = false } = request.routeOptions.config
  const flash = isPublic ? undefined : consumeFlash(request, reply)
  const html = renderToStaticMarkup(
    <CsrfToken.Provider value={request.csrfToken}>
      <AccountName.Provider value={request.session?.accountName}>
        <Layout {...page} path={request.routeOptions.url ?? ''} flash={flash} isPublic={isPublic}>
          {page.content}
        </Layout>
      </AccountName.Provider>
    </CsrfToken.Provider>,
  )
  return `<!doctype html>${html}`
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
  return reply.redirect(path, 303)
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
  return sendPage(request, reply, {
    title: `Continue to ${destination}`,
    refreshTo: url,
    content: (
      <section class="narrow">
        <h1>Continuing to {destination}…</h1>
        <p>
          You are being redirected. If nothing happens, <a href={url}>continue to {destination}</a>.
        </p>
      </section>
    ),
  })
}
