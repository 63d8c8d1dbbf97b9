// robots.txt and sitemaps by kind: foods in several files, categories, and the other pages.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type ListedPage, listCategories, listPages, listSitemaps } from '../../catalog/sitemap.ts'
import { categoryPath } from '../categories/category-path.ts'
import type { WebsiteCatalog } from '../context.ts'
import { docsPages, languagesOf } from '../docs/nav.ts'
import { defaultLocale, type Locale, localeNames, pathIn } from '../i18n/locales.ts'
import { sendNotFound } from '../shell/error-pages.tsx'
import { readParam } from '../shell/form-input.ts'
import { busy, type PageLimits, type PageRejection, rejectPage } from '../shell/page-limits.tsx'
import type { PageSemaphore } from '../shell/page-semaphore.ts'
import { publicCacheControl } from '../shell/responses.tsx'

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const linkNamespace = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
const head = '<?xml version="1.0" encoding="UTF-8"?>\n'

const maxSitemaps = 2
const maxSitemapsPerAddress = 1
// At 100 KB/s the longest sitemap takes a minute. Slower readers must not keep others from theirs.
const maxSitemapMs = 60_000

export function addSitemaps(
  app: FastifyInstance,
  { database, stats, websiteUrl }: WebsiteCatalog,
  { semaphore, onShed }: PageLimits,
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
Disallow: /meal?q=

Sitemap: ${websiteUrl}/sitemap.xml
`),
  )

  app.get('/sitemap.xml', { config }, async (_request, reply) => {
    const foods = await listSitemaps(database)
    const parts = ['pages', 'categories', ...foods.map(part => `foods-${part}`)]
    const entries = parts.map(part => `<sitemap><loc>${base}/sitemaps/${part}.xml</loc></sitemap>\n`)
    return sendXml(reply, `${head}<sitemapindex ${namespace}>\n${entries.join('')}</sitemapindex>\n`)
  })

  app.get('/sitemaps/pages.xml', { config }, (request, reply) => {
    const { changedAt } = stats.catalog()
    const catalogDate = changedAt === undefined ? undefined : new Date(changedAt * 1000)
    const sitePages = request.server.sitePages().filter(({ isInSitemap }) => isInSitemap)
    const entries = sitePages.flatMap(({ path, showsCatalog, isEnglishOnly }) => {
      const updatedAt = showsCatalog ? catalogDate : undefined
      return entriesInLanguages(base, { path, updatedAt }, isEnglishOnly ? [defaultLocale] : localeNames)
    })
    const articles = docsPages.flatMap(page =>
      entriesInLanguages(base, { path: page.path }, languagesOf(page)),
    )
    // In the languages that the operator writes.
    const legalTexts = request.server.legalPages().map(page => entryOf(base, { path: `/${page}` }))
    return sendXml(reply, urlsetOf([...entries, ...articles, ...legalTexts].join('')))
  })

  app.get('/sitemaps/categories.xml', { config: { ...config, cachedBy: [] } }, async (_request, reply) => {
    const categories = await listCategories(database)
    const entries = categories.flatMap(({ name, updatedAt }) =>
      entriesInLanguages(base, { path: categoryPath(name), updatedAt }),
    )
    return sendXml(reply, urlsetOf(entries.join('')))
  })

  app.get('/sitemaps/:file', { config: { ...config, takesTurnsItself: true } }, async (request, reply) => {
    const pages = listedFoods(readParam(request, 'file'))
    if (pages === undefined) return sendNotFound(request, reply)
    const { ipAddress } = request.visitor
    if (readers.filter(reader => reader === ipAddress).length >= maxSitemapsPerAddress)
      return rejectPage(request, reply, oneSitemapPerAddress)
    if (readers.length >= maxSitemaps) {
      onShed()
      return rejectPage(request, reply, { ...busy, retryAfter: 5 })
    }
    readers.push(ipAddress)
    reply.raw.once('close', () => readers.splice(readers.indexOf(ipAddress), 1))
    const texts = urlset(base, pages, semaphore)
    // A sitemap must list at least one page.
    const first = (await texts.next()).value
    if (!first) return sendNotFound(request, reply)
    const stream = Readable.from(prepend(first, texts), { signal: AbortSignal.timeout(maxSitemapMs) })
    return reply.type('application/xml').header('cache-control', publicCacheControl).send(stream)
  })

  /** The foods of a sitemap, which is sent while they are read. Undefined if there is none of that name. */
  function listedFoods(file: string): AsyncGenerator<ListedPage[]> | undefined {
    const [, part] = /^foods-([1-9]\d{0,6})\.xml$/.exec(file) ?? []
    return part === undefined ? undefined : listPages(database, Number(part))
  }
}

const sendXml = (reply: FastifyReply, xml: string): FastifyReply =>
  reply.type('application/xml').header('cache-control', publicCacheControl).send(xml)

async function* prepend(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}

const oneSitemapPerAddress: PageRejection = { reason: 'oneSitemap', status: 429, retryAfter: 5 }

const urlsetOf = (entries: string): string =>
  `${head}<urlset ${namespace} ${linkNamespace}>\n${entries}</urlset>\n`

/** Each chunk in a turn of its own, so that pages and the API come in between. Empty if there are no foods. */
async function* urlset(
  base: string,
  chunks: AsyncGenerator<ListedPage[]>,
  semaphore: PageSemaphore,
): AsyncGenerator<string> {
  const nextEntries = async () => {
    const { value: pages, done } = await chunks.next()
    return done ? undefined : entries(base, pages)
  }
  let text = await semaphore.run(nextEntries)
  if (text === undefined) return
  yield `${head}<urlset ${namespace}>\n`
  while (text !== undefined) {
    yield text
    text = await semaphore.run(nextEntries)
  }
  yield '</urlset>\n'
}

const entries = (base: string, pages: ListedPage[]): string => pages.map(page => entryOf(base, page)).join('')

/** `lastmod` is the day of a change; without a known one it is left out. */
function entryOf(base: string, { path, updatedAt }: SitemapEntry, alternates = ''): string {
  const lastmod = updatedAt === undefined ? '' : `<lastmod>${updatedAt.toISOString().slice(0, 10)}</lastmod>`
  return `<url><loc>${base}${escapeXml(path)}</loc>${lastmod}${alternates}</url>\n`
}

interface SitemapEntry {
  path: string
  updatedAt?: Date | undefined
}

/** Only languages in which the content of the page exists. */
function entriesInLanguages(
  base: string,
  { path, updatedAt }: SitemapEntry,
  languages: readonly Locale[] = localeNames,
): string[] {
  if (languages.length < 2) return [entryOf(base, { path, updatedAt })]
  const alternates = languages
    .map(
      locale =>
        `<xhtml:link rel="alternate" hreflang="${locale}" href="${base}${escapeXml(pathIn(locale, path))}"/>`,
    )
    .join('')
  return languages.map(locale => entryOf(base, { path: pathIn(locale, path), updatedAt }, alternates))
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
