// What clients notice while something happens to the catalog or to a node: lookups and searches at a fixed rate from other
// processes, over kept and over new connections, first in quiet and then while a command runs.
//   npm run bench -- during --database-url URL --redis-url URL [--seconds 30] [--after 15] -- COMMAND [ARGUMENT …]
// The command runs in a shell with DATABASE_URL and REDIS_URL, for example: bin/larder import off new-foods.jsonl
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { atMost, printMissed, printTable } from '../lab/report.ts'
import { createScaleKey, deleteScaleAccount, environmentOf } from '../lab/servers/larder-process.ts'
import type { LoadResult, LoadTask } from './http/load-generator.ts'
import { startMeasuredNode } from './http/measured-node.ts'
import { sampleCatalog } from './http/samples.ts'

const { values: options, positionals: command } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    'redis-url': { type: 'string' },
    seconds: { type: 'string', default: '30' },
    after: { type: 'string', default: '15' },
  },
  allowPositionals: true,
})
const { 'database-url': databaseUrl, 'redis-url': redisUrl } = options
if (!databaseUrl || !redisUrl || command.length === 0)
  throw new Error('--database-url and --redis-url of a loaded catalog, and a command after --, are required')

const maxMs = 250
const maxP99Ratio = 2

const folder = mkdtempSync(join(tmpdir(), 'larder-during-'))
const environment = environmentOf(databaseUrl, redisUrl)
const key = await createScaleKey(environment)
const node = await startMeasuredNode(environment, join(folder, 'node.log'))
const samples = await sampleCatalog(databaseUrl, 20_000)
const lookups = samples.foods.map(id => `/food/${id}`)
const searches = samples.queries.map(q => `/search?${new URLSearchParams({ q })}`)
const loads = [
  { name: 'lookups', paths: lookups, perSecond: 90 },
  { name: 'lookups, new connections', paths: lookups, perSecond: 10, opensConnections: true },
  { name: 'searches', paths: searches, perSecond: 5 },
]
const generators = loads.map(() => fork(new URL('http/load-generator.ts', import.meta.url)))
try {
  await measure(10)
  const quiet = await measure(Number(options.seconds))
  const { seconds, result: during } = await whileCommandRuns()
  printTable(
    ['', 'requests', 'quiet p50 ms', 'p99', 'max', 'during p50 ms', 'p99', 'max', 'not 200'],
    loads.map(({ name }, n) => {
      const [before, then] = [quiet.loads[n], during.loads[n]] as [LoadResult, LoadResult]
      return [
        name,
        String(then.requests),
        ...[before.p50Ms, before.p99Ms, before.maxMs, then.p50Ms].map(ms => ms.toFixed(1)),
        atMost(then.p99Ms, { of: `${name}: p99`, target: Math.ceil(maxP99Ratio * before.p99Ms), digits: 1 }),
        atMost(then.maxMs, { of: `${name}: max`, target: maxMs, digits: 0 }),
        atMost(then.requests - (then.statuses['200'] ?? 0), { of: `${name}: failed`, target: 0, digits: 0 }),
      ]
    }),
  )
  console.log(
    `Longest event-loop delay: ${quiet.maxDelayMs} ms at most in quiet, ${during.maxDelayMs} ms at most during ${seconds.toFixed(0)} s of: ${command.join(' ')}`,
  )
} finally {
  for (const generator of generators) generator.kill()
  await node.stop()
  deleteScaleAccount(environment)
  rmSync(folder, { recursive: true })
}
printMissed()

async function measure(seconds: number) {
  await node.eventLoopDelay()
  const results = await Promise.all(
    loads.map((load, n) =>
      generate(generators[n] as ChildProcess, { ...load, nodes: [node.url], key, seconds }),
    ),
  )
  return { loads: results, maxDelayMs: (await node.eventLoopDelay()).longest }
}

/** Measures in slices until the command has ended, and for a while after that. */
async function whileCommandRuns() {
  const start = performance.now()
  const child = spawn(command.join(' '), {
    shell: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...environment },
  })
  let isRunning = true
  const ended = once(child, 'exit').then(async ([code]) => {
    const seconds = (performance.now() - start) / 1_000
    if (code === 0) await wait(1_000 * Number(options.after))
    isRunning = false
    return { code, seconds }
  })
  const slices = []
  while (isRunning) slices.push(await measure(5))
  const { code, seconds } = await ended
  // Not as soon as it ends: nothing awaits that promise before, so the process would end without deleting the account.
  if (code !== 0) throw new Error(`the command failed with exit code ${code}: ${command.join(' ')}`)
  return { seconds, result: merge(slices) }
}

/** Quantiles of slices are not those of the whole; the worst slice is what clients remember. */
function merge(slices: Awaited<ReturnType<typeof measure>>[]) {
  const worst = (n: number, of: (result: LoadResult) => number) =>
    Math.max(...slices.map(({ loads }) => of(loads[n] as LoadResult)))
  const total = (n: number, of: (result: LoadResult) => number) =>
    slices.reduce((sum, { loads }) => sum + of(loads[n] as LoadResult), 0)
  return {
    maxDelayMs: Math.max(...slices.map(each => each.maxDelayMs)),
    loads: loads.map((_, n) => ({
      requests: total(n, each => each.requests),
      statuses: { 200: total(n, each => each.statuses['200'] ?? 0) } as Record<string, number>,
      p50Ms: worst(n, each => each.p50Ms),
      p99Ms: worst(n, each => each.p99Ms),
      maxMs: worst(n, each => each.maxMs),
    })),
  }
}

async function generate(generator: ChildProcess, task: LoadTask): Promise<LoadResult> {
  generator.send(task)
  const [result] = await once(generator, 'message')
  return result as LoadResult
}
