// What writing the resolved records will do, without doing it.
import type { Client } from 'pg'
import { columnsOf } from './record-columns.ts'
import type { FoodCounts } from './report.ts'

export interface Change {
  /** Records of products of which another record is shown. */
  superseded: number
  /** Records that are shown as foods. */
  shown: number
  foods: FoodCounts
  /** Whether the catalog has had no foods so far. */
  isFirstLoad: boolean
  /** Whether writing all foods again takes less time than changing some. */
  isRebuild: boolean
}

const maxShareOfUpdate = 0.1

export async function planChange(client: Client): Promise<Change> {
  await findChangedFoods(client)
  const { rows } = await client.query<{
    before: number
    changed: number
    removed: number
    superseded: number
    shown: number
    added: number
  }>(`
    select (select foods from catalog_stats) as before,
           (select count(*) from changed_foods where change = 'changed') as changed,
           (select count(*) from changed_foods where change = 'removed') as removed,
           count(*) filter (where not is_stored and not is_shown) as superseded,
           count(*) filter (where not is_stored and is_shown) as shown,
           count(*) filter (where is_shown and foods.id is null) as added
      from resolved left join foods on foods.id = resolved.food_id`)
  const { before = 0, changed = 0, removed = 0, superseded = 0, shown = 0, added = 0 } = rows[0] ?? {}
  return {
    superseded,
    shown,
    foods: { added, changed, removed, total: before + added - removed },
    isFirstLoad: before === 0 && added > 0,
    isRebuild: added + changed + removed > maxShareOfUpdate * before,
  }
}

const isChanged = `
  ((${columnsOf('staged')}) is distinct from (${columnsOf('foods')})
    or staged.details is distinct from food_details.details)`

/** The first load writes all foods, so they are not looked for. */
async function findChangedFoods(client: Client): Promise<void> {
  await client.query(`
    insert into changed_foods (id, position, change)
      select resolved.food_id, resolved.position, case when foods.id is null then 'created' else 'changed' end
        from resolved
        join staged using (position)
        left join foods on foods.id = resolved.food_id
        left join food_details on food_details.food_id = resolved.food_id
        where (select foods from catalog_stats) > 0 and is_shown and (foods.id is null or ${isChanged})
      union all
      select id, null, 'removed'
        from foods
        where id in (select previous_food_id from resolved union select food_id from leaving)
          and not exists (select from resolved where resolved.food_id = foods.id);
    alter table changed_foods add primary key (id);
    analyze changed_foods`)
}
