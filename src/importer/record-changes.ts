// Records which foods an import creates, changes, merges and removes, for /changes (ADR 56). Imports exclude each other and write
// their entries in the transaction that changes the catalog, so entries become visible in the order of their times.
import type { Client } from 'pg'

const keptDays = 90

/** Runs in the transaction that changes the catalog, before it does, with the tables of the steps before it. */
export async function recordChanges(client: Client, isFirstLoad: boolean): Promise<void> {
  if (isFirstLoad) {
    // Everybody who has a cursor lacks all of these foods, and had better load them from a file.
    await client.query('delete from food_changes; update catalog_stats set changes_begin_at = now()')
    return
  }
  const { rowCount } = await client.query(`
    insert into food_changes (changed_at, food_id, change, merged_into_food_id)
      select ${changedAt}, id, change, merged_into
        from (select id, change, null::bigint as merged_into
                from changed_foods
                where not (change = 'removed' and id in (select food_id from merged))
              union all
              select merged.food_id, 'merged', merged.into_food_id
                from merged left join merged_food_ids using (food_id)
                where merged.into_food_id is distinct from merged_food_ids.merged_into_food_id) as entries
      on conflict do nothing`)
  // An id that now finds another food changes no food, but responses.
  if (rowCount) await client.query('update catalog_stats set refreshed_at = now()')
  await client.query(`
    with expired as (
      delete from food_changes where changed_at < now() - interval '${keptDays} days' returning changed_at
    )
    update catalog_stats set changes_begin_at = greatest(changes_begin_at, (select max(changed_at) from expired))
      where exists (select from expired)`)
}

/** Later than the entries of earlier imports, even if the clock was set back since. */
const changedAt = `
  (select greatest(now(), changes_begin_at + interval '1 microsecond',
                   (select max(changed_at) from food_changes) + interval '1 microsecond')
     from catalog_stats)`
