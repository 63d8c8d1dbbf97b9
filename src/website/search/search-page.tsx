import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { imageSources } from '../../food/image-hosts.ts'
import { retryAfterSeconds } from '../../platform/rate-limit/window.ts'
import { SearchField } from '../components/search-field.tsx'
import type { WebsiteCatalog } from '../context.ts'
import { readQuery } from '../shell/form-input.ts'
import { sendPage } from '../shell/responses.tsx'
import { FilterForm } from './filter-form.tsx'
import { describeResult, isBarcode, maxResults, type Result, Results, searchesPerMinute } from './results.tsx'
import { readSearchQuery, type SearchQuery } from './search-query.ts'

/** Same limit as the API. */
const minQueryLength = 2
/** Lets the browser show the list immediately on going back; shared caches must not store it. */
const privateCacheControl = 'private, max-age=60'

export function addSearchPage(app: FastifyInstance, catalog: WebsiteCatalog): void {
  const config = { isPublic: true }
  app.get('/search', { config }, async (request, reply) => {
    const query = readSearchQuery(request)
    const isFragment = readQuery(request, 'part') === 'list'
    if (!isFragment && query.filters === null && isBarcode(query.q)) {
      const food = await catalog.lookup.byBarcode(query.q)
      if (food?.static_url) return reply.redirect(food.static_url, 302)
    }
    const result = await runSearch(catalog, request.visitor.ipAddress, query)
    if (result.kind === 'too many') reply.header('retry-after', String(result.retryAfter))
    else reply.header('cache-control', privateCacheControl)
    return isFragment ? sendFragment(reply, result, query) : sendSearchPage(request, reply, result, query)
  })
}

async function runSearch(catalog: WebsiteCatalog, address: string, query: SearchQuery): Promise<Result> {
  if (query.q === '') return { kind: 'empty query' }
  if (query.q.length < minQueryLength) return { kind: 'too short' }
  const decision = await catalog.limiter.consume([
    { name: `limit:{ip:${address}}:website-search`, limit: searchesPerMinute, lengthMs: 60_000 },
  ])
  if (!decision.allowed) return { kind: 'too many', retryAfter: retryAfterSeconds(decision) }
  const { q, filters, sort, offset, same } = query
  const request = { q, filters, sort, offset, limit: maxResults }
  const page = same > 0 ? await catalog.search.same(same, request) : await catalog.search.page(request)
  return { kind: 'page', page }
}

/** HTML fragment for live-search.client.ts. */
function sendFragment(reply: FastifyReply, result: Result, query: SearchQuery): FastifyReply {
  return reply
    .code(result.kind === 'too many' ? 429 : 200)
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(renderToStaticMarkup(<Results result={result} query={query} />))
}

function sendSearchPage(request: FastifyRequest, reply: FastifyReply, result: Result, query: SearchQuery) {
  const { q } = query
  return sendPage(request, reply, {
    title: q === '' ? 'Search' : `${q} · Search`,
    permissions: { images: imageSources, connect: "'self'" },
    description: 'Search foods by name, brand or barcode, with typo tolerance.',
    status: result.kind === 'too many' ? 429 : 200,
    scripts: ['live-search', 'images'],
    search: 'own',
    noIndex: true,
    content: (
      <section class="search-page">
        <h1>Search foods</h1>
        <SearchField id="search" q={q} results="found" />
        <FilterForm query={query} form="search-form" />
        <p class="status quiet" id="search-status" role="status">
          {describeResult(result)}
        </p>
        <div id="found">
          <Results result={result} query={query} />
        </div>
      </section>
    ),
  })
}
