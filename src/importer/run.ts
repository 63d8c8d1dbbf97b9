// Runs an import from start to end. Each step hands its tables (tables.ts) to those after it.
import type { Client } from 'pg'
import { forgetPublished } from '../catalog/takedowns.ts'
import { inTransaction, rollBackAfter } from '../platform/database/pool.ts'
import { applyTakedowns, removeProvisionallyAgain, takenDown } from './apply-takedowns.ts'
import { begin, type ImportOptions, type SyncCursor } from './begin.ts'
import { compareWithPeers } from './compare-with-peers.ts'
import { withImportLock } from './import-lock.ts'
import { mergeRecords } from './merge-records.ts'
import { planChange } from './plan-change.ts'
import { noProgress, type ProgressListener } from './progress.ts'
import { dropPreparedFoods, prepareFoods, swapFoods } from './rebuild-foods.ts'
import { recordChanges } from './record-changes.ts'
import { type OperatorSynonyms, readOperatorSynonyms, refreshSynonyms } from './refresh-synonyms.ts'
import type { ImportReport, LineCounts } from './report.ts'
import { resolveRecords } from './resolve-records.ts'
import { recordRules } from './source-rules.ts'
import { stage } from './stage.ts'
import { saveLoadedCatalog } from './stored-scope.ts'
import { updateFoods } from './update-foods.ts'
import { writeRecords } from './write-records.ts'

export async function runImport(
  client: Client,
  options: ImportOptions,
  listener = noProgress,
): Promise<ImportReport> {
  // First, so that a mistake in the file is reported before anything is read.
  const operatorSynonyms = readOperatorSynonyms(options.synonymsFile)
  return withImportLock(client, () => importInputs(client, options, operatorSynonyms, listener))
}

/** For those who have the lock of imports. Readers see the old catalog until the last transaction commits. */
export async function importInputs(
  client: Client,
  options: ImportOptions,
  operatorSynonyms: OperatorSynonyms,
  listener: ProgressListener,
): Promise<ImportReport> {
  const started = performance.now()
  const { onPhase } = listener
  const { dryRun = false, fullDumpOf, allowMassRemoval = false, loads } = options

  const run = await begin(client, options)
  const lines = await stage(client, run, options, listener)
  const fullDump = fullDumpOf ? { source: fullDumpOf, missing: run.missing(), allowMassRemoval } : null
  const planned = await (dryRun ? rollBackAfter : inTransaction)(client, async () => {
    onPhase('merging records of the same code')
    const merged = await mergeRecords(client)
    onPhase('comparing with foods of the same kind')
    const unlikePeers = await compareWithPeers(client, lines.accepted)
    const excluded = await applyTakedowns(client)
    onPhase('looking for records of the same product')
    const repeated = await resolveRecords(client, run.lastFoodId, fullDump)
    const change = await planChange(client)
    return { repeated: merged + repeated, unlikePeers, excluded, change }
  })

  if (!dryRun) {
    const { foods, isFirstLoad, isRebuild } = planned.change
    const cursor = options.cursor ?? cursorOfFullDump(fullDumpOf, lines)
    const prepared = isRebuild ? await prepareFoods(client, onPhase) : null
    await inTransaction(client, async () => {
      // Whatever was applied is gone with the catalog that it was applied to.
      if (isFirstLoad) await forgetPublished(client)
      await recordRules(client, { fingerprint: run.fingerprint, missing: run.missing, read: lines.read })
      await refreshSynonyms(client, operatorSynonyms)
      if (cursor !== null) await saveCursor(client, cursor)
      if (loads !== undefined) await saveLoadedCatalog(client, loads)
      await recordChanges(client, isFirstLoad)
      await writeRecords(client)
      if (prepared === null) await updateFoods(client, foods, { countAgain: false, onPhase })
      else await swapFoods(client, prepared, onPhase)
      await removeProvisionallyAgain(client)
    }).catch(async error => {
      await dropPreparedFoods(client).catch(() => undefined)
      throw error
    })
  }

  const { repeated, unlikePeers, excluded, change } = planned
  return {
    started_at: run.judge.startedAt,
    scored_at: run.judge.scoredAt,
    dry_run: dryRun,
    ...lines,
    accepted: lines.accepted - excluded,
    rejected: excluded === 0 ? lines.rejected : { ...lines.rejected, [takenDown]: excluded },
    repeated,
    superseded: change.superseded,
    shown: change.shown,
    unlike_peers: unlikePeers,
    foods: change.foods,
    seconds: (performance.now() - started) / 1000,
  }
}

function cursorOfFullDump(
  source: ImportOptions['fullDumpOf'],
  { newest_change }: LineCounts,
): SyncCursor | null {
  return source && newest_change > 0 ? { source, at: newest_change } : null
}

async function saveCursor(client: Client, { source, at }: SyncCursor): Promise<void> {
  await client.query(
    `insert into sync_cursors (source, cursor) values ($1, $2)
       on conflict (source) do update set cursor = excluded.cursor, updated_at = now()`,
    [source, at],
  )
}
