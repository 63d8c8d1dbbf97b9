// The ways to answer: a page, the same page with what was wrong, or the address of another.
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
  /** What its pictures and scripts may ask for, and whether it uses the camera. */
  permissions?: Omit<PagePermissions, 'script'>
}

export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  return send(reply, page, render(request, reply, page))
}

/** For routes with `isPublic`: the page is the same for everybody, so caches between us and them may keep it. */
export function sendPublicPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const html = render(request, reply, page)
  const isFound = page.status === undefined || page.status === 200
  return send(reply.header('cache-control', isFound ? publicCacheControl : shortCacheControl), page, html)
}

/** A minute in browsers, an hour in caches that serve many, and a day more while they ask anew. */
export const publicCacheControl = 'public, max-age=60, s-maxage=3600, stale-while-revalidate=86400'

/** What is not there may be there soon. */
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

/** The page shows what was wrong; the status says so to programs. */
export function sendFormError(
  request: FastifyRequest,
  reply: FastifyReply,
  { error, retryAfter }: Pick<AccountError, 'error' | 'retryAfter'>,
  page: Page,
): FastifyReply {
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter))
  return sendPage(request, reply, { ...page, status: statusOf[error] })
}

/** After every form that did something, so that a reload does not do it again. */
export function redirect(reply: FastifyReply, path: string, flash?: FlashMessage): FastifyReply {
  if (flash) setFlash(reply, flash)
  return reply.redirect(path, 303)
}

/**
 * To a page of somebody else. Not by a redirect: our Content-Security-Policy lets forms end on our own pages
 * only, and browsers follow it through redirects. So the page itself moves on.
 */
export function redirectExternal(request: FastifyRequest, reply: FastifyReply, url: string, who: string) {
  return sendPage(request, reply, {
    title: `On to ${who}`,
    refreshTo: url,
    content: (
      <section class="narrow">
        <h1>On to {who}</h1>
        <p>
          You should be there in a moment. If nothing happens, <a href={url}>continue to {who}</a>.
        </p>
      </section>
    ),
  })
}
