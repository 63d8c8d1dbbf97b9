// One page of the foods that a search has ranked, in the order that the visitor chose. Foods with the same name and brand are
// one entry.
import type { Food } from '../../food/food.ts'
import { type FoodRow, foodColumns, toFood } from '../../food/food-row.ts'
import type { Database } from '../../platform/database/pool.ts'
import { filterColumns, passesFilters, type SearchFilters, toJson } from '../filters.ts'
import type { RankedFood } from '../ranking/rank.ts'
import type { Reason } from '../ranking/reasons.ts'
import type { SortOrder } from '../sorting.ts'

export interface PageEntry {
  food: Food
  /** How many other foods with the same name and brand pass the filters. */
  others: number
}

export interface SearchPage {
  entries: PageEntry[]
  offset: number
  /** The number of entries on all pages. */
  total: number
  /** Whether more foods match than these pages show. */
  isCut: boolean
  /** How the first food was found; null if there is none. */
  interpretation: Interpretation | null
  /** Why the first food is first; empty unless they are in order of relevance. */
  reasons: Reason[]
}

/** The start of the page; past the end, of the last one. */
export const startOfPage = (offset: number, limit: number, total: number): number =>
  offset < total ? offset : Math.max(0, Math.ceil(total / limit) - 1) * limit

/** The ids of the entries by relevance. */
export function entriesOf(byBarcode: number[], ranked: RankedFood[]): number[] {
  return [
    ...new Set([...byBarcode, ...ranked.filter(({ isRepeat }) => !isRepeat).map(({ food }) => food.id)]),
  ]
}

/**
 * The ids to sort by something else than relevance: those that match the words as typed, or else those that match them
 * corrected, or else some of them. Otherwise the most protein would be in something that nobody asked for.
 */
export function sortableEntriesOf(byBarcode: number[], ranked: RankedFood[]): number[] {
  const bandOf = ({ band }: RankedFood) => Math.max(2, band)
  const best = Math.min(...ranked.map(bandOf))
  return entriesOf(
    byBarcode,
    ranked.filter(food => bandOf(food) === best),
  )
}

export async function fetchSorted(
  database: Database,
  { ids, sort, limit, offset }: { ids: number[]; sort: SortOrder; limit: number; offset: number },
): Promise<Food[]> {
  const { rows } = await database.query<FoodRow>({
    name: `fetch-foods-by-${sort.value}`,
    text: `select ${foodColumns} from foods where id = any($1) order by ${sort.orderBy}, id limit $2 offset $3`,
    values: [ids, limit, offset],
  })
  return rows.map(toFood)
}

/** Only the best foods of a name are compared: a name such as "Milk" has thousands. */
const maxFoodsPerName = 500

const withSameName = `
  select ${[...new Set(['id', 'normalized_brand', ...Object.keys(filterColumns)])].join(', ')}
    from foods
    where left(normalized_name, 400) collate "C" = left(shown.normalized_name, 400)
    order by static_rank desc, id
    limit ${maxFoodsPerName}`

/** How many other foods have the same name and brand, by id; ids without any are left out. */
export async function countOthers(
  database: Database,
  ids: number[],
  filters: SearchFilters | null,
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await database.query<{ id: number; others: number }>({
    name: 'count-same-entries',
    text: `
      select shown.id, others.count as others
        from foods as shown,
             lateral (
               select count(*)
                 from (${withSameName}) as named
                 where id <> shown.id and normalized_brand = shown.normalized_brand
                   and ($2::jsonb is null or ${passesFilters('$2::jsonb')})
             ) as others
        where shown.id = any($1) and others.count > 0`,
    values: [ids, toJson(filters)],
  })
  return new Map(rows.map(({ id, others }) => [id, others]))
}

/** The foods with the same name and brand as this one, which is among them if it passes the filters; the best first. */
export async function fetchSame(
  database: Database,
  id: number,
  filters: SearchFilters | null,
): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>({
    name: 'same-entries',
    text: `
      select named.id
        from foods as shown,
             lateral (
               select id
                 from (${withSameName}) as named
                 where normalized_brand = shown.normalized_brand and ($2::jsonb is null or ${passesFilters('$2::jsonb')})
             ) as named
        where shown.id = $1`,
    values: [id, toJson(filters)],
  })
  return rows.map(row => row.id)
}

export interface Interpretation {
  /**
   * `exact`: the food holds every word as typed, or was found by a synonym or translation of them all or by its barcode. `partial`:
   * words were left out because too few foods hold them all. `corrected`: everything else.
   */
  match: 'exact' | 'partial' | 'corrected'
  /** What was searched for, if that differs from what was typed. */
  words: string[] | null
  /** Whether the words are those that were typed, the last one completed. */
  isCompleted: boolean
}

/** How the query was understood to find this food. */
export function interpretationOf({ candidate }: RankedFood): Interpretation {
  const { terms, reading, kept, isTyped, isCompleted, synonym, prefix, isWorded } = candidate
  const { tokens, preferences, removed } = reading
  const words = terms.map(({ term }) => term)
  const typed = new Set(tokens.map(({ term }) => term))
  const isPart =
    kept < 1 || (words.length < typed.size && prefix === null && words.every(word => typed.has(word)))
  const isExact = isTyped && synonym !== 'part' && (preferences.length === 0 || isWorded)
  const isAsTyped = isTyped && synonym === 'none' && removed.length === 0
  const attributes = isPart ? [] : preferences.map(({ name }) => name.replaceAll('_', ' '))
  return {
    match: isPart ? 'partial' : isExact ? 'exact' : 'corrected',
    words: isAsTyped || prefix !== null ? null : [...attributes, ...words],
    isCompleted,
  }
}

export const foundByBarcode: Interpretation = { match: 'exact', words: null, isCompleted: false }
