// Imports into one database exclude each other. A takedown cannot wait for one, so whoever holds the lock finishes those that came
// meanwhile.
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { pendingTakedowns } from '../catalog/takedowns.ts'
import { finishTakedowns } from './finish-takedowns.ts'
import { ImportAborted } from './report.ts'

// An arbitrary constant.
const importLockId = 7_264_081_947
const waitForLockMs = 3_000

export async function withImportLock<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await acquireImportLock(client)
  let result: T
  try {
    result = await work()
  } catch (error) {
    // What failed may be the connection, and its error says more.
    await finishAndRelease(client).catch(() => undefined)
    throw error
  }
  await finishAndRelease(client)
  return result
}

/** Returns whether the lock was free. Finishes the pending takedowns then. */
export async function finishTakedownsIfFree(client: Client): Promise<boolean> {
  const isFree = await tryImportLock(client)
  if (isFree) await finishAndRelease(client)
  return isFree
}

/** Waits briefly, because PostgreSQL takes a little time to notice that an import was killed. */
export async function acquireImportLock(client: Client): Promise<void> {
  // Otherwise PostgreSQL notices only at the end of the running statement, which can take minutes.
  await client.query("set client_connection_check_interval = '1s'")
  for (const end = performance.now() + waitForLockMs; !(await tryImportLock(client)); await wait(100)) {
    if (performance.now() > end)
      throw new ImportAborted('already-running', 'another import is running into this database')
  }
}

async function tryImportLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
    importLockId,
  ])
  return rows[0]?.free ?? false
}

/** A takedown that found the lock taken until the end is finished here, too, or by whoever holds it next. */
async function finishAndRelease(client: Client): Promise<void> {
  do {
    await finishTakedowns(client)
    await client.query('select pg_advisory_unlock($1)', [importLockId])
  } while ((await pendingTakedowns(client)).length > 0 && (await tryImportLock(client)))
}
