// Writes the resolved foods into the catalog. A few changes are made in place; for many, the table is rebuilt as a shadow
// table, which takes a fraction of the time.
import type { Client } from 'pg'
import { buildShadowTable, swapTables } from '../platform/database/shadow-table.ts'
import { buildTerms } from '../search/index/terms.ts'
import { tierPercentiles } from '../search/rank-tiers.ts'
import { importedColumns } from './copy-line.ts'
import { refreshDerivedTables, refreshLists } from './refresh-derived-tables.ts'
import type { ImportReport } from './report.ts'
import { newId } from './resolve-records.ts'

type OnPhase = (phase: string) => void

const columns = importedColumns.join(', ')
const columnsOf = (table: string) => importedColumns.map(column => `${table}.${column}`).join(', ')
// Changes of these columns are not changes of the food.
const bookkeeping = 'source_line_hash, scored_at'
const bookkeepingOf = (table: string) => `${table}.source_line_hash, ${table}.scored_at`

const maxShareChangedInPlace = 0.1

export async function writeCatalog(client: Client, report: ImportReport, onPhase: OnPhase): Promise<void> {
  const { rows } = await client.query<{ staged: number; foods: number; added: number; removed: number }>(`
    select (select count(*) from staged) as staged,
           (select count(*) from foods) as foods,
           (select count(*) from staged where not exists (select from foods where foods.id = staged.id)) as added,
           (select count(*) from foods join excluded_records on excluded_records.food_id = foods.id) as removed`)
  const { staged = 0, foods = 0, added = 0, removed = 0 } = rows[0] ?? {}
  Object.assign(report, { added, removed })
  if (staged + removed === 0) return
  if (staged + removed > maxShareChangedInPlace * foods) await rebuild(client, report, onPhase)
  else await updateInPlace(client, report, onPhase)
  report.unchanged = staged - report.added - report.changed
}

async function rebuild(client: Client, report: ImportReport, onPhase: OnPhase): Promise<void> {
  onPhase('rebuilding the catalog')
  await setTierThresholds(client)
  const foods = await buildShadowTable(client, 'foods', onPhase, async shadow => {
    // Best first, so that the foods shown most are stored close together.
    await client.query(`
      insert into ${shadow} (id, ${columns}, ${bookkeeping}, updated_at, rank_tier)
        select id, ${columns}, ${bookkeeping}, updated_at, rank_tier_of(static_rank, (select rank_tier_thresholds from catalog_stats))
          from (${newFoods}) as new_foods
          order by static_rank desc`)
    const { rows } = await client.query<{ touched: number }>(
      `select count(*) as touched from ${shadow} where updated_at = now()`,
    )
    report.changed = (rows[0]?.touched ?? 0) - report.added
  })
  onPhase('rebuilding counts and lists')
  await refreshLists(client, foods.shadow)
  const terms = await buildTerms(client, foods.shadow, onPhase)
  onPhase('swapping tables')
  await swapTables(client, [foods, ...terms])
}

const staticRankOf = (table: string) =>
  `compute_static_rank(${table}.source, ${table}.confidence, ${table}.image_url is not null, ${table}.popularity)`

/** The imported foods, and those that remain unchanged. */
const newFoods = `
  select coalesce(staged.id, ${newId('staged.position')}) as id, ${columnsOf('staged')}, ${bookkeepingOf('staged')},
         case when (${columnsOf('staged')}) is not distinct from (${columnsOf('foods')}) then foods.updated_at
              else now() end as updated_at,
         ${staticRankOf('staged')} as static_rank
    from staged left join foods on foods.id = staged.id
  union all
  select id, ${columns}, ${bookkeeping}, updated_at, static_rank
    from foods
    where not exists (select from staged where staged.id = foods.id)
      and not exists (select from excluded_records where excluded_records.food_id = foods.id)`

/** The static ranks at which the tiers except the last begin. */
async function setTierThresholds(client: Client): Promise<void> {
  await client.query(`
    update catalog_stats set rank_tier_thresholds = coalesce((
      select percentile_disc(array[${tierPercentiles.join(', ')}]) within group (order by static_rank)
        from (select ${staticRankOf('staged')} as static_rank from staged
              union all
              select static_rank from foods) as new_foods), '{}')`)
}

async function updateInPlace(client: Client, report: ImportReport, onPhase: OnPhase): Promise<void> {
  onPhase('updating changed foods')
  await client.query('delete from foods using excluded_records where excluded_records.food_id = foods.id')
  // Two foods may swap barcodes, but no two may have the same one at any time.
  await client.query(`
    update foods set barcode = null from staged
      where foods.id = staged.id and foods.barcode is distinct from staged.barcode and foods.barcode is not null`)
  const tier = `rank_tier_of(${staticRankOf('staged')}, (select rank_tier_thresholds from catalog_stats))`
  const changed = await client.query(`
    update foods
      set (${columns}, rank_tier, updated_at) = row(${columnsOf('staged')}, ${tier}, now())
      from staged
      where foods.id = staged.id and (${columnsOf('foods')}) is distinct from (${columnsOf('staged')})`)
  report.changed = changed.rowCount ?? 0
  await client.query(`
    update foods set (${bookkeeping}) = row(${bookkeepingOf('staged')})
      from staged
      where foods.id = staged.id and (${bookkeepingOf('foods')}) is distinct from (${bookkeepingOf('staged')})`)
  await client.query(`
    insert into foods (id, ${columns}, ${bookkeeping}, rank_tier)
      select coalesce(staged.id, ${newId('staged.position')}), ${columns}, ${bookkeeping}, ${tier}
        from staged
        where not exists (select from foods where foods.id = staged.id)
        order by position`)
  if (report.changed + report.added + report.removed === 0) return
  // Before the commit: an error after it would be reported as an import that changed nothing.
  await client.query('analyze foods')
  onPhase('rebuilding counts and lists')
  await refreshDerivedTables(client, onPhase)
}
