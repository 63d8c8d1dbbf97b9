// In-memory LRU cache of rendered catalog pages, invalidated when the catalog changes.
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The page depends only on its URL and the catalog. */
    isCacheable?: boolean
  }
  interface FastifyRequest {
    /** Time of the catalog's last change, read in the same snapshot as the page's data. */
    catalogChangedAt: number | undefined
  }
}

interface PageCacheOptions {
  /** Time of the catalog's last known change. */
  changedAt: () => number | undefined
  maxBytes: number
}

interface CachedPage {
  catalogChangedAt: number
  renderedAt: number
  headers: Record<string, string>
  payload: Buffer
}

// Limited because pages show the age of their data.
const maxAgeMs = 3_600_000
const cachedHeaders = [
  'content-type',
  'cache-control',
  'etag',
  'content-security-policy',
  'permissions-policy',
]

/** Register it after the hooks that set headers: headers are cached with the page. */
export function addPageCache(app: FastifyInstance, { changedAt, maxBytes }: PageCacheOptions): void {
  /** In least-recently-used order. */
  const pages = new Map<string, CachedPage>()
  let bytes = 0

  function evict(url: string, { payload }: CachedPage): void {
    pages.delete(url)
    bytes -= payload.length
  }

  function isCurrent({ catalogChangedAt, renderedAt }: CachedPage): boolean {
    return catalogChangedAt === changedAt() && performance.now() - renderedAt < maxAgeMs
  }

  app.decorateRequest('catalogChangedAt', undefined)

  app.addHook('preHandler', (request, reply, done) => {
    const page = request.routeOptions.config.isCacheable ? pages.get(request.url) : undefined
    if (page === undefined) return done()
    pages.delete(request.url)
    if (isCurrent(page)) {
      pages.set(request.url, page)
      return void reply.headers(page.headers).send(page.payload)
    }
    bytes -= page.payload.length
    return done()
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    const { url, routeOptions, catalogChangedAt } = request
    if (!routeOptions.config.isCacheable || reply.statusCode !== 200 || catalogChangedAt === undefined)
      return done(null, payload)
    if (typeof payload !== 'string' || pages.has(url)) return done(null, payload)
    const headers: Record<string, string> = {}
    for (const name of cachedHeaders) {
      const value = reply.getHeader(name)
      if (typeof value === 'string') headers[name] = value
    }
    const page = { catalogChangedAt, renderedAt: performance.now(), headers, payload: Buffer.from(payload) }
    pages.set(url, page)
    bytes += page.payload.length
    for (const [oldestUrl, oldest] of pages) {
      if (bytes <= maxBytes) break
      evict(oldestUrl, oldest)
    }
    return done(null, page.payload)
  })
}
