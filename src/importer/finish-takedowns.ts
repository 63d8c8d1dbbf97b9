// Brings the catalog up to date with takedowns (ADR 57): an import of the few records that they are about, with the same steps as any other.
import type { Client } from 'pg'
import { markTakedowns, pendingTakedowns } from '../catalog/takedowns.ts'
import { inTransaction } from '../platform/database/pool.ts'
import { applyTakedowns, forgetLines, restoreRemoved, stageTakenDown } from './apply-takedowns.ts'
import { readLastFoodId } from './begin.ts'
import { planChange } from './plan-change.ts'
import { noProgress } from './progress.ts'
import { recordChanges } from './record-changes.ts'
import { resolveRecords } from './resolve-records.ts'
import { rulesFingerprint } from './rules-fingerprint.ts'
import { recordRules } from './source-rules.ts'
import { createTables } from './tables.ts'
import { updateFoods } from './update-foods.ts'
import { writeRecords } from './write-records.ts'

/** Repeats until none is pending. Needs the lock of imports. */
export async function finishTakedowns(client: Client): Promise<void> {
  for (;;) {
    const takedowns = await pendingTakedowns(client)
    if (takedowns.length === 0) return
    const provisional = takedowns.filter(({ is_provisional }) => is_provisional)
    // In one transaction, so that nobody sees the restored foods.
    await inTransaction(client, async () => {
      await restoreRemoved(client, provisional)
      await createTables(client)
      const lastFoodId = await readLastFoodId(client)
      await stageTakenDown(client, takedowns)
      await applyTakedowns(client)
      await resolveRecords(client, lastFoodId, null)
      const { foods } = await planChange(client)
      await recordRules(client, { fingerprint: rulesFingerprint('foods'), missing: noneMissing, read: 0 })
      await markTakedowns(client, takedowns, false)
      await forgetLines(client, takedowns)
      await recordChanges(client, false)
      await writeRecords(client)
      // An import that ended meanwhile may or may not have counted the foods that were removed while it ran.
      await updateFoods(client, foods, {
        countAgain: provisional.length > 0,
        onPhase: noProgress.onPhase,
      })
    })
  }
}

const noneMissing = () => ({ missingFoodIds: [], missingSupersededIds: [], missingPartialIds: [] })
