// robots.txt and sitemaps of all foods, split into several files.
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type ListedPage, listPages, listSitemaps } from '../../catalog/sitemap.ts'
import type { WebsiteCatalog } from '../context.ts'
import { sendNotFound } from '../shell/error-pages.tsx'
import { readParam } from '../shell/form-input.ts'
import { publicCacheControl } from '../shell/responses.tsx'

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const head = '<?xml version="1.0" encoding="UTF-8"?>\n'

export function addSitemaps(app: FastifyInstance, { database, websiteUrl }: WebsiteCatalog): void {
  const options = { config: { isPublic: true } }
  const base = escapeXml(websiteUrl)

  app.get('/robots.txt', options, (_request, reply) =>
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

  app.get('/sitemap.xml', options, async (_request, reply) => {
    const parts = await listSitemaps(database)
    const entries = parts.map(part => `<sitemap><loc>${base}/sitemaps/${part}.xml</loc></sitemap>\n`)
    return reply
      .type('application/xml')
      .header('cache-control', publicCacheControl)
      .send(`${head}<sitemapindex ${namespace}>\n${entries.join('')}</sitemapindex>\n`)
  })

  app.get('/sitemaps/:file', options, async (request, reply) => {
    const [, part = '0'] = /^([1-9]\d{0,6})\.xml$/.exec(readParam(request, 'file')) ?? []
    const chunks = listPages(database, Number(part))
    // A sitemap must list at least one page.
    const first = part === '0' ? undefined : (await chunks.next()).value
    if (!first) return sendNotFound(request, reply)
    return reply
      .type('application/xml')
      .header('cache-control', publicCacheControl)
      .send(Readable.from(urlset(base, first, chunks)))
  })
}

async function* urlset(base: string, first: ListedPage[], rest: AsyncGenerator<ListedPage[]>) {
  yield `${head}<urlset ${namespace}>\n${entries(base, first)}`
  for await (const pages of rest) yield entries(base, pages)
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
