// The catalog statistics: foods by source, complete foods, and the day of the newest change at a source.
import type { Client } from 'pg'
import { estimateSource } from '../food/sources.ts'
import { classes } from '../quality/confidence/classes.ts'

const addCounts = (foods: string, count = 'count(*)') => `
  insert into catalog_breakdown (kind, name, foods)
    select 'source', source, ${count} from ${foods} group by source
    union all
    select 'class', 'complete', ${count} from ${foods}
      where source <> '${estimateSource}' and confidence >= ${classes.complete.floor}
    on conflict (kind, name) do update set foods = catalog_breakdown.foods + excluded.foods`

const secondsPerDay = 86_400

const newestChange = (foods: string) =>
  `(select to_timestamp(max(source_modified_at) / ${secondsPerDay} * ${secondsPerDay}) from ${foods})`

export async function refreshCatalogBreakdown(client: Client, foods: string): Promise<void> {
  await client.query('delete from catalog_breakdown')
  await client.query(addCounts(foods))
  await finishBreakdown(client, newestChange(foods))
}

/** By the difference between the touched foods before and after a small change. Only if the newest food has left the catalog, all foods are read. */
export async function updateCatalogBreakdown(client: Client): Promise<void> {
  await client.query(addCounts('touched_foods', 'coalesce(sum(difference), 0)'))
  const [before, after] = [-1, 1].map(moment => newestChange(`touched_foods where difference = ${moment}`))
  await finishBreakdown(
    client,
    `case when ${before} >= newest_change and coalesce(${after} < newest_change, true) then ${newestChange('foods')}
       else greatest(newest_change, ${after}) end`,
  )
}

async function finishBreakdown(client: Client, newest: string): Promise<void> {
  await client.query('delete from catalog_breakdown where foods = 0')
  await client.query(`
    update catalog_stats
      set foods = (select coalesce(sum(foods), 0) from catalog_breakdown where kind = 'source'),
          refreshed_at = now(), newest_change = ${newest}`)
}
