// Writes the resolved records into the catalog. A few changes are made in place; for many, the table is rebuilt as a shadow
// table, which takes a fraction of the time.
import type { Client } from 'pg'
import { forgetPublished } from '../catalog/takedowns.ts'
import { inTransaction, withSecondConnection } from '../platform/database/pool.ts'
import {
  buildIndexes,
  dropShadowTables,
  fillShadowTable,
  indexesToBuild,
  type ShadowTable,
  swapTables,
} from '../platform/database/shadow-table.ts'
import { buildTerms } from '../search/index/terms.ts'
import { lastTier, tierPercentiles } from '../search/rank-tiers.ts'
import { removeProvisionallyAgain } from './apply-takedowns.ts'
import { bookkeepingColumns, importedColumns } from './copy-line.ts'
import { findTouchedGroups, rankNewGroups, rankTouchedGroups, tierOf } from './food-groups.ts'
import { recordChanges } from './record-changes.ts'
import { refreshDerivedTables, refreshLists } from './refresh-derived-tables.ts'
import type { ImportReport } from './report.ts'
import { captureFoods, updateDerivedTables } from './update-derived-tables.ts'

type OnPhase = (phase: string) => void

const columns = importedColumns.join(', ')
const columnsOf = (table: string) => importedColumns.map(column => `${table}.${column}`).join(', ')
const bookkeeping = bookkeepingColumns.join(', ')
const bookkeepingOf = (table: string) => bookkeepingColumns.map(column => `${table}.${column}`).join(', ')

const maxShareChangedInPlace = 0.1
/** For more changed foods, counting everything again is faster than adding up the differences. */
const maxFoodsForUpdate = 1_000

/** The staged records that are shown as foods, with the foods that they replace. */
const shownRecords = `
  resolved
    join staged using (position)
    left join foods on foods.id = resolved.food_id
    left join food_details on food_details.food_id = resolved.food_id`

const isChanged = `
  ((${columnsOf('staged')}) is distinct from (${columnsOf('foods')})
    or staged.details is distinct from food_details.details)`

/** Finds the foods that change, and counts what writing the resolved records will do. */
export async function countChanges(client: Client, report: ImportReport): Promise<void> {
  const changed = await findChangedFoods(client)
  const { rows } = await client.query<{
    before: number
    removed: number
    superseded: number
    shown: number
    added: number
  }>(`
    select (select foods from catalog_stats) as before,
           (select count(*) from changed_foods where change = 'removed') as removed,
           count(*) filter (where stored_food_id is null and not is_shown) as superseded,
           count(*) filter (where stored_food_id is null and is_shown) as shown,
           count(*) filter (where is_shown and not exists (select from foods where id = food_id)) as added
      from resolved join staged using (position)`)
  const { before = 0, removed = 0, superseded = 0, shown = 0, added = 0 } = rows[0] ?? {}
  Object.assign(report, { superseded, shown })
  report.foods = { added, changed, removed, total: before + added - removed }
}

/** Returns how many stored foods change. An empty catalog is rebuilt, so its new foods are not looked for. */
async function findChangedFoods(client: Client): Promise<number> {
  await client.query(`
    insert into changed_foods (id, position, change)
      select resolved.food_id, resolved.position, case when foods.id is null then 'created' else 'changed' end
        from ${shownRecords}
        where (select foods from catalog_stats) > 0 and is_shown and (foods.id is null or ${isChanged})
      union all
      select id, null, 'removed'
        from foods
        where id in (select previous_food_id from resolved union select food_id from leaving)
          and not exists (select from resolved where resolved.food_id = foods.id);
    alter table changed_foods add primary key (id);
    analyze changed_foods`)
  const { rows } = await client.query<{ foods: number }>(
    `select count(*) as foods from changed_foods where change = 'changed'`,
  )
  return rows[0]?.foods ?? 0
}

/** With the default work_mem, grouping millions of codes would spill to disk. */
export async function useMoreMemory(client: Client): Promise<void> {
  await client.query(`set work_mem = '256MB'; set maintenance_work_mem = '512MB'`)
}

/**
 * Expects the counts of `countChanges` in the report. `inPlace` is for takedowns after an import that may or may not have counted the
 * foods which were removed while it ran: everything is counted again. `alsoInTransaction` runs in
 * the transaction that changes the catalog.
 */
