// Sends requests at a fixed rate to all nodes in turn, in a separate process that a benchmark starts.
import { setTimeout as wait } from 'node:timers/promises'
import { quantile } from '../../lab/statistics.ts'
import { leanClient } from './http-client.ts'

export interface LoadTask {
  nodes: string[]
  key: string
  paths: string[]
  perSecond: number
  seconds: number
  /** Like new clients, which also wait until their connection is accepted. */
  opensConnections?: boolean
}

export interface LoadResult {
  requests: number
  succeeded: number
  /** Responses by status; 0 for requests without a response. */
  statuses: Record<string, number>
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** Of requests rejected with 503 or 429. */
  maxRejectionMs: number
  /** How late requests were sent; if it is high, this process was the bottleneck. */
  sentLateMs: number
}

const tickMs = 2

process.on('message', (task: LoadTask) => {
  void run(task).then(result => process.send?.(result))
})

async function run({
  nodes,
  key,
  paths,
  perSecond,
  seconds,
  opensConnections = false,
}: LoadTask): Promise<LoadResult> {
  const headers = { authorization: `Bearer ${key}`, ...(opensConnections && { connection: 'close' }) }
  const clients = nodes.map(url => leanClient(url, headers))
  const times: number[] = []
  const statuses: Record<string, number> = {}
  let maxRejectionMs = 0
  const late: number[] = []
  let inFlight = 0
  const requests = Math.round(perSecond * seconds)
  const start = performance.now()
  for (let sent = 0; sent < requests; ) {
    // The first one is due at once.
    const due = Math.min(requests, Math.floor(((performance.now() - start) * perSecond) / 1_000) + 1)
    for (; sent < due; sent++) send(sent, start + (1_000 * sent) / perSecond)
    await wait(tickMs)
  }
  while (inFlight > 0) await wait(tickMs)

  function send(n: number, dueAt: number): void {
    inFlight++
    late.push(performance.now() - dueAt)
    const path = paths[Math.floor(Math.random() * paths.length)] ?? '/health'
    void clients[n % clients.length]?.(path).then(status => {
      inFlight--
      const ms = performance.now() - dueAt
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 200 || status === 404) times.push(ms)
      else maxRejectionMs = Math.max(maxRejectionMs, ms)
    })
  }

  return {
    requests,
    succeeded: times.length,
    statuses,
    p50Ms: times.length === 0 ? 0 : quantile(times, 0.5),
    p99Ms: times.length === 0 ? 0 : quantile(times, 0.99),
    maxMs: times.reduce((max, ms) => Math.max(max, ms), 0),
    maxRejectionMs,
    sentLateMs: quantile(late, 0.99),
  }
}
