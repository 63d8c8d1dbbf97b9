import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { childCategoryCounts } from '../../catalog/categories.ts'
import type { PortionsReader } from '../../catalog/food-portions.ts'
import { popularFoods } from '../../catalog/popular.ts'
import { barcodeCandidates } from '../../food/barcode.ts'
import type { Food } from '../../food/food.ts'
import { pagePath } from '../../food/page-path.ts'
import { splitFoods } from '../../meals/meal.ts'
import { addressWindows, retryAfterSeconds } from '../../platform/rate-limit/window.ts'
import { type MealPart, splitMeal } from '../../search/query/parse-meal.ts'
import { languageOfSentence } from '../../search/query/sentence-language.ts'
import { readComparedNames } from '../compare/comparison.ts'
import { namesIn } from '../components/names.ts'
import type { WebsiteCatalog } from '../context.ts'
import { portionQuery } from '../food/asked-portion.ts'
import { defaultLocale, type Locale } from '../i18n/locales.ts'
import { useMessages } from '../i18n/messages.ts'
import { mealPath } from '../meal/meal-address.ts'
import { mealDeps } from '../meal/read-items.ts'
import { messages } from '../messages/compiled/index.ts'
import { readQuery } from '../shell/form-input.ts'
import { redirectTo } from '../shell/page-variant.ts'
import { sendPage } from '../shell/responses.tsx'
import { askedAmounts } from './asked-amounts.ts'
import { FilterForm } from './filter-form.tsx'
import {
  ComparisonRow,
  KindTabs,
  MealLink,
  maxResults,
  NothingTyped,
  type Result,
  Results,
  Summary,
  searchesPerMinute,
  TooMany,
  WhyFirst,
} from './results.tsx'
import { readSearchQuery, readSearchText, type SearchQuery } from './search-query.ts'
import { type SuggestionLinks, suggestionsMarkup } from './suggestions.ts'

/** Same limit as the API. */
const minQueryLength = 2
/** Lets the browser show the list immediately on going back; shared caches must not store it. */
const privateCacheControl = 'private, max-age=60'
const starterFoods = 6
const starterCategories = 12

export function addSearchPage(app: FastifyInstance, catalog: WebsiteCatalog): void {
  const config = { isPublic: true }
  const deps = mealDeps(catalog)
  app.get('/search', { config }, async (request, reply) => {
    if (readQuery(request, 'part') === 'suggestions')
      return sendSuggestions(catalog, request, reply, {
        q: readSearchText(request),
        pathOf: (food, portion) =>
          (food.static_url ?? pagePath(food.id, food.name)) + (portion ? portionQuery(portion) : ''),
        searchPathOf: q => `/search?${String(new URLSearchParams({ q }))}`,
        offersComparison: true,
        portionsOf: deps.portionsOf,
      })
    const query = readSearchQuery(request)
    if (query.filters === null) {
      const food = await catalog.lookup.byBarcode(barcodeCandidates(query.q))
      if (food?.static_url) return redirectTo(reply, food.static_url, 302)
    }
    const parts =
      query.same === 0
        ? await splitFoods(deps, query.q, languageOfSentence(query.q, request.locale).language)
        : []
    if (query.filters === null && !query.isOneFood && isClearlyMeal(query.q, parts))
      return redirectTo(reply, mealPath({ q: query.q }), 302)
    const ranked = await runSearch(catalog, request.visitor.ipAddress, query)
    const found = await withAsked(ranked, parts, deps.portionsOf, request.locale)
    const result = await inLanguage(catalog, found, request.locale)
    const compared =
      result.kind === 'page' && query.offset === 0
        ? await findComparedFoods(catalog, query.q, request.locale)
        : []
    if (result.kind === 'too many') reply.header('retry-after', String(result.retryAfter))
    else reply.header('cache-control', privateCacheControl)
    return sendSearchPage(request, reply, { result, query, compared })
  })
}

/** Whether several foods with an amount each are listed, which no food is called. */
const isClearlyMeal = (q: string, parts: readonly MealPart[]): boolean =>
  parts.filter(({ isMeasured }) => isMeasured).length > 1 &&
  (parts.some(({ link }) => link !== null) || /[,;\n]/.test(q))

/** With the amounts that the text names, or the foods of a meal. */
async function withAsked(
  result: Result,
  parts: MealPart[],
  portionsOf: PortionsReader,
  locale: Locale,
): Promise<Result> {
  if (result.kind !== 'page') return result
  const { page } = result
  const foods = page.entries.map(({ food }) => food)
  const isNamed = page.reasons.some(({ kind }) => kind === 'named' || kind === 'other_name')
  const isOffered = parts.length > 1 && (parts.some(({ isMeasured }) => isMeasured) || !isNamed)
  return {
    ...result,
    amounts: await askedAmounts(portionsOf, parts, foods, locale),
    listedFoods: isOffered ? parts : [],
  }
}

/** Searches of all pages count together. */
export const takeSearch = (
  { limiter }: Pick<WebsiteCatalog, 'limiter'>,
  address: string,
  kind: 'search' | 'suggestions',
) => limiter.consume(addressWindows(address, `website-${kind}`, searchesPerMinute, 60_000))

async function runSearch(catalog: WebsiteCatalog, address: string, query: SearchQuery): Promise<Result> {
  if (query.q.length < minQueryLength) {
    const database = catalog.database.withDeadline()
    const starters = {
      foods: await popularFoods(database, { limit: starterFoods, offset: 0, category: '', withImage: true }),
      categories: await childCategoryCounts(database, null, starterCategories),
    }
    return { kind: 'nothing typed', isTooShort: query.q !== '', starters }
  }
  const decision = await takeSearch(catalog, address, 'search')
  if (!decision.allowed) return { kind: 'too many', retryAfter: retryAfterSeconds(decision) }
  const { q, filters, sort, offset, same } = query
  const request = { q, filters, sort, offset, limit: maxResults }
  const page = same > 0 ? await catalog.search.same(same, request) : await catalog.search.page(request)
  return { kind: 'page', page, amounts: null, listedFoods: [] }
}