export async function writeCatalog(
  client: Client,
  { foods }: ImportReport,
  { onPhase, inPlace }: { onPhase: OnPhase; inPlace: boolean },
  alsoInTransaction: () => Promise<void>,
): Promise<void> {
  const before = foods.total - foods.added + foods.removed
  const touched = foods.added + foods.changed + foods.removed
  const alsoWrite = async () => {
    // Whatever was applied is gone with the catalog that it was applied to.
    if (before === 0) await forgetPublished(client)
    await alsoInTransaction()
    await recordChanges(client, before === 0 && foods.added > 0)
  }
  if (touched > maxShareChangedInPlace * before && !inPlace) {
    await rebuild(client, onPhase, alsoWrite)
    return
  }
  await inTransaction(client, async () => {
    await alsoWrite()
    await writeOtherRecords(client)
    await updateInPlace(client, inPlace ? Number.POSITIVE_INFINITY : touched, onPhase)
    if (!inPlace) await removeProvisionallyAgain(client)
  })
}

/** Everything that is known about records which are not shown. */
async function writeOtherRecords(client: Client): Promise<void> {
  await client.query(`
    insert into duplicate_line_digests select source_line_hash from repeated_digests on conflict do nothing;
    delete from excluded_records using staged
      where rejected is null and excluded_records.source = staged.source and excluded_records.source_id = staged.source_id;
    update excluded_records set was_shown_last = false
      from leaving where standing = 0 and excluded_records.food_id = leaving.food_id;
    insert into excluded_records (source, source_id, reason, food_id, was_shown_last, source_line_hash, source_modified_at)
      select source, source_id, reason, food_id, coalesce(standing in (0, 2), true), source_line_hash, source_modified_at
        from leaving
      on conflict (source, source_id) do update
        set reason = excluded.reason, food_id = excluded.food_id, was_shown_last = excluded.was_shown_last,
            source_line_hash = excluded.source_line_hash, source_modified_at = excluded.source_modified_at,
            excluded_at = now();
    delete from partial_records using merged_parts as replaced
      where partial_records.source = replaced.source and partial_records.source_id = replaced.source_id;
    delete from partial_records using leaving
      where partial_records.source = leaving.source and partial_records.source_id = leaving.source_id;
    insert into partial_records (${columns}, ${bookkeeping}, details, value_groups)
      select ${columns}, ${bookkeeping}, details, value_groups from merged_parts
        where value_groups is not null;
    delete from merged_food_ids using resolved where merged_food_ids.food_id = resolved.food_id;
    update merged_food_ids set merged_into_food_id = into_food_id
      from merged where merged_into_food_id = merged.food_id;
    insert into merged_food_ids (food_id, merged_into_food_id, source, source_id)
      select food_id, into_food_id, source, source_id from merged
      on conflict (food_id) do update set merged_into_food_id = excluded.merged_into_food_id;
    delete from superseded_records
      where food_id in (select previous_food_id from resolved union select food_id from leaving);
    insert into superseded_records (food_id, ${columns}, ${bookkeeping}, details)
      select food_id, ${columnsOf('staged')}, ${bookkeepingOf('staged')}, staged.details
        from resolved join staged using (position)
        where not is_shown`)
}

/**
 * The shadow tables are filled and committed first, because only then can a second connection build indexes on them. An
 * import that is killed leaves them behind, and the next one drops them.
 */
async function rebuild(
  client: Client,
  onPhase: OnPhase,
  alsoInTransaction: () => Promise<void>,
): Promise<void> {
  const rebuilt = ['foods', 'food_details']
  await dropShadowTables(client, rebuilt)
  try {
    onPhase('rebuilding the catalog')
    const thresholds = await tierThresholds(client)
    const built = [await fillFoods(client, thresholds), await fillFoodDetails(client)] as const
    const [foods] = built
    const indexes = indexesToBuild([...built])
    await withSecondConnection(client, async second => {
      await useMoreMemory(second)
      await inTransaction(client, async () => {
        const building = buildIndexes(second, indexes, onPhase)
        // It is awaited below; a failure of this connection must not leave a rejection unhandled.
        building.catch(() => undefined)
        await alsoInTransaction()
        await writeOtherRecords(client)
        // The next import expected few rows otherwise, and compared each with every staged record.
        await client.query('analyze superseded_records, partial_records')
        await client.query('update catalog_stats set rank_tier_thresholds = $1', [thresholds])
        await refreshLists(client, foods.shadow)
        const terms = await buildTerms(client, foods.shadow, onPhase)
        await buildIndexes(client, indexes, onPhase)
        await building
        onPhase('swapping tables')
        await swapTables(client, [...built, ...terms])
        await removeProvisionallyAgain(client)
      })
    })
  } catch (error) {
    await dropShadowTables(client, rebuilt).catch(() => undefined)
    throw error
  }
}

