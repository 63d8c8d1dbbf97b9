// Loaded into the nodes of a soak test: writes their memory after a full garbage collection, which resident memory hides.
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const intervalMs = 30_000
const file = process.env.HEAP_PROBE_FILE

function probe() {
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  appendFileSync(
    file,
    `${JSON.stringify({ pid: process.pid, at: Date.now(), bytes: heapUsed + external })}\n`,
  )
}

if (isMainThread) setInterval(probe, intervalMs).unref()
