// Makes a catalog larger without an import: copies of its foods whose names end like those of others, so that words stay as frequent and
// names as long as before. The copies have no barcode.
import type { Client } from 'pg'
import { refreshLists } from '../../src/importer/refresh-derived-tables.ts'
import { inTransaction } from '../../src/platform/database/pool.ts'
import {
  buildIndexes,
  fillShadowTable,
  indexesToBuild,
  swapTables,
} from '../../src/platform/database/shadow-table.ts'
import { buildTerms } from '../../src/search/index/terms.ts'

/** Both prime, so that the ends of a copy come from all over the catalog. */
const [stride, offset] = [982_451_653, 15_485_863]

/** Columns that a copy does not share with its food. */
const copied: Record<string, string> = {
  id: 'foods.id + copy * (select max(id) from foods)',
  source_id: `foods.source_id || '-' || copy`,
  name: `concat_ws(' ', head.name, tail.name)`,
  normalized_name: `concat_ws(' ', head.normalized_name, tail.normalized_name)`,
  name_keys: `array[concat_ws(' ', head.normalized_name, tail.normalized_name)]`,
  barcode: 'null',
  alternate_id: 'null',
  product_key: 'null',
  is_group_best: 'true',
}

/** The first half of the words of a name, rounded up, or the rest. */
const half = (name: string, of: 'head' | 'tail') => {
  const words = `string_to_array(${name}, ' ')`
  const middle = `((cardinality(${words}) + 1) / 2)`
  return `nullif(array_to_string((${words})[${of === 'head' ? `:${middle}` : `${middle} + 1:`}], ' '), '')`
}

/** Until the catalog has `times` as many foods. */
export async function enlargeCatalog(
  client: Client,
  times: number,
  onPhase: (phase: string) => void,
): Promise<void> {
  onPhase(`enlarging the catalog ${times} times`)
  await client.query(`set work_mem = '1GB'; set maintenance_work_mem = '1GB'`)
  const { rows: columns } = await client.query<{ name: string }>(`
    select attname as name from pg_attribute
      where attrelid = 'foods'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`)
  const names = columns.map(({ name }) => name)
  await client.query(`
    create temp table numbered as select row_number() over (order by id) - 1 as n, id from foods;
    create temp table tails as
      select n, ${half('name', 'tail')} as name, ${half('normalized_name', 'tail')} as normalized_name
        from numbered join foods using (id);
    analyze numbered, tails`)
  await inTransaction(client, async () => {
    const foods = await fillShadowTable(client, 'foods', async shadow => {
      await client.query(`
        insert into ${shadow} (${names.join(', ')})
          select ${names.map(name => `all_foods.${name}`).join(', ')}
            from (select ${names.join(', ')}, static_rank from foods
                  union all
                  select ${names.map(name => copied[name] ?? `foods.${name}`).join(', ')}, static_rank
                    from generate_series(1, ${times - 1}) as copy cross join foods join numbered using (id)
                      join tails on tails.n = (numbered.n * ${stride} + copy * ${offset}) % (select count(*) from foods)
                      cross join lateral (
                        select ${half('foods.name', 'head')} as name, ${half('foods.normalized_name', 'head')} as normalized_name
                      ) as head
                 ) as all_foods
            -- The order of an import.
            order by is_group_best desc, static_rank desc`)
    })
    onPhase('building indexes')
    await buildIndexes(client, indexesToBuild([foods]), onPhase)
    await refreshLists(client, foods.shadow)
    await swapTables(client, [foods, ...(await buildTerms(client, foods.shadow, onPhase))])
  })
  onPhase('vacuum')
  await client.query('vacuum analyze foods')
}
