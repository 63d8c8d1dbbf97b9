// Brings the catalog up to date with takedowns (ADR 57): an import of the few records that they are about, with the same steps as any other.
import type { Client } from 'pg'
import { markTakedowns, type PendingTakedown, pendingTakedowns } from '../catalog/takedowns.ts'
import { inTransaction } from '../platform/database/pool.ts'
import { forgetLines, restoreRemoved, stageTakenDown } from './apply-takedowns.ts'
import { merge } from './merge.ts'
import { newReport } from './report.ts'
import { readLastFoodId } from './resolve-records.ts'
import { rulesFingerprint } from './rules-fingerprint.ts'
import { createTables } from './tables.ts'

/** Repeats until none is pending. Needs the lock of imports. */
export async function finishTakedowns(client: Client): Promise<void> {
  for (;;) {
    const takedowns = await pendingTakedowns(client)
    if (takedowns.length === 0) return
    const provisional = takedowns.filter(({ is_provisional }) => is_provisional)
    if (provisional.length === 0) await finish(client, takedowns)
    else {
      // In one transaction, so that nobody sees the restored foods.
      await inTransaction(client, async () => {
        await restoreRemoved(client, provisional)
        await finish(client, takedowns)
      })
    }
  }
}

async function finish(client: Client, takedowns: PendingTakedown[]): Promise<void> {
  await createTables(client)
  await merge(client, newReport(), () => undefined, {
    fullDump: null,
    lastFoodId: await readLastFoodId(client),
    cursor: null,
    rules: { fingerprint: rulesFingerprint('foods'), missing: noneMissing },
    operatorSynonyms: null,
    dryRun: false,
    inPlace: takedowns.some(({ is_provisional }) => is_provisional),
    stageMore: () => stageTakenDown(client, takedowns),
    alsoInTransaction: async () => {
      await markTakedowns(client, takedowns, false)
      await forgetLines(client, takedowns)
    },
  })
}

const noneMissing = () => ({ missingFoodIds: [], missingSupersededIds: [], missingPartialIds: [] })
