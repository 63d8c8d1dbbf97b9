// One search from start to end: read the query, build candidates, retrieve and rank the foods. docs/explanation/search.md
// draws it.
import { setTimeout as wait } from 'node:timers/promises'
import { barcodeCandidates } from '../../food/barcode.ts'
import type { Food } from '../../food/food.ts'
import { type FoodRow, foodColumns, toFood } from '../../food/food-row.ts'
import type { Database } from '../../platform/database/pool.ts'
import type { CatalogReads } from '../../platform/database/read-endpoint.ts'
import type { SearchFilters } from '../filters.ts'
import { type RankedFood, rankFoods } from '../ranking/rank.ts'
import { reasonsOf } from '../ranking/reasons.ts'
import type { SortOrder } from '../sorting.ts'
import { type Suggestion, type SuggestRequest, suggestionsOf } from '../suggest/suggest.ts'
import { createSuggestionCache } from '../suggest/suggestion-cache.ts'
import {
  createVocabularyCache,
  type VersionedVocabulary,
  type VocabularyCache,
} from '../vocabulary/vocabulary-cache.ts'
import { type Candidate, candidatesOf, maxHitsOf, namedCandidates } from './candidates.ts'
import { findByBarcode } from './find-by-barcode.ts'
import {
  countOthers,
  entriesOf,
  fetchSame,
  fetchSorted,
  foundByBarcode,
  type Interpretation,
  interpretationOf,
  type SearchPage,
  sortableEntriesOf,
  startOfPage,
} from './page.ts'
import { parseQuery, type Reading } from './parse.ts'
import { type QueryClass, queryClassOf } from './query-class.ts'
import { relaxedCandidates } from './relax.ts'
import { maxHitsPerKey, type Retrieved, type RetrieveFoods } from './retrieve/engine.ts'
import { retrieveFromPostgresql } from './retrieve/postgresql.ts'

export interface SearchRequest {
  q: string
  limit: number
  /** The foods examined do not depend on it, so pages of one search neither overlap nor leave foods out. */
  offset?: number
  filters?: SearchFilters | null
}

/** Wraps a phase of the search to measure it. */
type MeasurePhase = <T>(phase: 'rewrite' | 'retrieve' | 'rank' | 'fetch' | 'vocabulary', work: () => T) => T

/** Runs a search and observes how long it and its phases take. */
export type ObserveSearch = <T>(
  reads: CatalogReads,
  queryClass: QueryClass,
  search: (database: Database, measure: MeasurePhase) => Promise<T>,
) => Promise<T>

export interface RankedSearch {
  readings: Reading[]
  candidates: Candidate[]
  /** Foods found by barcode come first. */
  byBarcode: number[]
  ranked: RankedFood[]
  /** Whether more foods match than were examined. */
  isCut: boolean
}

const noMeasure: MeasurePhase = (_phase, work) => work()
const notObserved: ObserveSearch = (reads, _queryClass, search) => search(reads.withDeadline(), noMeasure)

/** With fewer usable foods that match the whole query, words are left out. */
const minFullMatches = 3

/** After a small change the vocabulary is loaded in a few milliseconds; after an import that rebuilt the index, in seconds. */
const maxVocabularyWaitMs = 50
/** The foods are fetched after it, within the time limit of the search. */
const maxSecondSearchMs = 150

export interface PageRequest extends SearchRequest {
  offset: number
  sort: SortOrder
}

export interface FoodSearch {
  /** The foods that the query means, best first, and how the first of them was found; null if there are none. */
  find(request: SearchRequest): Promise<{ foods: Food[]; interpretation: Interpretation | null }>
  /** Loads what searches need and makes some, so that the first one is as fast as later ones. */
  prepare(): Promise<void>
  /** Whether searches use the vocabulary of this version of the catalog. */
  hasVocabularyOf(version: string | undefined): boolean
  /** What somebody who types this may mean. */
  suggest(request: SuggestRequest): Promise<Suggestion[]>
  /** Whether suggestions are those of this version of the catalog. */
  hasSuggestionsOf(version: string | undefined): boolean
  /** Some of them, in any order, with equal names and brands as one entry. */
  page(request: PageRequest): Promise<SearchPage>
  /** The foods with the same name and brand as this one. */
  same(id: number, request: Omit<PageRequest, 'q' | 'sort'>): Promise<SearchPage>
  /** How the foods were found and ranked. */
  explain(request: SearchRequest): Promise<ExplainedSearch>
}

export interface ExplainedSearch extends RankedSearch {
  /** The first foods, by id. */
  foods: Map<number, Food>
}

export interface SearchOptions {
  observe?: ObserveSearch
  /** Loads the vocabulary, which takes longer than a search may. Default: the connections of searches. */
  vocabularyDatabase?: Database
  /** The last known version of the catalog, for suggestions, which do not read it. */
  catalogVersion?: () => string | undefined
  retrieveFoods?: RetrieveFoods
}