function fillFoods(client: Client, thresholds: number[]): Promise<ShadowTable> {
  return fillShadowTable(client, 'foods', async shadow => {
    await rankNewGroups(client, newFoods)
    // Best first, so that the foods shown most are stored close together.
    await client.query(`
      insert into ${shadow} (id, ${columns}, ${bookkeeping}, updated_at, is_group_best, rank_tier)
        select new_foods.id, ${columnsOf('new_foods')}, ${bookkeepingOf('new_foods')}, updated_at,
               group_losers.id is null, ${tierOf('group_losers.id is null', 'static_rank', `'{${thresholds}}'::integer[]`)}
          from (${newFoods}) as new_foods left join group_losers on group_losers.id = new_foods.id
          order by group_losers.id is null desc, static_rank desc`)
  })
}

function fillFoodDetails(client: Client): Promise<ShadowTable> {
  return fillShadowTable(client, 'food_details', async shadow => {
    await client.query(`
      insert into ${shadow} (food_id, details)
        select resolved.food_id, staged.details
          from resolved join staged using (position)
          where is_shown and staged.details is not null
        union all
        select food_id, details
          from food_details
          where not exists (select from resolved where resolved.food_id = food_details.food_id)
            and not exists (select from changed_foods where changed_foods.id = food_details.food_id)`)
  })
}

/** The imported foods, and those that remain unchanged. */
const newFoods = `
    select resolved.food_id as id, ${columnsOf('staged')}, ${bookkeepingOf('staged')},
           case when foods.id is not null and not ${isChanged} then foods.updated_at else now() end as updated_at,
           staged.static_rank
      from ${shownRecords}
      where is_shown
    union all
    select foods.id, ${columnsOf('foods')}, ${bookkeepingOf('foods')}, updated_at, foods.static_rank
      from foods
      where not exists (select from resolved where resolved.food_id = foods.id)
        and not exists (select from changed_foods where changed_foods.id = foods.id)`

/** The static ranks at which the tiers except the last begin. */
async function tierThresholds(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ thresholds: number[] | null }>(`
    select percentile_disc(array[${tierPercentiles.join(', ')}]) within group (order by static_rank) as thresholds
      from (select static_rank from staged where rejected is null
            union all
            select static_rank from foods) as new_foods`)
  return rows[0]?.thresholds ?? []
}

async function updateInPlace(client: Client, touched: number, onPhase: OnPhase): Promise<void> {
  onPhase('updating changed foods')
  const isSmall = touched <= maxFoodsForUpdate
  await findTouchedGroups(client)
  if (isSmall) await captureFoods(client, -1)
  await writeChangedFoods(client)
  if (touched === 0) return
  await rankTouchedGroups(client)
  onPhase('updating counts and lists')
  if (isSmall) {
    await captureFoods(client, 1)
    await updateDerivedTables(client)
  } else {
    // Before the commit: an error after it would be reported as an import that changed nothing.
    await client.query('analyze foods')
    await refreshDerivedTables(client, onPhase)
  }
}

async function writeChangedFoods(client: Client): Promise<void> {
  await client.query(`
    delete from foods using changed_foods where changed_foods.id = foods.id and change = 'removed';
    delete from food_details using changed_foods where changed_foods.id = food_details.food_id`)
  // Two foods may swap barcodes or product keys, but no two may have the same one at any time.
  await client.query(`
    update foods set barcode = null, product_key = null
      from changed_foods join staged using (position)
      where foods.id = changed_foods.id
        and (foods.barcode, foods.product_key) is distinct from (staged.barcode, staged.product_key)`)
  await client.query(`
    update foods
      set (${columns}, updated_at) = row(${columnsOf('staged')}, now())
      from changed_foods join staged using (position)
      where foods.id = changed_foods.id and change = 'changed'`)
  await client.query(`
    update foods set (${bookkeeping}) = row(${bookkeepingOf('staged')})
      from resolved join staged using (position)
      where foods.id = resolved.food_id and is_shown
        and (${bookkeepingOf('foods')}) is distinct from (${bookkeepingOf('staged')})`)
  await client.query(`
    insert into foods (id, ${columns}, ${bookkeeping}, rank_tier)
      select changed_foods.id, ${columns}, ${bookkeeping}, ${lastTier}
        from changed_foods join staged using (position)
        where change = 'created'
        order by position`)
  await client.query(`
    insert into food_details (food_id, details)
      select changed_foods.id, details from changed_foods join staged using (position) where details is not null`)
}
