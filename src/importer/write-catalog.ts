// Brings the decided foods into the catalog, in one of two ways: few are changed in place; for many, the table is
// built anew beside the old one, which takes a fraction of the time.
import type { Client } from 'pg'
import { buildShadowTable, swapTables } from '../platform/database/shadow-table.ts'
import { buildTerms } from '../search/index/terms.ts'
import { tierPercentiles } from '../search/rank-tiers.ts'
import { importedColumns } from './copy-line.ts'
import { refreshDerivedTables, refreshLists } from './refresh-derived-tables.ts'
import type { ImportReport } from './report.ts'
import { newId } from './resolve-records.ts'

type OnPhase = (doing: string) => void

const columns = importedColumns.join(', ')
const of = (table: string) => importedColumns.map(column => `${table}.${column}`).join(', ')
// They differ without the food being another one.
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
  if (staged + removed > maxShareChangedInPlace * foods) await buildAnew(client, report, onPhase)
  else await changeInPlace(client, report, onPhase)
  report.unchanged = staged - report.added - report.changed
}

async function buildAnew(client: Client, report: ImportReport, onPhase: OnPhase): Promise<void> {
  onPhase('writing the catalog anew')
  await setTierFloors(client)
  const foods = await buildShadowTable(client, 'foods', onPhase, async beside => {
    // The best first: what is shown most then lies close together.
    await client.query(`
      insert into ${beside} (id, ${columns}, ${bookkeeping}, updated_at, rank_tier)
        select id, ${columns}, ${bookkeeping}, updated_at, rank_tier_of(static_rank, (select rank_tier_thresholds from catalog_stats))
          from (${foodsToBe}) as foods_to_be
          order by static_rank desc`)
    const { rows } = await client.query<{ touched: number }>(
      `select count(*) as touched from ${beside} where updated_at = now()`,
    )
    report.changed = (rows[0]?.touched ?? 0) - report.added
  })
  onPhase('writing counts and lists anew')
  await refreshLists(client, foods.shadow)
  const lexicon = await buildTerms(client, foods.shadow, onPhase)
  onPhase('putting it in place')
  await swapTables(client, [foods, ...lexicon])
}

const standingOf = (table: string) =>
  `compute_static_rank(${table}.source, ${table}.confidence, ${table}.image_url is not null, ${table}.popularity)`

/** Foods that are told anew, and those that stay as they are. */
const foodsToBe = `
  select coalesce(staged.id, ${newId('staged.place')}) as id, ${of('staged')}, ${bookkeepingOf('staged')},
         case when (${of('staged')}) is not distinct from (${of('foods')}) then foods.updated_at
              else now() end as updated_at,
         ${standingOf('staged')} as static_rank
    from staged left join foods on foods.id = staged.id
  union all
  select id, ${columns}, ${bookkeeping}, updated_at, static_rank
    from foods
    where not exists (select from staged where staged.id = foods.id)
      and not exists (select from excluded_records where excluded_records.food_id = foods.id)`

/** The standings at which the tiers but the last begin. */
async function setTierFloors(client: Client): Promise<void> {
  await client.query(`
    update catalog_stats set rank_tier_thresholds = coalesce((
      select percentile_disc(array[${tierPercentiles.join(', ')}]) within group (order by static_rank)
        from (select ${standingOf('staged')} as static_rank from staged
              union all
              select static_rank from foods) as foods_to_be), '{}')`)
}

async function changeInPlace(client: Client, report: ImportReport, onPhase: OnPhase): Promise<void> {
  onPhase('changing the foods that differ')
  await client.query('delete from foods using excluded_records where excluded_records.food_id = foods.id')
  // Two foods may change their barcodes with each other; no two may have one at any moment.
  await client.query(`
    update foods set barcode = null from staged
      where foods.id = staged.id and foods.barcode is distinct from staged.barcode and foods.barcode is not null`)
  const tier = `rank_tier_of(${standingOf('staged')}, (select rank_tier_thresholds from catalog_stats))`
  const changed = await client.query(`
    update foods
      set (${columns}, rank_tier, updated_at) = row(${of('staged')}, ${tier}, now())
      from staged
      where foods.id = staged.id and (${of('foods')}) is distinct from (${of('staged')})`)
  report.changed = changed.rowCount ?? 0
  await client.query(`
    update foods set (${bookkeeping}) = row(${bookkeepingOf('staged')})
      from staged
      where foods.id = staged.id and (${bookkeepingOf('foods')}) is distinct from (${bookkeepingOf('staged')})`)
  await client.query(`
    insert into foods (id, ${columns}, ${bookkeeping}, rank_tier)
      select coalesce(staged.id, ${newId('staged.place')}), ${columns}, ${bookkeeping}, ${tier}
        from staged
        where not exists (select from foods where foods.id = staged.id)
        order by place`)
  if (report.changed + report.added + report.removed === 0) return
  // Here and not after the commit: a fault after it would be reported as an import that changed nothing.
  await client.query('analyze foods')
  onPhase('writing counts and lists anew')
  await refreshDerivedTables(client, onPhase)
}
