// Takedowns take effect at once, also while an import runs.
import { type Client, DatabaseError } from 'pg'
import { markTakedowns, pendingTakedowns } from '../catalog/takedowns.ts'
import { inTransaction } from '../platform/database/pool.ts'
import { removeProvisionally } from './apply-takedowns.ts'
import { finishTakedownsIfFree, withImportLock } from './import-lock.ts'
import { ImportAborted } from './report.ts'

/**
 * Applies the pending takedowns; returns whether it could. While an import holds the lock, their foods are removed provisionally, and the
 * import finishes the takedowns.
 */
export async function applyPendingTakedowns(client: Client): Promise<boolean> {
  if (await finishTakedownsIfFree(client)) return true
  await removeDuringImport(client)
  // The import may have ended before it could see that.
  return withImportLock(client, async () => true).catch(error => {
    if (error instanceof ImportAborted) return false
    throw error
  })
}

const lockNotAvailable = '55P03'

async function removeDuringImport(client: Client): Promise<void> {
  const takedowns = await pendingTakedowns(client)
  const isNew = takedowns.some(({ is_lifted }) => !is_lifted)
  if (!isNew) return
  await inTransaction(client, async () => {
    // The import holds locks on the rows that it changes.
    await client.query(`set local lock_timeout = '5s'`)
    await markTakedowns(client, takedowns, true)
    await removeProvisionally(client, takedowns)
  }).catch(error => {
    if (!(error instanceof DatabaseError && error.code === lockNotAvailable)) throw error
  })
}
