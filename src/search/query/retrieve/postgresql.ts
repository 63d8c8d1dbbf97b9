// Fetches from PostgreSQL what the candidates find.
import { everydayKeyOf } from '../../../food/everyday-names.ts'
import { catalogVersion } from '../../../food/food-row.ts'
import { anyTerm, toJson } from '../../filters.ts'
import { parseFoundFood } from '../../ranking/found-food.ts'
import { type Candidate, maxHitsCounted, maxHitsOf, scoreMargin } from '../candidates.ts'
import { everydayFoodOf } from '../everyday-food-of.ts'
import { maxHitsPerKey, type Retrieved, type RetrieveFoods } from './engine.ts'

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

/** The elements are numbers, or words in single quotes, which need no escaping; pg would search each for characters that do. */
const toArray = (elements: (string | number)[]) =>
  elements.length === 0 ? '{}' : `{"${elements.join('","')}"}`

function plainKeysOf(candidate: Candidate): string[] {
  const everyday = everydayFoodOf(candidate)
  return [...(everyday === null ? [] : [everydayKeyOf(everyday)]), candidate.keys.plain]
}

export const retrieveFromPostgresql: RetrieveFoods = async (database, { queries, named, filters }) => {
  const inState = named.flatMap(({ keys }) => (keys.inState === null ? [] : [keys.inState]))
  const states = [...new Set(inState.flatMap(({ states }) => states))]
  const preference = [...queries, ...named]
    .flatMap(({ reading }) => reading.preferences)
    .find(({ nutrient }) => nutrient !== null)
  const { rows } = await database.query<{ candidate: number | null; foods: string; version: string }>({
    name: 'retrieve-foods',
    text: statement,
    values: [
      toArray([...new Set(named.flatMap(plainKeysOf))]),
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