interface SearchMeans {
  vocabularies: VocabularyCache
  retrieveFoods?: RetrieveFoods
  measure?: MeasurePhase
}

export function createFoodSearch(reads: CatalogReads, options: SearchOptions = {}): FoodSearch {
  const { observe = notObserved, vocabularyDatabase = reads, catalogVersion = () => undefined } = options
  const vocabularies = createVocabularyCache(vocabularyDatabase)
  const means = { vocabularies, retrieveFoods: options.retrieveFoods ?? retrieveFromPostgresql }
  const suggestions = createSuggestionCache(vocabularyDatabase)
  // Waits for the vocabulary first: loading it after a start may take longer than the time limit of a search.
  const search = async <T>(
    request: SearchRequest,
    work: (database: Database, measure: MeasurePhase) => Promise<T>,
  ): Promise<T> => {
    const vocabulary = await vocabularies.current()
    return await observe(reads, queryClassOf(request, vocabulary), work)
  }
  return {
    find: request =>
      search(request, async (database, measure) => {
        const found = await rankedSearch(database, request, { ...means, measure })
        const foods = await fetchFoods(database, idsOf(found, request), measure)
        return { foods, interpretation: interpretationOfFirst(foods, found) }
      }),
    async prepare() {
      const suggesting = suggestions.current()
      const searching = vocabularies.current().then(vocabulary =>
        // At once, because each connection to PostgreSQL plans the statements for itself.
        Promise.all(
          warmUpQueries(vocabulary).map(q => rankedSearch(reads.withDeadline(), { q, limit: 10 }, means)),
        ),
      )
      await Promise.all([suggesting, searching])
    },
    hasVocabularyOf: version => vocabularies.version() === version,
    async suggest(request) {
      const [index, vocabulary] = await Promise.all([suggestions.current(), vocabularies.current()])
      suggestions.refresh(catalogVersion())
      return suggestionsOf(request, index, vocabulary)
    },
    hasSuggestionsOf: version => suggestions.version() === version && vocabularies.version() === version,
    page: request =>
      search(request, async (database, measure) => {
        const found = await rankedSearch(database, request, { ...means, measure })
        return await fetchPage(database, found, request, measure)
      }),
    same: (id, { limit, offset, filters = null }) =>
      observe(reads, 'same_name', async (database, measure) => {
        const ids = await measure('retrieve', () => fetchSame(database, id, filters))
        const start = startOfPage(offset, limit, ids.length)
        const foods = await fetchFoods(database, ids.slice(start, start + limit), measure)
        const entries = foods.map(food => ({ food, others: 0 }))
        return { entries, offset: start, total: ids.length, isCut: false, interpretation: null, reasons: [] }
      }),
    explain: request =>
      search(request, async (database, measure) => {
        const found = await rankedSearch(database, request, { ...means, measure })
        const foods = await fetchFoods(database, idsOf(found, request), measure)
        return { ...found, foods: new Map(foods.map(food => [food.id, food])) }
      }),
  }
}

/** Frequent words, each also misspelt. */
function warmUpQueries({ completionsOf }: VersionedVocabulary): string[] {
  return ['br', 'ch', 'mi', 'su']
    .flatMap(prefix => completionsOf(prefix).slice(0, 2))
    .flatMap(({ term }) => [term, term.slice(0, 2) + term.slice(3)])
}

const idsOf = ({ byBarcode, ranked }: RankedSearch, { offset = 0, limit }: SearchRequest) =>
  [...new Set([...byBarcode, ...ranked.map(({ food }) => food.id)])].slice(offset, offset + limit)

function interpretationOfFirst([first]: Food[], { byBarcode, ranked }: RankedSearch): Interpretation | null {
  if (first === undefined) return null
  if (byBarcode.includes(first.id)) return foundByBarcode
  const found = ranked.find(({ food }) => food.id === first.id)
  return found === undefined ? null : interpretationOf(found)
}

async function fetchPage(
  database: Database,
  { byBarcode, ranked, isCut }: RankedSearch,
  { sort, limit, offset, filters = null }: PageRequest,
  measure: MeasurePhase,
): Promise<SearchPage> {
  const ids = (sort.orderBy === null ? entriesOf : sortableEntriesOf)(byBarcode, ranked)
  const [first] = ranked
  const isByRelevance = sort.orderBy === null && byBarcode.length === 0
  const start = startOfPage(offset, limit, ids.length)
  const foods =
    sort.orderBy === null
      ? await fetchFoods(database, ids.slice(start, start + limit), measure)
      : await measure('fetch', () => fetchSorted(database, { ids, sort, limit, offset: start }))
  const others = await measure('fetch', () =>
    countOthers(
      database,
      foods.map(({ id }) => id),
      filters,
    ),
  )
  return {
    entries: foods.map(food => ({ food, others: others.get(food.id) ?? 0 })),
    offset: start,
    total: ids.length,
    isCut,
    interpretation: first === undefined ? null : interpretationOf(first),
    reasons: first !== undefined && isByRelevance ? reasonsOf(first, ranked) : [],
  }
}

