import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { renderToStaticMarkup } from 'preact-render-to-string'
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
/** As in the API. */
const minQueryLength = 2
const maxQueryLength = 200
/** Far more than somebody types; programs have the API. */
const searchesPerMinute = 120
/** Somebody who comes back from a food sees the list at once; nobody else keeps it. */
const privateCacheControl = 'private, max-age=60'

type Result =
  | { kind: 'nothing typed' }
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
    return isFragment ? sendList(reply, result) : sendSearchPage(request, reply, result, q)
  })
}

/** Digits with or without spaces, as long as the shortest barcode at least. */
const isBarcode = (q: string): boolean => /^[\d\s-]{8,20}$/.test(q)

async function runSearch(catalog: WebsiteCatalog, address: string, q: string): Promise<Result> {
  if (q === '') return { kind: 'nothing typed' }
  if (q.length < minQueryLength) return { kind: 'too short' }
  const taken = await catalog.limiter.consume([
    { name: `limit:{ip:${address}}:website-search`, limit: searchesPerMinute, lengthMs: 60_000 },
  ])
  if (!taken.allowed) return { kind: 'too many', retryAfter: retryAfterSeconds(taken) }
  const foods = await catalog.searchDatabase.onSingleServer(database =>
    searchFoods(database, { q, limit: maxResults }, catalog.watchSearch),
  )
  return { kind: 'foods', q, foods }
}

/** What the script puts in the place of the list. */
function sendList(reply: FastifyReply, result: Result): FastifyReply {
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
    description: 'Search foods by name, brand or barcode; typing errors are forgiven.',
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
          That were more than {searchesPerMinute} searches in a minute from your address. Wait{' '}
          {result.retryAfter === 1 ? 'a second' : `${result.retryAfter} seconds`}, then search again.
        </p>
        <p>
          For a program, use <a href="/docs">the API</a>: it tells how many requests are left.
        </p>
      </div>
    )
  }
  if (result.kind !== 'foods') {
    return (
      <p class="quiet">
        Names in any language work, with typing errors too: <q>choclate biscits</q>, <q>lait entier</q>. Or{' '}
        <a href="/scan">scan a barcode</a>, or <a href="/popular">look at popular foods</a>.
      </p>
    )
  }
  return result.foods.length > 0 ? <FoodList foods={result.foods} /> : <Nothing q={result.q} />
}

function Nothing({ q }: { q: string }) {
  return (
    <div class="callout">
      {isBarcode(q) ? (
        <p>No food has this barcode. Compare the digits with those below the bars, the first and last too.</p>
      ) : (
        <p>
          Nothing is called like that. Try fewer words, or the plain name of the food without sizes and brand.
        </p>
      )}
      <p>
        Missing products can be added at <a href={contributeTo.url}>{contributeTo.label}</a>. They are here
        after the next update.
      </p>
    </div>
  )
}

function describeResult(result: Result): string {
  if (result.kind === 'too many') return 'Too many searches'
  if (result.kind === 'too short') return 'Type one more letter'
  if (result.kind === 'nothing typed') return 'Type what you look for'
  const { length } = result.foods
  if (length === 0) return 'Nothing found'
  return length === maxResults
    ? `The ${maxResults} best matches`
    : length === 1
      ? '1 food'
      : `${length} foods`
}
