// robots.txt and sitemaps: one of the other pages, one of categories and brands, and those of all foods, split into several files.
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { listBrands } from '../../catalog/brands.ts'
import { categoryCounts } from '../../catalog/categories.ts'
import { type ListedPage, listPages, listSitemaps } from '../../catalog/sitemap.ts'
import { brandPath } from '../brands/brand-path.ts'
import { categoryPath } from '../categories/category-path.ts'
import type { WebsiteCatalog } from '../context.ts'
import { docsPages } from '../docs/nav.ts'
import { sendNotFound } from '../shell/error-pages.tsx'
import { readParam } from '../shell/form-input.ts'
import { busy, type PageLimits, type PageRejection, rejectPage } from '../shell/page-limits.tsx'
import type { PageScheduler } from '../shell/page-scheduler.ts'
import { publicCacheControl } from '../shell/responses.tsx'

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const head = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** With the categories they stay far below the 50,000 addresses that a sitemap may list. */
const maxBrands = 10_000

const maxSitemaps = 2
const maxSitemapsPerAddress = 1
// At 100 KB/s the longest sitemap takes a minute. Slower readers must not keep others from theirs.
const maxSitemapMs = 60_000

export function addSitemaps(
  app: FastifyInstance,
  { database, websiteUrl }: WebsiteCatalog,
  { scheduler, onShed }: PageLimits,
): void {
  const config = { isPublic: true }
  const base = escapeXml(websiteUrl)
  /** Addresses that are receiving a sitemap. */
  const readers: string[] = []

  app.get('/robots.txt', { config: { ...config, isUnlimited: true } }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', publicCacheControl)
      .send(`User-agent: *
Disallow: /account
Disallow: /sign-in
Disallow: /sign-up
Disallow: /search

Sitemap: ${websiteUrl}/sitemap.xml
`),
  )

  app.get('/sitemap.xml', { config }, async (_request, reply) => {
    const parts = ['pages', 'lists', ...(await listSitemaps(database))]
    const entries = parts.map(part => `<sitemap><loc>${base}/sitemaps/${part}.xml</loc></sitemap>\n`)
    return reply
      .type('application/xml')
      .header('cache-control', publicCacheControl)
      .send(`${head}<sitemapindex ${namespace}>\n${entries.join('')}</sitemapindex>\n`)
  })

  app.get('/sitemaps/pages.xml', { config }, (request, reply) => {
    const sitePages = request.server.sitePages().filter(({ isInSitemap }) => isInSitemap)
    const paths = [
      ...sitePages.map(({ path }) => path),
      ...docsPages.map(({ path }) => path),
      ...request.server.legalPages().map(page => `/${page}`),
    ]
    const urls = paths.map(path => `<url><loc>${base}${path}</loc></url>\n`)
    return reply
      .type('application/xml')
      .header('cache-control', publicCacheControl)
      .send(`${head}<urlset ${namespace}>\n${urls.join('')}</urlset>\n`)
  })

  app.get('/sitemaps/lists.xml', { config: { ...config, cachedBy: [] } }, async (_request, reply) => {
    const [categories, { brands }] = await Promise.all([
      categoryCounts(database),
      listBrands(database, { limit: maxBrands, offset: 0 }),
    ])
    const paths = [
      ...categories.map(({ category }) => categoryPath(category)),
      ...brands.map(({ name }) => brandPath(name)),
    ]
    const urls = paths.map(path => `<url><loc>${base}${escapeXml(path)}</loc></url>\n`)
    return reply
      .type('application/xml')
      .header('cache-control', publicCacheControl)
      .send(`${head}<urlset ${namespace}>\n${urls.join('')}</urlset>\n`)
  })

  app.get('/sitemaps/:file', { config: { ...config, schedulesItself: true } }, async (request, reply) => {
    const [, part = '0'] = /^([1-9]\d{0,6})\.xml$/.exec(readParam(request, 'file')) ?? []
    const { ipAddress } = request.visitor
    if (readers.filter(reader => reader === ipAddress).length >= maxSitemapsPerAddress)
      return rejectPage(request, reply, oneSitemapPerAddress)
    if (readers.length >= maxSitemaps) {
      onShed()
      return rejectPage(request, reply, { ...busy, retryAfter: 5 })
    }
    readers.push(ipAddress)
    reply.raw.once('close', () => readers.splice(readers.indexOf(ipAddress), 1))
    const texts = urlset(base, listPages(database, Number(part)), scheduler, ipAddress)
    // A sitemap must list at least one page.
    const first = part === '0' ? undefined : (await texts.next()).value
    if (!first) return sendNotFound(request, reply)
    const stream = Readable.from(prepend(first, texts), { signal: AbortSignal.timeout(maxSitemapMs) })
    return reply.type('application/xml').header('cache-control', publicCacheControl).send(stream)
  })
}

async function* prepend(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}

const oneSitemapPerAddress: PageRejection = { reason: 'oneSitemap', status: 429, retryAfter: 5 }

/** Each chunk in a turn of the page scheduler, so that pages and the API come in between. Empty if there are no foods. */
async function* urlset(
  base: string,
  chunks: AsyncGenerator<ListedPage[]>,
  scheduler: PageScheduler,
  address: string,
): AsyncGenerator<string> {
  const nextEntries = async () => {
    const { value: pages, done } = await chunks.next()
    return done ? undefined : entries(base, pages)
  }
  let text = await scheduler.run(address, nextEntries)
  if (text === undefined) return
  yield `${head}<urlset ${namespace}>\n`
  while (text !== undefined) {
    yield text
    text = await scheduler.run(address, nextEntries)
  }
  yield '</urlset>\n'
}

/** Paths of foods contain no characters that need XML escaping. */
function entries(base: string, pages: ListedPage[]): string {
  return pages
    .map(
      ({ path, updatedAt }) =>
        `<url><loc>${base}${path}</loc><lastmod>${updatedAt.toISOString().slice(0, 10)}</lastmod></url>\n`,
    )
    .join('')
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