async function fetchFoods(database: Database, ids: number[], measure: MeasurePhase): Promise<Food[]> {
  if (ids.length === 0) return []
  const { rows } = await measure('fetch', () =>
    database.query<{ foods: FoodRow[] | null }>({
      name: 'fetch-foods',
      // One value: pg describes and reads each column of each row, which takes longer than all of it as JSON.
      text: `select json_agg(food) as foods from (select ${foodColumns} from foods where id = any($1)) as food`,
      values: [ids],
    }),
  )
  const foods = new Map(rows[0]?.foods?.map(row => [row.id, row]))
  // A food that was removed after it was found is left out.
  return ids.flatMap(id => foods.get(id) ?? []).map(toFood)
}

export async function rankedSearch(
  database: Database,
  request: SearchRequest,
  means: SearchMeans,
): Promise<RankedSearch> {
  const { vocabularies, measure = noMeasure } = means
  const readings = parseQuery(request.q)
  if (readings.length === 0) return { readings, candidates: [], byBarcode: [], ranked: [], isCut: false }
  const vocabulary = await vocabularies.current()
  const { version, ...found } = await searchWith(database, request, readings, { ...means, vocabulary })
  if (version === vocabulary.version) return found
  const isKnown = readings.every(({ tokens }) =>
    tokens.every(({ term }) => vocabulary.documentFrequency(term) > 0),
  )
  // With the old vocabulary it still finds most foods.
  const reloading = vocabularies.reload(version).catch(() => vocabulary)
  if (isKnown) return found
  const inTime = wait(maxVocabularyWaitMs, vocabulary, { ref: false })
  const reloaded = await measure('vocabulary', () => Promise.race([reloading, inTime]))
  if (reloaded.version === vocabulary.version) return found
  // The catalog has changed, and it may contain these words now. The first search may have used up the time.
  const again = await Promise.race([
    searchWith(database, request, readings, { ...means, vocabulary: reloaded }).catch(() => undefined),
    wait(maxSecondSearchMs, undefined, { ref: false }),
  ])
  if (again === undefined) return found
  const { version: _, ...foundAgain } = again
  return foundAgain
}

async function searchWith(
  database: Database,
  { q, filters = null }: SearchRequest,
  readings: Reading[],
  {
    vocabulary,
    retrieveFoods = retrieveFromPostgresql,
    measure = noMeasure,
  }: Omit<SearchMeans, 'vocabularies'> & { vocabulary: VersionedVocabulary },
): Promise<RankedSearch & { version: string }> {
  const queries = measure('rewrite', () => candidatesOf(readings, vocabulary))
  const candidates = [...queries, ...namedCandidates(readings, vocabulary)]
  const retrieval = {
    queries,
    named: candidates.filter(({ prefix }) => prefix === null),
    filters,
  }
  const [full, byBarcode] = await measure('retrieve', () =>
    Promise.all([retrieveFoods(database, retrieval), findByBarcode(database, barcodeCandidates(q), filters)]),
  )
  const found = {
    foods: full.foods,
    candidates: candidates.map((candidate, index) => ({ candidate, ids: full.ids[index] ?? [] })),
    byKey: full.byKey,
  }
  const ranked = measure('rank', () => rankFoods(found))
  const result = { version: full.version, readings, byBarcode, isCut: isCut(full, queries) }
  if (isEnough(ranked) || byBarcode.length > 0) return { ...result, candidates, ranked }
  const hasFood = ranked.some(({ candidate }) => candidate.isTyped)
  const relaxed = relaxedCandidates(readings, vocabulary, { hasFood })
  if (relaxed.queries.length === 0) return { ...result, candidates, ranked }
  const more = await measure('retrieve', () => retrieveFoods(database, { ...retrieval, ...relaxed }))
  for (const [id, food] of more.foods) found.foods.set(id, food)
  const allCandidates = [...candidates, ...relaxed.named]
  return {
    ...result,
    isCut: result.isCut || isCut(more, relaxed.queries),
    candidates: allCandidates,
    ranked: measure('rank', () =>
      rankFoods({
        foods: found.foods,
        candidates: [
          ...found.candidates,
          ...relaxed.named.map((candidate, index) => ({ candidate, ids: more.ids[index] ?? [] })),
        ],
        byKey: [...found.byKey, ...more.byKey],
      }),
    ),
  }
}

const isCut = ({ ids, byKey }: Retrieved, queries: Candidate[]) =>
  byKey.length >= maxHitsPerKey ||
  queries.some((candidate, index) => (ids[index]?.length ?? 0) >= maxHitsOf(candidate, index))

const isEnough = (ranked: RankedFood[]) =>
  ranked.filter(({ food, isRepeat }) => !isRepeat && food.dataClass !== 'unusable').length >= minFullMatches
