// Counts the catalog statistics in one scan.
import type { Client } from 'pg'
import { nutrients } from '../food/nutrients.ts'
import { estimateSource } from '../food/sources.ts'
import { classes, classIds } from '../quality/confidence/classes.ts'

/** Fields whose known values are counted. */
const columns = [...nutrients, 'brand', 'barcode', 'category', 'serving_size_g', 'image_url']

/** Estimates are identified by their source, the other classes by confidence. */
const classExpression = `case when source = '${estimateSource}' then 'estimate'
  ${classIds
    .filter(id => id !== 'estimate' && id !== 'empty')
    .map(id => `when confidence >= ${classes[id].floor} then '${id}'`)
    .join('\n  ')}
  else 'empty' end`

const secondsPerDay = 86_400

export async function refreshCatalogBreakdown(client: Client, foods: string): Promise<void> {
  // Grouped by day first: the other counts then aggregate some ten thousand rows instead of millions.
  await client.query(`
    create temporary table foods_by_day as
      select source,
             ${classExpression} as class,
             source_modified_at / ${secondsPerDay} as day,
             count(*) as foods,
             ${columns.map(column => `count(${column}) as ${column}`).join(', ')}
        from ${foods}
        group by source, class, day`)
  await client.query(`
    delete from catalog_breakdown;
    insert into catalog_breakdown (kind, name, foods)
      select 'source', source, sum(foods) from foods_by_day group by source
      union all
      select 'class', class, sum(foods) from foods_by_day group by class
      union all
      select 'year', coalesce(extract(year from ${timestampOf('day')} at time zone 'UTC')::text, 'unknown'), sum(foods)
        from foods_by_day
        group by 2
      union all
      select 'known', name, coalesce(known, 0)
        from (select ${columns.map(column => `sum(${column}) as ${column}`).join(', ')} from foods_by_day) as sums
        cross join lateral (values ${columns.map(column => `('${column}', ${column})`).join(', ')}) as each (name, known)`)
  await client.query(`
    update catalog_stats
      set (newest_change, median_change) = (
        select ${timestampOf('max(day)')}, ${timestampOf('min(day) filter (where foods_so_far * 2 >= all_foods)')}
          from (select day, sum(sum(foods)) over (order by day) as foods_so_far, sum(sum(foods)) over () as all_foods
                  from foods_by_day
                  where day is not null
                  group by day) as days)`)
  await client.query('drop table foods_by_day')
}

const timestampOf = (day: string) => `to_timestamp((${day}) * ${secondsPerDay})`
