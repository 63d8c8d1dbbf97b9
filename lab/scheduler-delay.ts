// Tells a slow program from a busy machine: Linux counts for every thread how long it was ready to run but had to wait
// for a processor (proc(5), /proc/[pid]/schedstat, the second field, in nanoseconds).
import { readFileSync } from 'node:fs'

/** Milliseconds for which this thread and these processes have waited for a processor so far. */
function schedulerDelayMs(processIds: number[]): number {
  const files = ['/proc/thread-self/schedstat', ...processIds.map(id => `/proc/${id}/schedstat`)]
  return files.reduce((sum, file) => sum + Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6, 0)
}

/** How long the work took, without the time for which the machine was too busy to run these processes. */
export async function measureUndelayedMs<T>(
  processIds: number[],
  work: () => Promise<T>,
): Promise<{ ms: number; outcome: T }> {
  const delayBefore = schedulerDelayMs(processIds)
  const start = performance.now()
  const outcome = await work()
  const took = performance.now() - start
  return { ms: took - (schedulerDelayMs(processIds) - delayBefore), outcome }
}
