// The lookups of a food: the callers of each day (rule counted-lookups), added up once a day.
import type { Client } from 'pg'
import { popularitySql } from '../food/food-row.ts'

// The first day that is not complete: nodes store the end of a day within ten minutes.
const openDay = `(now() at time zone 'utc' - interval '15 minutes')::date`

/** An update writes all indexes of a food, so a smaller change of its popularity has to wait. */
const minChange = 0.1

const isChangedTo = (lookups: string) => `abs(${lookups} - foods.lookups) > ${minChange} * ${popularitySql}`

/** Finds the foods whose lookups are to be changed, into a temporary table, and returns their number. */
export async function findChangedLookups(client: Client): Promise<number> {
  await client.query(`
    drop table if exists changed_lookups;
    create temp table changed_lookups (id bigint primary key, lookups integer not null)`)
  const due = await client.query(`select from catalog_stats where lookups_before is distinct from ${openDay}`)
  if (due.rowCount === 0) return 0
  const { rowCount } = await client.query(`
    with counted as materialized (
      select coalesce(merged_into_food_id, food_id) as id, sum(callers) as lookups
        from food_lookups left join merged_food_ids using (food_id)
        where day < ${openDay}
        group by 1
    )
    insert into changed_lookups (id, lookups)
      select id, counted.lookups from counted join foods using (id) where ${isChangedTo('counted.lookups')}
      union all
      select id, 0 from foods
        where lookups > 0 and not exists (select from counted where counted.id = foods.id) and ${isChangedTo('0')}`)
  await client.query('analyze changed_lookups')
  return rowCount ?? 0
}

/** In the transaction that changes the lookups, so that they are not added up again on the same day. */
export async function recordLookupsDay(client: Client): Promise<void> {
  await client.query(
    `update catalog_stats set lookups_before = ${openDay} where lookups_before is distinct from ${openDay}`,
  )
}
