// The second half of an import: one transaction, so that readers see the catalog as it was or as it is to be.
import type { Client } from 'pg'
import { inTransaction } from '../platform/database/pool.ts'
import type { ImportReport } from './report.ts'
import { resolveRecords, type Whole } from './resolve-records.ts'
import { type RulesInUse, recordRules } from './source-rules.ts'
import { writeCatalog } from './write-catalog.ts'

/** Up to which moment, in Unix seconds, the changes of a source are in the catalog. */
export interface SyncCursor {
  source: string
  at: number
}

export interface MergeOptions {
  whole: Whole | null
  position: SyncCursor | null
  rules: RulesInUse
}

export async function merge(
  client: Client,
  report: ImportReport,
  onPhase: (doing: string) => void,
  { whole, position, rules }: MergeOptions,
): Promise<void> {
  await client.query('analyze staged')
  await inTransaction(client, async () => {
    // Grouping millions of codes in the usual few megabytes would go over the disk.
    await client.query(`set local work_mem = '256MB'`)
    onPhase('looking for duplicates')
    await resolveRecords(client, report, whole)
    await recordRules(client, rules, report)
    await writeCatalog(client, report, onPhase)
    if (position !== null) await saveCursor(client, position)
  })
}

export async function saveCursor(client: Client, { source, at }: SyncCursor): Promise<void> {
  await client.query(
    `insert into sync_cursors (source, cursor) values ($1, $2)
       on conflict (source) do update set cursor = excluded.cursor, updated_at = now()`,
    [source, at],
  )
}
