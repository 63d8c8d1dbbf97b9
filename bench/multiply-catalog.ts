// Multiplies a loaded catalog to measure how search scales: copies each food under new ids, without what must be unique.
//   node bench/multiply-catalog.ts --database-url URL [--times 4]
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import { refreshLists } from '../src/importer/refresh-derived-tables.ts'
import { inTransaction, withConnection } from '../src/platform/database/pool.ts'
import { buildShadowTable, swapTables } from '../src/platform/database/shadow-table.ts'
import { buildTerms } from '../src/search/index/terms.ts'

const { values: options } = parseArgs({
  options: { 'database-url': { type: 'string' }, times: { type: 'string', default: '4' } },
})
const databaseUrl = options['database-url']
const times = Number(options.times)
if (databaseUrl === undefined || !(times > 1)) {
  console.error('usage: node bench/multiply-catalog.ts --database-url URL [--times 4]')
  process.exit(2)
}

const report = (phase: string) => console.error(phase)

await withConnection(databaseUrl, client =>
  inTransaction(client, async () => {
    const foods = await buildShadowTable(client, 'foods', report, shadow => copyFoods(client, shadow))
    await refreshLists(client, foods.shadow)
    await swapTables(client, [foods, ...(await buildTerms(client, foods.shadow, report))])
  }),
)
console.error(`the catalog now has each food ${times} times`)

async function copyFoods(client: Client, shadow: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select attname as name from pg_attribute
      where attrelid = 'foods'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and attname not in ('id', 'source_id', 'barcode', 'source_line_hash', 'product_key')`)
  const columns = rows.map(({ name }) => name).join(', ')
  report('copying foods')
  // Ordered by static_rank, like an import.
  await client.query(`
    insert into ${shadow} (id, source_id, barcode, source_line_hash, product_key, ${columns})
      select id + copy * (select max(id) from foods),
             case when copy = 0 then source_id else source_id || '-' || copy end,
             case when copy = 0 then barcode end,
             case when copy = 0 then source_line_hash end,
             case when copy = 0 then product_key end,
             ${columns}
        from foods cross join generate_series(0, ${times - 1}) as copies (copy)
        order by static_rank desc, id`)
}
