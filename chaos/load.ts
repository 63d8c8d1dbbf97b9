// Two API processes behind deploy/haproxy.cfg under a fixed rate of requests, as much as they must carry and three times
// that; with --direct without HAProxy.
//   npm run load -- --database-url URL --redis-url URL [--minutes N] [--json FILE]
// See docs/explanation/resilience.md.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { atLeast, atMost, printMissed, printTable } from '../lab/report.ts'
import { startHaproxy } from '../lab/servers/haproxy.ts'
import { createScaleKey, deleteScaleAccount, environmentOf } from '../lab/servers/larder-process.ts'
import { quantile } from '../lab/statistics.ts'
import type { LoadResult, LoadTask } from './load-generator.ts'
import { growthPerHour, type MeasuredNode, startMeasuredNode } from './nodes.ts'
import { type Samples, sampleCatalog } from './samples.ts'

const { values: options } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    'redis-url': { type: 'string' },
    minutes: { type: 'string', default: '1' },
    lookups: { type: 'string', default: '1000' },
    searches: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '20' },
    'overload-seconds': { type: 'string', default: '60' },
    direct: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
const databaseUrl = options['database-url']
const redisUrl = options['redis-url']
if (!databaseUrl || !redisUrl) throw new Error('tell --database-url and --redis-url of a loaded catalog')

const lookupsASecond = Number(options.lookups)
const searchesASecond = Number(options.searches)
const bars = { lookupsP99Ms: 50, searchesP99Ms: 100, refusedWithinMs: 1_000, eventLoopP99Ms: 50 }
const calmDownSeconds = 10
const mostConnections = 8_000
const sampleEveryMs = 5_000

interface Phase {
  name: string
  seconds: number
  times: number
  /** Which of the two run. */
  lookups: boolean
  searches: boolean
}

interface Seen {
  phase: Phase
  lookups: LoadResult | undefined
  searches: LoadResult | undefined
  eventLoopP99Ms: number
}

const one = { times: 1, lookups: true, searches: true }
const seconds = Number(options.seconds)
const phases: Phase[] = [
  { ...one, name: 'warm-up', seconds: 10, times: 0.5 },
  { ...one, name: 'lookups', seconds, searches: false },
  { ...one, name: 'searches', seconds, lookups: false },
  { ...one, name: 'both', seconds: 60 * Number(options.minutes) },
  { ...one, name: 'three times both', seconds: Number(options['overload-seconds']), times: 3 },
  { ...one, name: `the ${calmDownSeconds} s after`, seconds: calmDownSeconds },
  { ...one, name: 'both again', seconds },
]

