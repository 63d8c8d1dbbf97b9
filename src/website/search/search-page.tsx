import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { barcodeCandidates } from '../../food/barcode.ts'
import type { Food } from '../../food/food.ts'
import { contributeTo } from '../../food/sources.ts'
import { retryAfterSeconds } from '../../platform/rate-limit/window.ts'
import { searchFoods } from '../../search/query/search.ts'
import { FoodList } from '../components/food-list.tsx'
import { SearchField } from '../components/search-field.tsx'
import type { WebsiteCatalog } from '../context.ts'
import { readQuery } from '../shell/form-input.ts'
import { sendPage } from '../shell/responses.tsx'

const maxResults = 20
/** Same limits as the API. */
const minQueryLength = 2
const maxQueryLength = 200
/** Far more than a person needs; programs should use the API. */
const searchesPerMinute = 120
/** Lets the browser show the list immediately on going back; shared caches must not store it. */
const privateCacheControl = 'private, max-age=60'

type Result =
  | { kind: 'empty query' }
  | { kind: 'too short' }
  | { kind: 'too many'; retryAfter: number }
  | { kind: 'foods'; q: string; foods: Food[] }

export function addSearchPage(app: FastifyInstance, catalog: WebsiteCatalog): void {
  const config = { isPublic: true }
  app.get('/search', { config }, async (request, reply) => {
    const q = readQuery(request, 'q').trim().slice(0, maxQueryLength)
    const isFragment = readQuery(request, 'part') === 'list'
    if (!isFragment && isBarcode(q)) {
      const food = await catalog.lookup.byBarcode(q)
      if (food?.static_url) return reply.redirect(food.static_url, 302)
    }
    const result = await runSearch(catalog, request.visitor.ipAddress, q)
    if (result.kind === 'too many') reply.header('retry-after', String(result.retryAfter))
    else reply.header('cache-control', privateCacheControl)
    return isFragment ? sendFragment(reply, result) : sendSearchPage(request, reply, result, q)
  })
}

const isBarcode = (q: string): boolean => barcodeCandidates(q).length > 0

async function runSearch(catalog: WebsiteCatalog, address: string, q: string): Promise<Result> {
  if (q === '') return { kind: 'empty query' }
  if (q.length < minQueryLength) return { kind: 'too short' }
  const decision = await catalog.limiter.consume([
    { name: `limit:{ip:${address}}:website-search`, limit: searchesPerMinute, lengthMs: 60_000 },
  ])
  if (!decision.allowed) return { kind: 'too many', retryAfter: retryAfterSeconds(decision) }
  const foods = await catalog.searchDatabase.onSingleServer(database =>
    searchFoods(database, { q, limit: maxResults }, catalog.watchSearch),
  )
  return { kind: 'foods', q, foods }
}

/** HTML fragment for live-search.client.ts. */
function sendFragment(reply: FastifyReply, result: Result): FastifyReply {
  return reply
    .code(result.kind === 'too many' ? 429 : 200)
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(renderToStaticMarkup(<Results result={result} />))
}

function sendSearchPage(request: FastifyRequest, reply: FastifyReply, result: Result, q: string) {
  return sendPage(request, reply, {
    title: q === '' ? 'Search' : `${q} · Search`,
    permissions: { images: 'https:', connect: "'self'" },
    description: 'Search foods by name, brand or barcode, with typo tolerance.',
    status: result.kind === 'too many' ? 429 : 200,
    scripts: ['live-search', 'images'],
    search: 'own',
    noIndex: true,
    content: (
      <section class="search-page">
        <h1>Search foods</h1>
        <SearchField id="search" q={q} results="found" />
        <p class="status quiet" id="search-status" role="status">
          {describeResult(result)}
        </p>
        <div id="found">
          <Results result={result} />
        </div>
      </section>
    ),
  })
}

function Results({ result }: { result: Result }) {
  return (
    <div class="found" data-status={describeResult(result)}>
      <ResultsBody result={result} />
    </div>
  )
}

function ResultsBody({ result }: { result: Result }) {
  if (result.kind === 'too many') {
    return (
      <div class="callout">
        <p>
          You have made more than {searchesPerMinute} searches in a minute. Please wait{' '}
          {result.retryAfter === 1 ? '1 second' : `${result.retryAfter} seconds`} and try again.
        </p>
        <p>
          For automated searches, please use <a href="/docs">the API</a>.
        </p>
      </div>
    )
  }
  if (result.kind !== 'foods') {
    return (
      <p class="quiet">
        Search in any language; typos are fine: <q>choclate biscits</q>, <q>lait entier</q>. You can also{' '}
        <a href="/scan">scan a barcode</a> or <a href="/popular">browse popular foods</a>.
      </p>
    )
  }
  return result.foods.length > 0 ? <FoodList foods={result.foods} /> : <NoResults q={result.q} />
}

function NoResults({ q }: { q: string }) {
  return (
    <div class="callout">
      {isBarcode(q) ? (
        <p>
          We don’t have a food with this barcode. Check that all digits are correct, including the first and
          the last.
        </p>
      ) : (
        <p>No foods match your search. Try fewer words, or leave out sizes and brand names.</p>
      )}
      <p>
        You can add missing products at <a href={contributeTo.url}>{contributeTo.label}</a>. They appear here
        after the next update.
      </p>
    </div>
  )
}

function describeResult(result: Result): string {
  if (result.kind === 'too many') return 'Too many searches'
  if (result.kind === 'too short') return 'Enter at least 2 characters'
  if (result.kind === 'empty query') return 'Enter a search term'
  const { length } = result.foods
  if (length === 0) return 'No results'
  return length === maxResults ? `Top ${maxResults} results` : length === 1 ? '1 food' : `${length} foods`
}
