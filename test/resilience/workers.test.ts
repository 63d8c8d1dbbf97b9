// Several processes that serve together: one of them dies, all are stopped.
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type ServiceProcess, spawnService } from '../../lab/service.ts'
import { createStores, type TestStores } from '../support/database.ts'

const settings = {
  LOG_LEVEL: 'info',
  RATE_LIMIT_ANONYMOUS_PER_MINUTE: '1000000',
  RATE_LIMIT_FREE_PER_HOUR: '1000000',
  FAIRNESS_DELAY_MS: '0',
  SHUTDOWN_DELAY_MS: '0',
}

let stores: TestStores
let service: ServiceProcess
beforeAll(async () => {
  stores = await createStores('fixture-foods')
  service = await spawnService(stores, { ...settings, WORKERS: '2' })
  await vi.waitFor(async () => expect(await listeningWorkers()).toHaveLength(2), 120_000)
})
afterAll(async () => {
  await service.stop()
  await stores.drop()
})

/** The processes that serve, without the one that watches them. */
function workers(): number[] {
  try {
    const ids = execFileSync('pgrep', ['--parent', String(service.process.pid)], { encoding: 'utf8' })
    return ids.trim().split('\n').map(Number)
  } catch {
    return []
  }
}

/** Workers share the port, so the kernel knows who listens. */
async function listeningWorkers(): Promise<number[]> {
  const started = service.output().matchAll(/"pid":(\d+),"server":"api","url":"[^"]+","msg":"listening"/g)
  const listening = new Set(Array.from(started, ([, pid]) => Number(pid)))
  return workers().filter(pid => listening.has(pid))
}

/** Sends requests, each over a new connection, until `isEnough`. */
async function statusesUntil(isEnough: () => boolean | Promise<boolean>): Promise<Map<string, number>> {
  const statuses = new Map<string, number>()
  for (let count = 0; !(await isEnough()); count++) {
    const outcome = await fetch(`${service.apiUrl}/food/${1 + (count % 300)}`, {
      headers: { connection: 'close' },
    }).then(
      ({ status }) => String(status),
      () => 'failed',
    )
    statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1)
  }
  return statuses
}

async function countedRequests(): Promise<number> {
  const metrics = await (await fetch(service.metricsUrl)).text()
  const counts = metrics.matchAll(/^larder_http_request_duration_seconds_count\{server="api".*\} (\d+)$/gm)
  return Array.from(counts, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0)
}

it('shares requests and sums the metrics', async () => {
  const before = await countedRequests()
  let sent = 0
  await statusesUntil(() => sent++ === 100)
  await vi.waitFor(async () => expect(await countedRequests()).toBe(before + 100), 120_000)
  const servingProcesses = () =>
    new Set(Array.from(service.output().matchAll(/"pid":(\d+),"request_id"/g), ([, pid]) => pid))
  await vi.waitFor(() => expect(servingProcesses().size).toBe(2), 120_000)
})

it('replaces a worker that dies, and its requests stay counted', async () => {
  const [killed = 0] = workers()
  const before = await countedRequests()
  process.kill(killed, 'SIGKILL')
  const statuses = await statusesUntil(
    async () => !workers().includes(killed) && (await listeningWorkers()).length === 2,
  )
  expect(statuses.get('200')).toBeGreaterThan(0)
  // Connections that the dead process had accepted.
  expect(statuses.get('failed') ?? 0).toBeLessThan(5)
  expect(await countedRequests()).toBeGreaterThanOrEqual(before)
  expect((await fetch(new URL('/ready', service.metricsUrl))).status).toBe(200)
})

it('writes whole lines to the log', () => {
  const lines = service
    .output()
    .split('\n')
    .filter(line => line.startsWith('{'))
  expect(lines.length).toBeGreaterThan(100)
  for (const line of lines.slice(0, -1)) JSON.parse(line)
})

it('reports a port in use once and ends', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await vi.waitFor(() => expect(server.address()).not.toBeNull(), 120_000)
  const { port } = server.address() as { port: number }
  const started = spawnService(stores, { ...settings, WORKERS: '2', API_PORT: String(port) })
  await expect(started).rejects.toThrow(`port ${port} is in use`)
  server.close()
})

it('ends all workers on SIGTERM', async () => {
  const all = workers()
  await service.stop()
  expect(service.process.exitCode).toBe(0)
  const running = all.filter(pid => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  })
  expect(running).toEqual([])
})