/** With the names of the foods in the language of the page. */
async function inLanguage({ database }: WebsiteCatalog, result: Result, locale: Locale): Promise<Result> {
  if (locale === defaultLocale || result.kind === 'too many') return result
  const local = await namesIn(database, foodsOf(result), locale)
  if (result.kind === 'nothing typed')
    return { ...result, starters: { ...result.starters, foods: result.starters.foods.map(local) } }
  const entries = result.page.entries.map(entry => ({ ...entry, food: local(entry.food) }))
  return { ...result, page: { ...result.page, entries } }
}

const maxSuggestions = 8

interface SuggestionRequest extends SuggestionLinks {
  q: string
  offersComparison?: boolean
  /** For the amounts that the query states; missing where they do not matter. */
  portionsOf?: PortionsReader
}

/** For suggestions.client.ts. Counted apart from searches, so that typing never uses up the searches. */
export async function sendSuggestions(
  catalog: WebsiteCatalog,
  request: FastifyRequest,
  reply: FastifyReply,
  { q, offersComparison = false, portionsOf, ...links }: SuggestionRequest,
): Promise<FastifyReply> {
  reply.header('x-robots-tag', 'noindex').type('text/html; charset=utf-8')
  if (q === '') return reply.send('')
  const decision = await takeSearch(catalog, request.visitor.ipAddress, 'suggestions')
  if (!decision.allowed)
    return reply
      .code(429)
      .header('retry-after', String(retryAfterSeconds(decision)))
      .send('')
  const { locale } = request
  const parts = splitMeal(q, languageOfSentence(q, locale).language)
  const [part] = parts
  const isAmount = parts.length === 1 && part?.isMeasured === true
  const words = isAmount ? part.words : q
  const found = await catalog.search.suggest({ q: words, limit: maxSuggestions, language: locale })
  const completed = await Promise.all(
    found.map(async suggestion => ({
      ...suggestion,
      food: suggestion.food === null ? undefined : await catalog.lookup.byId(suggestion.food.id),
    })),
  )
  // Words without their amount would be another search.
  const suggestions = isAmount ? completed.filter(({ food }) => food !== undefined) : completed
  const foods = suggestions.flatMap(({ food }) => food ?? [])
  const amounts = portionsOf && (await askedAmounts(portionsOf, parts, foods, locale))
  const compared = offersComparison ? await findComparedFoods(catalog, q, locale) : []
  const hasPhotos = readQuery(request, 'photos') === '1'
  return reply
    .header('cache-control', privateCacheControl)
    .send(suggestionsMarkup({ q, suggestions, amounts, compared, hasPhotos, links }, locale))
}

/** The foods that are asked for with “banana or apple”; none for other queries, or if one of them is not found. */
async function findComparedFoods(catalog: WebsiteCatalog, q: string, locale: Locale): Promise<Food[]> {
  const names = readComparedNames(q)
  if (names === undefined) return []
  const found = await Promise.all(names.map(name => catalog.search.find({ q: name, limit: 1 })))
  const foods = [...new Map(found.flatMap(({ foods }) => foods).map(food => [food.id, food])).values()]
  if (foods.length < names.length) return []
  return foods.map(await namesIn(catalog.database, foods, locale))
}

interface SearchPageProps {
  result: Result
  query: SearchQuery
  /** The foods that the query asks to compare. */
  compared: Food[]
}

function sendSearchPage(request: FastifyRequest, reply: FastifyReply, props: SearchPageProps) {
  const { result, query, compared } = props
  const { q } = query
  const t = messages[request.locale].search
  return sendPage(request, reply, {
    title: q === '' ? t.title : t.titleOf({ q }),
    area: 'foods',
    permissions: { images: true },
    foods: [...foodsOf(result), ...compared],
    description: t.description,
    status: result.kind === 'too many' ? 429 : 200,
    scripts: ['filters', 'photos'],
    searchText: q,
    // Texts of visitors are not drawn.
    subject: { type: 'SearchResultsPage' },
    noIndex: true,
    content: <SearchContent {...props} />,
  })
}

function foodsOf(result: Result): Food[] {
  if (result.kind === 'page') return result.page.entries.map(({ food }) => food)
  return result.kind === 'nothing typed' ? result.starters.foods : []
}

function SearchContent({ result, query, compared }: SearchPageProps) {
  const t = useMessages('search')
  if (result.kind !== 'page') {
    return (
      <div class="wrap stack-l">
        <h1>{t.heading}</h1>
        {result.kind === 'too many' ? <TooMany {...result} /> : <NothingTyped {...result} />}
      </div>
    )
  }
  const { page } = result
  // Filters need not fit the compared foods, and another order is the reader's choice.
  const isFirst = query.active.length === 0 && query.sort.value === ''
  return (
    <div class="wrap listing">
      <div class="listing-head stack">
        <div>
          {/* suggestions.client.ts remembers searches that found something. */}
          <h1 data-searched={page.total > 0 ? query.q : undefined}>{query.q}</h1>
          <Summary page={page} query={query} />
          {compared.length === 0 && <WhyFirst page={page} />}
        </div>
        {compared.length > 0 ? (
          <ComparisonRow foods={compared} />
        ) : (
          <MealLink parts={result.listedFoods} q={query.q} />
        )}
        <KindTabs query={query} />
      </div>
      <FilterForm query={query} />
      <Results {...result} query={query} compared={isFirst ? compared : []} />
    </div>
  )
}
