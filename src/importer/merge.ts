// The second half of an import: resolves what was staged, then changes the catalog in one transaction, so that readers see
// either the old or the new one.
import type { Client } from 'pg'
import { nutrients } from '../food/nutrients.ts'
import { isLaboratoryDataSql } from '../food/sources.ts'
import { inTransaction } from '../platform/database/pool.ts'
import { applyTakedowns } from './apply-takedowns.ts'
import { judgeByPeers, judgeStoredFoods, refreshPeerStatistics } from './judge-by-peers.ts'
import { mergeRecords } from './merge-records.ts'
import { type OperatorSynonyms, refreshSynonyms } from './refresh-synonyms.ts'
import type { ImportReport } from './report.ts'
import { type FullDump, resolveRecords } from './resolve-records.ts'
import { type RulesInUse, recordRules } from './source-rules.ts'
import { countChanges, useMoreMemory, writeCatalog } from './write-catalog.ts'

/** The time, in Unix seconds, up to which a source has been synced. */
export interface SyncCursor {
  source: string
  at: number
}

export interface MergeOptions {
  fullDump: FullDump | null
  /** See `readLastFoodId`. */
  lastFoodId: number
  cursor: SyncCursor | null
  rules: RulesInUse
  /** Null leaves the synonyms as they are. */
  operatorSynonyms: OperatorSynonyms | null
  dryRun: boolean
  /** Never rebuild the tables, which is impossible inside another transaction. */
  inPlace?: boolean
  /** Stages further records that are judged already. */
  stageMore?: () => Promise<void>
  /** Runs in the transaction that changes the catalog. */
  alsoInTransaction: () => Promise<void>
}

export async function merge(
  client: Client,
  report: ImportReport,
  onPhase: (phase: string) => void,
  {
    fullDump,
    lastFoodId,
    cursor,
    rules,
    operatorSynonyms,
    dryRun,
    inPlace = false,
    stageMore,
    alsoInTransaction,
  }: MergeOptions,
): Promise<void> {
  // Only what queries join by or select by: statistics of all columns take several times as long.
  await client.query(
    'analyze staged (position, source, source_id, brand, rejected, stored_food_id, generic_name, category, confidence)',
  )
  await inTransaction(client, async () => {
    await useMoreMemory(client)
    onPhase('merging records of the same code')
    report.repeated = await mergeRecords(client)
    onPhase('comparing with foods of the same kind')
    await compareWithPeers(client, report)
    await stageMore?.()
    await applyTakedowns(client, report)
    onPhase('looking for records of the same product')
    await resolveRecords(client, report, fullDump, lastFoodId)
    await countChanges(client, report)
    if (dryRun) throw new DryRunEnd()
  }).catch(error => {
    if (!(error instanceof DryRunEnd)) throw error
  })
  if (dryRun) return
  await writeCatalog(client, report, { onPhase, inPlace }, async () => {
    await recordRules(client, rules, report)
    if (operatorSynonyms !== null) await refreshSynonyms(client, operatorSynonyms)
    if (cursor !== null) await saveCursor(client, cursor)
    await alsoInTransaction()
  })
}

/** Rolls back what a dry run has computed. */
class DryRunEnd extends Error {}

// A small import does not change what is usual for a kind of food, unless it brings laboratory foods.
const minShareForNewStatistics = 0.1
const minLaboratoryFoodsForNewStatistics = 100

async function compareWithPeers(client: Client, report: ImportReport): Promise<void> {
  const { rows } = await client.query<{ stored: number; laboratory: number }>(`
    select (select foods from catalog_stats) as stored,
           (select count(*) from staged where rejected is null and ${isLaboratoryDataSql('staged')}) as laboratory`)
  const { stored = 0, laboratory = 0 } = rows[0] ?? {}
  const isRefreshed =
    report.accepted > minShareForNewStatistics * stored || laboratory >= minLaboratoryFoodsForNewStatistics
  if (isRefreshed) await refreshPeerStatistics(client, stored === 0 ? 'staged' : stagedAndStored)
  report.unlike_peers = await judgeByPeers(client)
  if (isRefreshed && stored > 0) report.unlike_peers += await judgeStoredFoods(client)
}

const peerColumns = [
  ...['source', 'source_id', 'brand', 'barcode', 'generic_name', 'category', 'confidence', 'quality_flags'],
  ...nutrients,
].join(', ')
const stagedAndStored = `
  (select ${peerColumns} from staged where rejected is null
   union all
   select ${peerColumns} from foods
     where not exists (select from staged where staged.source = foods.source and staged.source_id = foods.source_id))`

export async function saveCursor(client: Client, { source, at }: SyncCursor): Promise<void> {
  await client.query(
    `insert into sync_cursors (source, cursor) values ($1, $2)
       on conflict (source) do update set cursor = excluded.cursor, updated_at = now()`,
    [source, at],
  )
}
