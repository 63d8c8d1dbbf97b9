// The second half of an import: resolves what was staged, then changes the catalog in one transaction, so that readers see
// either the old or the new one.
import type { Client } from 'pg'
import { inTransaction } from '../platform/database/pool.ts'
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
  onPhase('looking for records of the same product')
  await inTransaction(client, async () => {
    await useMoreMemory(client)
    await resolveRecords(client, report, fullDump)
    await countChanges(client, report)
  })
  if (dryRun) return
  await writeCatalog(client, report, onPhase, async () => {
    await recordRules(client, rules, report)
    if (cursor !== null) await saveCursor(client, cursor)
  })
}

export async function saveCursor(client: Client, { source, at }: SyncCursor): Promise<void> {
  await client.query(
    `insert into sync_cursors (source, cursor) values ($1, $2)
       on conflict (source) do update set cursor = excluded.cursor, updated_at = now()`,
    [source, at],
  )
}
