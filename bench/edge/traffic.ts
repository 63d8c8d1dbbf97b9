// Simulated traffic of readers: which URLs they ask for, how often, and in which order. All shares are assumptions (bench/README.md).
import { withConnection } from '../../src/platform/database/pool.ts'

export const kinds = ['suggest', 'search', 'food', 'barcode', 'unknown barcode', 'list'] as const
export type Kind = (typeof kinds)[number]

interface CatalogFood {
  id: number
  name: string
  barcode: string | null
}

const maxQueries = 100_000
const unknownBarcodes = 100_000
const listPages = 20

/** Shares of sessions. */
const sessionShares = {
  suggest: 0.45,
  typedSearch: 0.15,
  barcode: 0.18,
  unknownBarcode: 0.02,
  food: 0.17,
  list: 0.03,
}
type SessionKind = keyof typeof sessionShares
/** How many of those who search open a food afterwards. */
const opensFood = 0.7

export interface Urls {
  paths: string[]
  kinds: Kind[]
  foods: number[]
  barcodes: number[]
  unknownBarcodes: number[]
  lists: number[]
  /** For each query, what is sent while somebody types it, in /suggest and then /search, or in /search alone. */
  suggested: number[][]
  typed: number[][]
}

/** The URLs of a catalog, popular ones first. */
export async function readUrls(databaseUrl: string): Promise<Urls> {
  const { rows: foods } = await withConnection(databaseUrl, client =>
    client.query<CatalogFood>('select id, name, barcode from foods order by popularity + lookups desc, id'),
  )
  const paths: string[] = []
  const kindOf: Kind[] = []
  const known = new Map<string, number>()
  const urlOf = (kind: Kind, path: string) => {
    const url = known.get(path) ?? paths.length
    if (url === paths.length) {
      known.set(path, url)
      paths.push(path)
      kindOf.push(kind)
    }
    return url
  }
  const search = (query: string, limit: number) =>
    urlOf('search', `/search?limit=${limit}&q=${encodeURIComponent(query)}`)
  const queries = queriesOf(foods)
  return {
    paths,
    kinds: kindOf,
    foods: foods.map(({ id }) => urlOf('food', `/food/${id}`)),
    barcodes: foods.flatMap(({ barcode }) =>
      barcode === null ? [] : urlOf('barcode', `/barcode/${barcode}`),
    ),
    unknownBarcodes: Array.from({ length: unknownBarcodes }, (_, n) =>
      urlOf('unknown barcode', `/barcode/${2_000_000_000_000 + 10 * n}`),
    ),
    lists: [
      urlOf('list', '/foods/categories'),
      ...Array.from({ length: listPages }, (_, page) =>
        urlOf('list', `/foods/popular?limit=50&offset=${50 * page}`),
      ),
    ],
    suggested: queries.map(query => [
      ...prefixesOf(query).map(typed => urlOf('suggest', `/suggest?q=${encodeURIComponent(typed)}`)),
      search(query, 20),
    ]),
    typed: queries.map(query => prefixesOf(query).map(typed => search(typed, 8))),
  }
}

/** The first words of the names. */
function queriesOf(foods: readonly CatalogFood[]): string[] {
  const queries = new Set<string>()
  for (const { name } of foods) {
    const query = (name.toLowerCase().match(/[\p{L}\d]+/gu) ?? []).slice(0, 2).join(' ')
    if (query.length >= 3 && query.length <= 30) queries.add(query)
    if (queries.size === maxQueries) break
  }
  return [...queries]
}

/** What is sent while somebody types: after every second character, and at the end. */
function prefixesOf(query: string): string[] {
  const characters = Array.from(query)
  const lengths = characters.map((_, index) => index + 1)
  const sent = lengths.filter(length => length % 2 === 0 || length === characters.length)
  const typed = sent.map(length => characters.slice(0, length).join('').trim())
  // `/search` refuses a single character, which is left of `6 eggs` after two.
  return [...new Set(typed)].filter(prefix => prefix.length >= 2)
}

/** Probabilities of the ranks. */
function zipf(items: number, exponent: number): Float64Array {
  const weights = Float64Array.from({ length: items }, (_, rank) => (rank + 1) ** -exponent)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map(weight => weight / total)
}

/** The share of each URL in all requests. */
export function sharesOf(urls: Urls, exponent: number): Float64Array {
  const shares = new Float64Array(urls.paths.length)
  const add = (sessions: number, sent: readonly (number | readonly number[])[]) => {
    const probabilities = zipf(sent.length, exponent)
    for (const [rank, asked] of sent.entries())
      for (const url of [asked].flat())
        shares[url] = (shares[url] ?? 0) + sessions * (probabilities[rank] ?? 0)
  }
  const { suggest, typedSearch, barcode, unknownBarcode, food, list } = sessionShares
  add(suggest, urls.suggested)
  add(typedSearch, urls.typed)
  add(food + opensFood * (suggest + typedSearch), urls.foods)
  add(barcode, urls.barcodes)
  add(unknownBarcode, urls.unknownBarcodes)
  add(list, urls.lists)
  const total = shares.reduce((sum, share) => sum + share, 0)
  return shares.map(share => share / total)
}

/** Draws the requests of one reader in a row. */
export function createSessions(urls: Urls, exponent: number): () => number[] {
  const draw = <Item>(items: readonly Item[], probabilities: ArrayLike<number>) => {
    let sum = 0
    const upTo = Float64Array.from(probabilities, probability => (sum += probability))
    return (): Item => {
      const wanted = Math.random() * sum
      let [low, high] = [0, items.length - 1]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((upTo[middle] ?? 0) < wanted) low = middle + 1
        else high = middle
      }
      return items[low] as Item
    }
  }
  const byRank = <Item>(items: readonly Item[]) => draw(items, zipf(items.length, exponent))
  const kind = draw(Object.keys(sessionShares) as SessionKind[], Object.values(sessionShares))
  const food = byRank(urls.foods)
  const opened = () => (Math.random() < opensFood ? [food()] : [])
  const [suggested, typed] = [byRank(urls.suggested), byRank(urls.typed)]
  const [barcode, unknownBarcode, list] = [urls.barcodes, urls.unknownBarcodes, urls.lists].map(byRank)
  const sessions: Record<SessionKind, () => (number | undefined)[]> = {
    suggest: () => [...suggested(), ...opened()],
    typedSearch: () => [...typed(), ...opened()],
    barcode: () => [barcode?.()],
    unknownBarcode: () => [unknownBarcode?.()],
    food: () => [food()],
    list: () => [list?.()],
  }
  return () => sessions[kind()]().filter(url => url !== undefined)
}
