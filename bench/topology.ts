// Two regions on one machine: four API processes, three Redis servers and two replicas; the second region reaches the
// primary over a delayed link. Shows that the parts work together. See docs/explanation/scale.md.
//   npm run bench:topology -- [--seconds N] [--rate N] [--write FILE]
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { loadDemoFoods } from '../lab/catalogs/demo-foods.ts'
import { ask } from '../lab/clients/http.ts'
import { type Outcome, startOpenLoopLoad } from '../lab/clients/open-loop-load.ts'
import { startSlowLink } from '../lab/proxies/slow-link.ts'
import { printTable } from '../lab/report.ts'
import { createKey } from '../lab/servers/larder-process.ts'
import { startReplica } from '../lab/servers/postgres-replica.ts'
import { startPostgres } from '../lab/servers/postgres-server.ts'
import { startRedis } from '../lab/servers/redis-server.ts'
import { environmentFor, type ServiceProcess, spawnService } from '../lab/service.ts'
import { median, quantile } from '../lab/statistics.ts'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '200' },
    /** The file that scripts/scale.ts reads; the results are added to it. */
    write: { type: 'string' },
  },
})

const oneWayMs = 130
// The defaults, unlike in tests.
const realTimeouts = {
  DATABASE_POOL_TIMEOUT_MS: '300',
  DATABASE_STATEMENT_TIMEOUT_MS: '600',
  REDIS_TIMEOUT_MS: '80',
  RATE_LIMIT_SCALE_PER_MINUTE: '1000000',
}
const typed = ['mi', 'mil', 'milk', 'ba', 'ban', 'banan', 'oat', 'oats', 'che', 'chees', 'yog', 'yogurt']
const seen: { what: string; seen: string }[] = []
const closing: (() => unknown)[] = []
try {
  await run()
} finally {
  for (const close of closing.reverse()) await close()
}
printTable(
  ['measured', 'seen'],
  seen.map(({ what, seen: value }) => [what, value]),
)
if (options.write) {
  const figures = JSON.parse(readFileSync(options.write, 'utf8'))
  writeFileSync(options.write, `${JSON.stringify({ ...figures, topology: seen }, null, 2)}\n`)
}

async function run(): Promise<void> {
  const redis = await Promise.all([1, 2, 3].map(() => startRedis({ appendonly: 'no' })))
  for (const server of redis) closing.push(server.remove)
  const primary = await startPostgres()
  closing.push(primary.remove)
  await loadDemoFoods(primary.databaseUrl)
  const { hostname, port } = new URL(primary.databaseUrl)
  const link = await startSlowLink(hostname, Number(port))
  link.delayMs = oneWayMs
  closing.push(link.stop)
  const farUrl = Object.assign(new URL(primary.databaseUrl), { port: String(link.port) }).href
  const redisUrl = redis.map(({ url }) => url).join(',')
  const home = { databaseUrl: primary.databaseUrl, redisUrl }
  const keyEnvironment = { ...environmentFor(home), PATH: process.env['PATH'] ?? '' }
  const nodes: ServiceProcess[] = []
  for (let n = 0; n < 2; n++) nodes.push(await spawnService(home, realTimeouts))
  for (let n = 0; n < 2; n++) {
    const replica = await startReplica(primary.databaseUrl)
    closing.push(replica.remove)
    nodes.push(
      await spawnService(
        { databaseUrl: farUrl, redisUrl },
        { ...realTimeouts, DATABASE_REPLICA_URLS: replica.databaseUrl },
      ),
    )
  }
  for (const node of nodes) closing.push(() => node.stop())
  await countExactly(nodes, await createKey(keyEnvironment, 'exact', 'pro'))
  await measureMix(nodes, await createKey(keyEnvironment, 'mix', 'scale'))
  await measureNewKey(nodes, () => createKey(keyEnvironment, 'new', 'scale'))
}

/** All nodes in turn, as behind a round-robin balancer. */
async function countExactly(nodes: ServiceProcess[], key: string): Promise<void> {
  const statuses = await Promise.all(
    Array.from({ length: 1_200 }, async (_, n) => {
      await wait(n)
      return (await ask(nodes[n % nodes.length]?.apiUrl ?? '', `/food/${1 + (n % 20)}`, { key })).status
    }),
  )
  const passed = statuses.filter(status => status === 200).length
  seen.push({
    what: 'requests of a Pro account that pass, of 1,200 over four processes and three Redis servers',
    seen: `${passed} (limit 500)`,
  })
}

async function measureMix(nodes: ServiceProcess[], key: string): Promise<void> {
  const outcomes: (Outcome & { node: number })[] = []
  let n = 0
  const load = startOpenLoopLoad(
    Number(options.rate),
    () => {
      const node = n++ % nodes.length
      const path =
        n % 2 === 0 ? `/search?q=${typed[(n / 2) % typed.length]}` : `/food/${1 + (Math.floor(n / 2) % 40)}`
      const headers = { authorization: `Bearer ${key}` }
      return { kind: String(node), url: nodes[node]?.apiUrl ?? '', path, headers }
    },
    outcome => outcomes.push({ ...outcome, node: Number(outcome.request.kind) }),
  )
  await wait(1_000 * Number(options.seconds))
  await load.stop()
  for (const [region, indexes] of [
    ['next to the primary', [0, 1]],
    [`${2 * oneWayMs} ms from the primary, with a replica`, [2, 3]],
  ] as const) {
    const times = outcomes
      .filter(({ node }) => (indexes as readonly number[]).includes(node))
      .map(({ ms }) => ms)
    seen.push({
      what: `reads with a key, half of them searches, ${options.rate}/s in total: ${region}`,
      seen: `p50 ${median(times).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`,
    })
  }
  const failed = outcomes.filter(({ status }) => status !== 200).length
  seen.push({ what: 'of them failed', seen: `${failed} of ${outcomes.length}` })
}

async function measureNewKey(nodes: ServiceProcess[], create: () => Promise<string>): Promise<void> {
  const key = await create()
  const since = performance.now()
  for (const node of nodes) {
    while ((await ask(node.apiUrl, '/food/1', { key })).status !== 200) await wait(20)
  }
  seen.push({
    what: 'a new key is accepted by all four processes',
    seen: `after ${(performance.now() - since).toFixed(0)} ms`,
  })
}
