// A larger catalog for the race, without an import: copies of foods whose names end like those of others, so that words stay as frequent
// and names as long as before. The copies have no barcode, and only the indexes of searches are built.
import type { Client } from 'pg'
import { inTransaction, withConnection } from '../../src/platform/database/pool.ts'
import {
  buildIndexes,
  fillShadowTable,
  indexesToBuild,
  swapTables,
} from '../../src/platform/database/shadow-table.ts'

/** Both prime, so that the ends of a copy come from all over the catalog. */
const [stride, offset] = [982_451_653, 15_485_863]

/** Columns that a copy does not share with its food. */
const copied: Record<string, string> = {
  id: 'foods.id + copy * (select max(id) from foods)',
  source_id: `foods.source_id || '-' || copy`,
  name: `concat_ws(' ', head.name, tail.name)`,
  normalized_name: `concat_ws(' ', head.normalized_name, tail.normalized_name)`,
  // As the importer makes them, but with the words as they are instead of their base forms.
  name_keys: `case when cardinality(string_to_array(concat_ws(' ', head.normalized_name, tail.normalized_name), ' ')) <= 6 then array[
    (select '=' || string_agg(word, ' ' order by word)
       from string_to_table(concat_ws(' ', head.normalized_name, tail.normalized_name), ' ') as word)] else '{}' end`,
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

/** Returns the URL of a copy of the database with `times` as many foods. */
export async function enlargeCatalog(url: string, times: number): Promise<string> {
  const enlarged = new URL(url)
  const name = enlarged.pathname.slice(1)
  enlarged.pathname = `${name}_enlarged`
  const admin = new URL(url)
  admin.pathname = 'postgres'
  await withConnection(admin.href, client =>
    client.query(`create database "${name}_enlarged" template "${name}"`),
  )
  await withConnection(enlarged.href, client => enlarge(client, times))
  return enlarged.href
}

async function enlarge(client: Client, times: number): Promise<void> {
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
                      join tails as tail on tail.n = (numbered.n * ${stride} + copy * ${offset}) % (select count(*) from foods)
                      cross join lateral (
                        select ${half('foods.name', 'head')} as name, ${half('foods.normalized_name', 'head')} as normalized_name
                      ) as head
                 ) as all_foods
            -- The order of an import.
            order by is_group_best desc, static_rank desc`)
    })
    const ofSearch = { ...foods, indexes: foods.indexes.filter(({ name }) => indexesOfSearch.test(name)) }
    await buildIndexes(client, indexesToBuild([ofSearch]), phase => console.error(phase))
    await swapTables(client, [ofSearch])
    await client.query(`update catalog_stats set foods = foods * ${times}`)
  })
  await client.query('vacuum analyze foods')
}

const indexesOfSearch = /^foods_(?:pkey|search_vector_.|name_keys|normalized_name)$/
