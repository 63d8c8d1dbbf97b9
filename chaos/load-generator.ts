// Sends requests at a fixed rate to all nodes in turn, as a process of its own that chaos/load.ts starts.
import { setTimeout as wait } from 'node:timers/promises'
import { quantile } from '../lab/statistics.ts'
import { leanClient } from './http-client.ts'

export interface LoadTask {
  nodes: string[]
  key: string
  paths: string[]
  perSecond: number
  seconds: number
}

export interface LoadResult {
  requests: number
  answered: number
  /** Answers by status; 0 are those that never came. */
  statuses: Record<string, number>
  p50Ms: number
  p99Ms: number
  longestMs: number
  /** Of those that were refused. */
  slowestRefusalMs: number
  /** How late requests were sent: more than a little, and the figures are those of this process. */
  sentLateMs: number
}

const turnMs = 2

process.on('message', (task: LoadTask) => {
  void run(task).then(result => process.send?.(result))
})

async function run({ nodes, key, paths, perSecond, seconds }: LoadTask): Promise<LoadResult> {
  const clients = nodes.map(url => leanClient(url, { authorization: `Bearer ${key}` }))
  const times: number[] = []
  const statuses: Record<string, number> = {}
  let slowestRefusalMs = 0
  const late: number[] = []
  let flying = 0
  const requests = Math.round(perSecond * seconds)
  const start = performance.now()
  for (let sent = 0; sent < requests; ) {
    const due = Math.min(requests, Math.floor(((performance.now() - start) * perSecond) / 1_000))
    for (; sent < due; sent++) send(sent, start + (1_000 * sent) / perSecond)
    await wait(turnMs)
  }
  while (flying > 0) await wait(turnMs)

  function send(n: number, dueAt: number): void {
    flying++
    late.push(performance.now() - dueAt)
    const path = paths[Math.floor(Math.random() * paths.length)] ?? '/health'
    void clients[n % clients.length]?.(path).then(({ status }) => {
      flying--
      const ms = performance.now() - dueAt
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 200 || status === 404) times.push(ms)
      else slowestRefusalMs = Math.max(slowestRefusalMs, ms)
    })
  }

  return {
    requests,
    answered: times.length,
    statuses,
    p50Ms: times.length === 0 ? 0 : quantile(times, 0.5),
    p99Ms: times.length === 0 ? 0 : quantile(times, 0.99),
    longestMs: times.reduce((longest, ms) => Math.max(longest, ms), 0),
    slowestRefusalMs,
    sentLateMs: quantile(late, 0.99),
  }
}
