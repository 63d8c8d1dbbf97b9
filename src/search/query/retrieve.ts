// Fetches from PostgreSQL what the candidates find.

import { catalogVersion } from '../../food/food-row.ts'
import type { Database } from '../../platform/database/pool.ts'
import { anyTerm, passesFilters, type SearchFilters } from '../filters.ts'
import { type FoundFood, parseFoundFood } from '../ranking/found-food.ts'
import { type Candidate, maxHitsCounted, maxHitsOf, scoreMargin } from './candidates.ts'

export interface Retrieval {
  queries: Candidate[]
  /** Candidates whose name keys are looked up. */
  named: Candidate[]
  /** Null: none. */
  filters: SearchFilters | null
}

export interface Retrieved {
  version: string
  foods: Map<number, FoundFood>
  /** By index of the candidate in `queries`. */
  ids: number[][]
  byKey: number[]
}

export const maxHitsPerKey = 150
/** With filters, so many foods that match the words are compared with them. */
const maxRowsFiltered = 5_000
const byKey = 0
const byNamePrefix = -2

// Nothing but the function, so that PostgreSQL keeps one plan for all searches: planning took as long as a short search.
const statement = `
  select candidate, string_agg(food, e'\\n') as foods, ${catalogVersion} as version
    from (
      select candidate, food
        from search_foods(
          $1::text[], $2::text[], $3::tsquery, $4::text, $5::tsquery[], $6::float8[], $7::float8[], $8::integer[], $9::jsonb, $10::text,
          ${maxHitsCounted}, ${maxHitsPerKey}, ${maxRowsFiltered}, ${scoreMargin})
      union all
      select null, null
    ) as found
    group by candidate`

const barcodeStatement = `
  select id from foods
    where id in (select id from foods where barcode = any($1)
                 union all
                 select food_id from superseded_records where barcode = any($1))
      and ($2::jsonb is null or ${passesFilters('$2::jsonb')})
    order by id`

export const toJson = (filters: SearchFilters | null) =>
  filters === null ? null : JSON.stringify(filters.sql)

/** The elements are numbers, or words in single quotes, which need no escaping; pg would search each for characters that do. */
const toArray = (elements: (string | number)[]) =>
  elements.length === 0 ? '{}' : `{"${elements.join('","')}"}`

export async function retrieveFoods(
  database: Database,
  { queries, named, filters }: Retrieval,
): Promise<Retrieved> {
  const inState = named.flatMap(({ keys }) => (keys.inState === null ? [] : [keys.inState]))
  const states = [...new Set(inState.flatMap(({ states }) => states))]
  const preference = [...queries, ...named]
    .flatMap(({ reading }) => reading.preferences)
    .find(({ nutrient }) => nutrient !== null)
  const { rows } = await database.query<{ candidate: number | null; foods: string; version: string }>({
    name: 'retrieve-foods',
    text: statement,
    values: [
      toArray([...new Set(named.map(({ keys }) => keys.plain))]),
      toArray([...new Set(inState.map(({ key }) => key))]),
      states.length === 0 ? null : states.map(state => `'${state}'`).join(' | '),
      queries.find(({ namePrefix }) => namePrefix !== null)?.namePrefix ?? null,
      toArray(queries.map(({ tsquery }) => [tsquery, ...(filters?.terms ?? []).map(anyTerm)].join(' & '))),
      toArray(queries.map(({ score }) => score)),
      toArray(queries.map(({ maxScore }) => maxScore)),
      toArray(queries.map(maxHitsOf)),
      toJson(filters),
      preference?.nutrient ?? null,
    ],
  })
  const retrieved: Retrieved = {
    version: rows[0]?.version ?? '',
    foods: new Map(),
    ids: queries.map(() => []),
    byKey: [],
  }
  const lists = new Map([
    [byKey, retrieved.byKey],
    [byNamePrefix, retrieved.ids[queries.findIndex(({ namePrefix }) => namePrefix !== null)] ?? []],
  ])
  for (const { candidate, foods } of rows) {
    if (candidate === null) continue
    const ids = lists.get(candidate) ?? retrieved.ids[candidate - 1]
    for (const line of foods.split('\n')) {
      const id = Number(line.slice(0, line.indexOf('\t')))
      if (!retrieved.foods.has(id)) retrieved.foods.set(id, parseFoundFood(line))
      ids?.push(id)
    }
  }
  return retrieved
}

/** Usually one food, or none. */
export async function findByBarcode(
  database: Database,
  barcodes: string[],
  filters: SearchFilters | null,
): Promise<number[]> {
  if (barcodes.length === 0) return []
  const { rows } = await database.query<{ id: number }>({
    name: 'find-by-barcode',
    text: barcodeStatement,
    values: [barcodes, toJson(filters)],
  })
  return rows.map(({ id }) => id)
}