const folder = mkdtempSync(join(tmpdir(), 'larder-load-'))
const environment = environmentOf(databaseUrl, redisUrl)
const key = await createScaleKey(environment)
const haproxy = await startHaproxy(mostConnections)
const nodes: MeasuredNode[] = []
const generators: ChildProcess[] = []
try {
  for (const [place, port] of haproxy.places.api.entries()) {
    const settings = { ...environment, API_PORT: String(port), TRUSTED_PROXIES: '127.0.0.1' }
    nodes.push(await startMeasuredNode(settings, join(folder, `${place}.log`)))
  }
  for (const place of ['api1', 'api2'] as const) await haproxy.until(place, 'up')
  for (let n = 0; n < 2; n++) generators.push(fork(new URL('load-generator.ts', import.meta.url)))
  const samples = await sampleCatalog(databaseUrl, 20_000)
  const memory: { hours: number; megabytes: number }[] = []
  const start = performance.now()
  const sampling = setInterval(() => {
    const megabytes = nodes.reduce((sum, node) => sum + node.residentMegabytes(), 0)
    memory.push({ hours: (performance.now() - start) / 3_600_000, megabytes })
  }, sampleEveryMs)
  const seen: Seen[] = []
  const during = new Map<string, { from: number; to: number }>()
  for (const phase of phases) {
    const from = memory.length
    seen.push(await runPhase(phase, samples))
    during.set(phase.name, { from, to: memory.length })
  }
  clearInterval(sampling)
  report(seen, memory.slice(during.get('both')?.from, during.get('both')?.to))
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ seen, memory }, null, 2)}\n`)
} finally {
  for (const generator of generators) generator.kill()
  await Promise.all(nodes.map(node => node.stop()))
  await haproxy.stop()
  deleteScaleAccount(environment)
  rmSync(folder, { recursive: true })
}
printMissed()

async function runPhase(phase: Phase, samples: Samples): Promise<Seen> {
  const [forLookups, forSearches] = generators
  const asked = options.direct ? nodes.map(({ url }) => url) : [haproxy.apiUrl]
  const load = { nodes: asked, key, seconds: phase.seconds }
  const lookupPaths = [
    ...samples.foods.map(id => `/food/${id}`),
    ...samples.barcodes.map(barcode => `/barcode/${barcode}`),
  ]
  const searchPaths = samples.queries.map(q => `/search?${new URLSearchParams({ q })}`)
  for (const node of nodes) await node.eventLoopDelay()
  const delays: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      await wait(1_000)
      for (const node of nodes) delays.push(await node.eventLoopDelay())
    }
  })()
  const [lookups, searches] = await Promise.all([
    phase.lookups
      ? generate(forLookups, { ...load, paths: lookupPaths, perSecond: lookupsASecond * phase.times })
      : undefined,
    phase.searches
      ? generate(forSearches, { ...load, paths: searchPaths, perSecond: searchesASecond * phase.times })
      : undefined,
  ])
  isOver = true
  await watching
  process.stderr.write(`${phase.name}: done\n`)
  // Of every second of each node its 99th percentile; the worst but one in a hundred of those.
  return { phase, lookups, searches, eventLoopP99Ms: quantile(delays, 0.99) }
}

async function generate(generator: ChildProcess | undefined, task: LoadTask): Promise<LoadResult> {
  if (generator === undefined) throw new Error('there is no generator')
  generator.send(task)
  const [result] = await once(generator, 'message')
  return result as LoadResult
}

function report(seen: Seen[], memory: { hours: number; megabytes: number }[]): void {
  const rows = seen
    .filter(({ phase }) => phase.name !== 'warm-up')
    .flatMap(({ phase, lookups, searches, eventLoopP99Ms }) => {
      const isJudged = phase.times === 1 && !phase.name.startsWith('the ')
      const row = (what: string, result: LoadResult | undefined, perSecond: number, barMs: number) =>
        result === undefined
          ? []
          : [
              [
                phase.name,
                what,
                String(perSecond * phase.times),
                ...cellsOf(phase, what, result, barMs, isJudged),
                eventLoopP99Ms.toFixed(0),
              ],
            ]
      return [
        ...row('/food, /barcode', lookups, lookupsASecond, bars.lookupsP99Ms),
        ...row('/search', searches, searchesASecond, bars.searchesP99Ms),
      ]
    })
  printTable(
    [
      'phase',
      'asked for',
      'requests/s',
      'answered',
      'p50 ms',
      'p99 ms',
      'longest ms',
      'others',
      'slowest of those ms',
      'sent late ms (p99)',
      'event loop p99 ms',
    ],
    rows,
  )
  const delays = seen.filter(({ phase }) => phase.name === 'both').map(each => each.eventLoopP99Ms)
  const later = memory.slice(Math.floor(memory.length / 3))
  const [first, last] = [later.slice(0, 3), later.slice(-3)].map(part =>
    part.reduce((sum, { megabytes }) => sum + megabytes / part.length, 0),
  )
  printTable(
    ['what', 'seen'],
    [
      [
        'event-loop delay p99 under both, ms',
        atMost(Math.max(...delays), { of: 'event-loop delay', bar: bars.eventLoopP99Ms, digits: 1 }),
      ],
      [
        'memory of both nodes after a third of the time, and at the end, MB',
        `${first?.toFixed(0)} → ${last?.toFixed(0)}`,
      ],
      ['growth by regression over the last two thirds, MB an hour', growthPerHour(later).toFixed(1)],
    ],
  )
}

function cellsOf(phase: Phase, what: string, result: LoadResult, barMs: number, isJudged: boolean): string[] {
  const others = Object.entries(result.statuses).filter(([status]) => status !== '200')
  const of = `${what}, ${phase.name}`
  return [
    isJudged
      ? atLeast((100 * result.answered) / result.requests, { of: `${of}: answered`, bar: 100, digits: 2 })
      : ((100 * result.answered) / result.requests).toFixed(2),
    result.p50Ms.toFixed(1),
    isJudged ? atMost(result.p99Ms, { of: `${of}: p99`, bar: barMs, digits: 1 }) : result.p99Ms.toFixed(1),
    result.longestMs.toFixed(0),
    others.map(([status, count]) => `${count} × ${status}`).join(', '),
    phase.times > 1
      ? atMost(result.slowestRefusalMs, {
          of: `${of}: slowest refusal`,
          bar: bars.refusedWithinMs,
          digits: 0,
        })
      : result.slowestRefusalMs.toFixed(0),
    result.sentLateMs.toFixed(0),
  ]
}
