// Distinguishes a slow program from a busy machine: Linux records for every thread how long it was runnable but waited
// for a CPU (proc(5), /proc/[pid]/schedstat, the second field, in nanoseconds).
import { readFileSync } from 'node:fs'

/** Total time in milliseconds that this thread and these processes have waited for a CPU. */
function schedulerDelayMs(processIds: number[]): number {
  const files = ['/proc/thread-self/schedstat', ...processIds.map(id => `/proc/${id}/schedstat`)]
  return files.reduce((sum, file) => sum + Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6, 0)
}

/** Duration of the work, excluding the time for which the machine was too busy to run these processes. */
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
