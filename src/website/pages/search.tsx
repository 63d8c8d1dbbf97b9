import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { renderToStaticMarkup } from 'preact-render-to-string'
import type { Food } from '../../food/food.ts'
import { retryAfterSeconds } from '../../limits/window.ts'
import { searchFoods } from '../../search/query/search.ts'
import { show } from '../answer.tsx'
import { FoodList } from '../parts/food-list.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { readQuery } from '../typed.ts'
import type { WebsiteCatalog } from '../website-parts.ts'

const shown = 20
/** As in the API. */
const shortest = 2
const longest = 200
/** Far more than somebody types; programs have the API. */
const searchesAMinute = 120
/** Somebody who comes back from a food sees the list at once; nobody else keeps it. */
const keptByBrowser = 'private, max-age=60'

type Result =
  | { kind: 'nothing typed' }
  | { kind: 'too short' }
  | { kind: 'too many'; retryAfter: number }
  | { kind: 'foods'; q: string; foods: Food[] }

export function addSearchPage(app: FastifyInstance, catalog: WebsiteCatalog): void {
  const config = { isForAll: true }
  app.get('/search', { config }, async (request, reply) => {
    const q = readQuery(request, 'q').trim().slice(0, longest)
    const isPart = readQuery(request, 'part') === 'list'
    if (!isPart && isBarcode(q)) {
      const food = await catalog.lookup.byBarcode(q)
      if (food?.static_url) return reply.redirect(food.static_url, 302)
    }
    const result = await find(catalog, request.visitor.address, q)
    if (result.kind === 'too many') reply.header('retry-after', String(result.retryAfter))
    else reply.header('cache-control', keptByBrowser)
    return isPart ? sendList(reply, result) : sendPage(request, reply, result, q)
  })
}

/** Digits with or without spaces, as long as the shortest barcode at least. */
const isBarcode = (q: string): boolean => /^[\d\s-]{8,20}$/.test(q)

async function find(catalog: WebsiteCatalog, address: string, q: string): Promise<Result> {
  if (q === '') return { kind: 'nothing typed' }
  if (q.length < shortest) return { kind: 'too short' }
  const taken = await catalog.limiter.take([
    { name: `limit:{ip:${address}}:website-search`, limit: searchesAMinute, lengthMs: 60_000 },
  ])
  if (!taken.allowed) return { kind: 'too many', retryAfter: retryAfterSeconds(taken) }
  const foods = await catalog.searchDatabase.fromOne(database =>
    searchFoods(database, { q, limit: shown }, catalog.watchSearch),
  )
  return { kind: 'foods', q, foods }
}

/** What the script puts in the place of the list. */
function sendList(reply: FastifyReply, result: Result): FastifyReply {
  return reply
    .code(result.kind === 'too many' ? 429 : 200)
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(renderToStaticMarkup(<Found result={result} />))
}

function sendPage(request: FastifyRequest, reply: FastifyReply, result: Result, q: string) {
  return show(request, reply, {
    title: q === '' ? 'Search' : `${q} · Search`,
    needs: { images: 'https:', connect: "'self'" },
    description: 'Search foods by name, brand or barcode; typing errors are forgiven.',
    status: result.kind === 'too many' ? 429 : 200,
    scripts: ['search', 'pictures'],
    search: 'own',
    isHidden: true,
    content: (
      <section class="search-page">
        <h1>Search foods</h1>
        <SearchField id="search" q={q} results="found" />
        <p class="told quiet" id="told" role="status">
          {inWords(result)}
        </p>
        <div id="found">
          <Found result={result} />
        </div>
      </section>
    ),
  })
}

function Found({ result }: { result: Result }) {
  return (
    <div class="found" data-told={inWords(result)}>
      <FoundInside result={result} />
    </div>
  )
}

function FoundInside({ result }: { result: Result }) {
  if (result.kind === 'too many') {
    return (
      <div class="callout">
        <p>
          That were more than {searchesAMinute} searches in a minute from your address. Wait{' '}
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
        Products that nobody has told yet can be added at{' '}
        <a href="https://world.openfoodfacts.org">Open Food Facts</a>; they are here after the next update.
      </p>
    </div>
  )
}

function inWords(result: Result): string {
  if (result.kind === 'too many') return 'Too many searches'
  if (result.kind === 'too short') return 'Type one more letter'
  if (result.kind === 'nothing typed') return 'Type what you look for'
  const { length } = result.foods
  if (length === 0) return 'Nothing found'
  return length === shown ? `The ${shown} best matches` : length === 1 ? '1 food' : `${length} foods`
}
