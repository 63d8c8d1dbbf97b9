// What a catalog has to suggest: everyday foods by all their names, the most popular products, and the brands with most foods.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { everydayFoodOf, everydayFoods, everydayLanguages } from '../../food/everyday-foods.ts'
import { catalogVersion, popularitySql } from '../../food/food-row.ts'
import { isSourceId, type SourceId } from '../../food/sources.ts'
import { tokenize } from '../../language/tokenize.ts'
import type { Database } from '../../platform/database/pool.ts'
import type { SuggestionEntry } from './suggestion-index.ts'

const maxProducts = 10_000
const maxBrands = 5_000
const minFoodsPerBrand = 5
/** A brand is meant as often as a food with this popularity for each of its foods, but less often than a food that is eaten weekly. */
const weightPerFoodOfBrand = 25
const maxBrandWeight = 4_000
/** Few enough that a node serves requests in between. */
const foodsPerTurn = 100

export async function readSuggestionEntries(
  database: Database,
): Promise<{ version: string; entries: SuggestionEntry[] }> {
  const { rows: versions } = await database.query<{ version: string }>({
    name: 'catalog-version',
    text: `select ${catalogVersion} as version`,
  })
  const everyday = await everydayEntries(database)
  const entries = [...everyday, ...(await productEntries(database)), ...(await brandEntries(database))]
  return { version: versions[0]?.version ?? '', entries }
}

const records = everydayFoods.flatMap(food => food.records.map(splitRecord))

function splitRecord(record: string): { source: string; sourceId: string } {
  const colon = record.indexOf(':')
  return { source: record.slice(0, colon), sourceId: record.slice(colon + 1) }
}

async function everydayEntries(database: Database): Promise<SuggestionEntry[]> {
  const { rows } = await database.query<{
    id: number
    source: SourceId
    source_id: string
    popularity: number
  }>({
    name: 'everyday-foods-of-catalog',
    text: `
      select id, source, source_id, ${popularitySql('foods')} as popularity
        from unnest($1::text[], $2::text[]) as record (source, source_id)
        join foods using (source, source_id)
        where is_group_best`,
    values: [records.map(({ source }) => source), records.map(({ sourceId }) => sourceId)],
  })
  const entries: SuggestionEntry[] = []
  for (const [number, { id, source, source_id, popularity }] of rows.entries()) {
    if (number % foodsPerTurn === foodsPerTurn - 1) await nextTurn()
    const names = everydayFoodOf(source, source_id)?.names
    if (names === undefined) continue
    const food = { id, source }
    for (const language of everydayLanguages)
      for (const name of names[language])
        entries.push({ name, aliasOf: names[language][0], food, language, weight: popularity })
  }
  return entries
}

async function productEntries(database: Database): Promise<SuggestionEntry[]> {
  const { rows } = await database.query<{ foods: string | null }>({
    name: 'popular-food-names',
    // One value: pg describes and reads each column of each row, which takes longer than all of it as text.
    text: `
      select string_agg(concat_ws(e'\\t', id, source, source_id, popularity, name, brand), e'\\n') as foods
        from (
          select id, source, source_id, ${popularitySql('foods')} as popularity, name, brand
            from foods
            where is_group_best
            order by popular_order, id
            limit ${maxProducts}
        ) as popular`,
  })
  const entries: SuggestionEntry[] = []
  for (const [number, line] of (rows[0]?.foods ?? '').split('\n').entries()) {
    if (number % foodsPerTurn === foodsPerTurn - 1) await nextTurn()
    const [id, source = '', sourceId = '', popularity, name = '', brand = null] = line.split('\t')
    if (!isSourceId(source) || everydayFoodOf(source, sourceId) !== null) continue
    const food = { id: Number(id), source }
    entries.push({ name: withBrand(name, brand), food, language: null, weight: Number(popularity) })
  }
  return entries
}

async function brandEntries(database: Database): Promise<SuggestionEntry[]> {
  const { rows } = await database.query<{ name: string; count: number }>({
    name: 'suggested-brands',
    text: `
      select name, count
        from brand_counts
        where count >= ${minFoodsPerBrand}
        order by count desc, normalized_brand
        limit ${maxBrands}`,
  })
  return rows.map(({ name, count }) => ({
    name,
    food: null,
    language: null,
    weight: Math.min(maxBrandWeight, weightPerFoodOfBrand * count),
  }))
}

/** The brand follows unless the name contains it. */
function withBrand(name: string, brand: string | null): string {
  if (brand === null) return name
  const words = new Set(tokenize(name))
  return tokenize(brand).every(word => words.has(word)) ? name : `${name}, ${brand}`
}
