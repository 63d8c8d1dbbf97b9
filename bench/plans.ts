// Prints PostgreSQL's plans for the statements of src/catalog, by calling its functions.
import pg from 'pg'
import { foodLookup } from '../src/catalog/lookup.ts'
import { popularFoods } from '../src/catalog/popular.ts'
import { type Database, withConnection } from '../src/platform/database/pool.ts'

export interface PlannedPages {
  foodId: number
  barcode: string
  deepOffset: number
  deepOffsetWithImage: number
  category: string
  deepOffsetInCategory: number
}

/**
 * A prepared statement gets custom plans at first and may get a generic plan after five executions, so both are shown.
 */
export async function printPlans(databaseUrl: string, pages: PlannedPages): Promise<void> {
  const page = { limit: 100, offset: pages.deepOffset, category: '', withImage: false }
  const inCategory = { ...page, category: pages.category, offset: pages.deepOffsetInCategory }
  const withImage = { ...page, withImage: true, offset: pages.deepOffsetWithImage }
  const lookups: [string, (database: Database) => Promise<unknown>][] = [
    ['a food by its id', database => foodLookup(database).byId(pages.foodId)],
    ['a food by its barcode', database => foodLookup(database).byBarcode(pages.barcode)],
    [`popular at ${page.offset}`, database => popularFoods(database, page)],
    [`popular with image at ${withImage.offset}`, database => popularFoods(database, withImage)],
    [
      `popular in ${inCategory.category} at ${inCategory.offset}`,
      database => popularFoods(database, inCategory),
    ],
  ]
  await withConnection(databaseUrl, async client => {
    for (const [name, run] of lookups) {
      for (const mode of ['force_custom_plan', 'force_generic_plan']) {
        await client.query(`set plan_cache_mode = ${mode}`)
        console.log(`\n${name}, ${mode}`)
        await run(explainingDatabase(client))
      }
    }
  })
}

/** A database that prints the plan of each statement and returns no rows. */
function explainingDatabase(client: pg.Client): Database {
  return {
    async query({ text, values = [] }) {
      await client.query('deallocate all')
      await client.query(`prepare explained as ${text}`)
      // Executed once before, so that the buffer counts are those of a warm cache.
      await client.query(`execute explained (${values.map(literal).join(', ')})`)
      const { rows } = await client.query(
        `explain (analyze, buffers) execute explained (${values.map(literal).join(', ')})`,
      )
      for (const row of rows) console.log(`  ${row['QUERY PLAN']}`)
      return { rows: [], command: '', rowCount: 0, oid: 0, fields: [] }
    },
  }
}

function literal(value: unknown): string {
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value))
}
