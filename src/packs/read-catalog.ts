import type { Client } from 'pg'
import type { FoodDetails } from '../food/food-details.ts'
import { type FoodRow, foodColumns } from '../food/food-row.ts'
import { isLaboratoryDataSql, type SourceId } from '../food/sources.ts'
import { countryName } from '../language/countries.ts'
import { ExportRefused, type PackSelection } from './pack.ts'

export interface CatalogRow extends FoodRow {
  /** From 1 on, without gaps. */
  popularity_rank: number
  popularity: number
  /** Null for foods other than everyday foods. */
  everyday_popularity: number | null
  /** The first of the foods in the pack with the same name and brand. */
  is_group_best: boolean
  /** Null in packs without them. */
  details: FoodDetails | null
}

export interface CatalogSnapshot {
  version: string
  /** Of the rows read so far. */
  sources: ReadonlySet<SourceId>
  /** Batches of foods by popularity_rank. */
  rows(): AsyncGenerator<CatalogRow[]>
}

const rowsPerBatch = 2_000

/** One transaction that sees the catalog as it was when it began, even while an import runs. */
export async function withCatalogSnapshot<T>(
  client: Client,
  selection: PackSelection,
  work: (snapshot: CatalogSnapshot) => Promise<T>,
): Promise<T> {
  const select = selectFoods(selection)
  await client.query('begin isolation level repeatable read read only')
  try {
    const { rows } = await client.query<{ version: string }>(
      `select to_char(refreshed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as version from catalog_stats`,
    )
    // The cursor is read to its end, so the plan with the first row soonest is not the fastest.
    await client.query('set local cursor_tuple_fraction = 1')
    await client.query(`declare pack_foods no scroll cursor for ${select}`)
    const sources = new Set<SourceId>()
    return await work({
      version: rows[0]?.version ?? '',
      sources,
      rows: () => fetchAll(client, 'pack_foods', sources),
    })
  } finally {
    // A lost connection fails here too; the first error is the one to report.
    await client.query('rollback').catch(() => undefined)
  }
}

async function* fetchAll(
  client: Client,
  cursor: string,
  sources: Set<SourceId>,
): AsyncGenerator<CatalogRow[]> {
  for (;;) {
    const { rows } = await client.query<CatalogRow>(`fetch ${rowsPerBatch} from ${cursor}`)
    if (rows.length === 0) return
    for (const { source } of rows) sources.add(source)
    yield rows
  }
}

/**
 * By popularity and confidence, as GET /foods/popular lists them, but with every package size: people scan each of their
 * barcodes. Only foods that can be logged: with energy and at least two of three macronutrients.
 */
function selectFoods({ country, top, fields }: PackSelection): string {
  const withDetails = fields === 'full'
  return `
    with selected as materialized (
      select id, popular_order, group_key
        from foods
        where calories_kcal is not null and num_nonnulls(protein_g, fat_g, carbs_g) >= 2
          ${country === null ? '' : `and (${isSoldIn(country)} or ${isLaboratoryDataSql('foods')})`}
        order by popular_order, id
        ${top === null ? '' : `limit ${top}`}
    ), ranked as (
      select id,
             row_number() over (order by popular_order, id) as popularity_rank,
             row_number() over (partition by group_key order by popular_order, id) = 1 as is_group_best
        from selected
    )
    select popularity_rank, ${foodColumns}, foods.popularity, foods.everyday_popularity, ranked.is_group_best,
           ${withDetails ? 'food_details.details' : 'null as details'}
      from ranked
      join foods using (id)
      ${withDetails ? 'left join food_details on food_details.food_id = foods.id' : ''}
      order by popularity_rank`
}

/** Generic foods state no country, and everyone eats them. */
function isSoldIn(code: string): string {
  const name = /^[a-z]{2}$/.test(code) ? countryName(code) : null
  if (name === null) {
    throw new ExportRefused(
      'usage',
      `${JSON.stringify(code)} is not a country: use its ISO 3166 code, such as de`,
    )
  }
  const countries = [name, 'World'].map(each => `'${each.replaceAll("'", "''")}'`).join(', ')
  return `exists (select from food_details where food_id = foods.id and details->'countries' ?| array[${countries}])`
}
