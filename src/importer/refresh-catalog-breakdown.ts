// The catalog statistics: foods_by_day is counted in one scan, and everything else is added up from it.
import type { Client } from 'pg'
import { nutrients } from '../food/nutrients.ts'
import { estimateSource } from '../food/sources.ts'
import { classes, classIds } from '../quality/confidence/classes.ts'

/** Fields whose known values are counted, in the order of `foods_by_day.known`. */
const fields = [...nutrients, 'brand', 'barcode', 'category', 'serving_size_g', 'image_url']

/** Estimates are identified by their source, the other classes by confidence. */
const classExpression = `case when source = '${estimateSource}' then 'estimate'
  ${classIds
    .filter(id => id !== 'estimate' && id !== 'empty')
    .map(id => `when confidence >= ${classes[id].floor} then '${id}'`)
    .join('\n  ')}
  else 'empty' end`

const secondsPerDay = 86_400

/** The columns of foods that are counted. */
export const countedColumns = ['source', 'confidence', 'source_modified_at', ...fields]

/** `sign` is -1 for foods that are no longer in the catalog. */
export const countByDay = (foods: string, sign: 1 | -1 = 1) => `
  insert into foods_by_day (source, class, day, foods, known)
    select source, ${classExpression}, source_modified_at / ${secondsPerDay}, ${sign} * count(*),
           array[${fields.map(field => `${sign} * count(${field})`).join(', ')}]
      from ${foods}
      group by 1, 2, 3`

export async function refreshCatalogBreakdown(client: Client, foods: string): Promise<void> {
  await client.query('delete from foods_by_day')
  await client.query(countByDay(foods))
  await addUpBreakdown(client)
}

export async function addUpBreakdown(client: Client): Promise<void> {
  await client.query(`
    delete from catalog_breakdown;
    insert into catalog_breakdown (kind, name, foods)
      select 'source', source, sum(foods) from foods_by_day group by source having sum(foods) > 0
      union all
      select 'class', class, sum(foods) from foods_by_day group by class having sum(foods) > 0
      union all
      select 'year', coalesce(extract(year from ${timestampOf('day')} at time zone 'UTC')::text, 'unknown'), sum(foods)
        from foods_by_day
        group by 2
        having sum(foods) > 0
      union all
      select 'known', name, coalesce(known, 0)
        from (select ${fields.map((field, index) => `sum(known[${index + 1}]) as ${field}`).join(', ')} from foods_by_day) as sums
        cross join lateral (values ${fields.map(field => `('${field}', ${field})`).join(', ')}) as each (name, known)`)
  await client.query(`
    update catalog_stats
      set foods = (select coalesce(sum(foods), 0) from foods_by_day), refreshed_at = now(),
          (newest_change, median_change) = (
            select ${timestampOf('max(day)')}, ${timestampOf('min(day) filter (where foods_so_far * 2 >= all_foods)')}
              from (select day, sum(sum(foods)) over (order by day) as foods_so_far, sum(sum(foods)) over () as all_foods
                      from foods_by_day
                      where day is not null
                      group by day
                      having sum(foods) > 0) as days)`)
}

const timestampOf = (day: string) => `to_timestamp((${day}) * ${secondsPerDay})`
