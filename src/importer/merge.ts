// The second half of an import: one transaction, so that readers see either the old or the new catalog.
import type { Client } from 'pg'
import { inTransaction } from '../platform/database/pool.ts'
import type { ImportReport } from './report.ts'
import { type FullDump, resolveRecords } from './resolve-records.ts'
import { type RulesInUse, recordRules } from './source-rules.ts'
import { countChanges, writeCatalog } from './write-catalog.ts'

/** The time, in Unix seconds, up to which a source has been synced. */
export interface SyncCursor {
  source: string
  at: number
}

export interface MergeOptions {
  fullDump: FullDump | null
  cursor: SyncCursor | null
  rules: RulesInUse
  dryRun: boolean
}

export async function merge(
  client: Client,
  report: ImportReport,
  onPhase: (phase: string) => void,
  { fullDump, cursor, rules, dryRun }: MergeOptions,
): Promise<void> {
  await client.query('analyze staged')
  const undo = new Error('dry run')
  await inTransaction(client, async () => {
    // With the default work_mem, grouping millions of codes would spill to disk.
    await client.query(`set local work_mem = '256MB'; set local maintenance_work_mem = '512MB'`)
    onPhase('looking for records of the same product')
    await resolveRecords(client, report, fullDump)
    await countChanges(client, report)
    if (dryRun) throw undo
    await recordRules(client, rules, report)
    await writeCatalog(client, report, onPhase)
    if (cursor !== null) await saveCursor(client, cursor)
  }).catch(error => {
    if (error !== undo) throw error
  })
}

export async function saveCursor(client: Client, { source, at }: SyncCursor): Promise<void> {
  await client.query(
    `insert into sync_cursors (source, cursor) values ($1, $2)
       on conflict (source) do update set cursor = excluded.cursor, updated_at = now()`,
    [source, at],
  )
}
