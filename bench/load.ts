// Load test of two API processes behind deploy/haproxy.cfg at a fixed request rate: the required rate and three times
// that. --direct bypasses HAProxy.
//   npm run bench -- load --database-url URL --redis-url URL [--minutes N] [--json FILE]
// See docs/explanation/resilience.md.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { atLeast, atMost, printMissed, printTable } from '../lab/report.ts'
import { startHaproxy } from '../lab/servers/haproxy.ts'
import { createScaleKey, deleteScaleAccount, environmentOf } from '../lab/servers/larder-process.ts'
import type { LoadResult, LoadTask } from './http/load-generator.ts'
import { growthPerHour, type MeasuredNode, startMeasuredNode } from './http/measured-node.ts'
import { type Samples, sampleCatalog } from './http/samples.ts'

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
if (!databaseUrl || !redisUrl)
  throw new Error('--database-url and --redis-url of a loaded catalog are required')

const lookupsPerSecond = Number(options.lookups)
const searchesPerSecond = Number(options.searches)
const targets = { lookupsP99Ms: 50, searchesP99Ms: 100, rejectionMs: 1_000, eventLoopP99Ms: 50 }
const probesPerSecond = 20
const recoverySeconds = 10
const maxConnections = 8_000
const sampleIntervalMs = 5_000

interface Phase {
  name: string
  seconds: number
  factor: number
  /** Whether this kind of request is sent. */
  lookups: boolean
  searches: boolean
}

interface PhaseResult {
  phase: Phase
  lookups: LoadResult | undefined
  searches: LoadResult | undefined
  /** Lookups over new connections, from a separate process. */
  probe: LoadResult
  eventLoop: { p99: number; longest: number }
}

const normalLoad = { factor: 1, lookups: true, searches: true }
const seconds = Number(options.seconds)
const phases: Phase[] = [
  { ...normalLoad, name: 'warm-up', seconds: 10, factor: 0.5 },
  { ...normalLoad, name: 'lookups', seconds, searches: false },
  { ...normalLoad, name: 'searches', seconds, lookups: false },
  { ...normalLoad, name: 'both', seconds: 60 * Number(options.minutes) },
  { ...normalLoad, name: 'three times both', seconds: Number(options['overload-seconds']), factor: 3 },
  { ...normalLoad, name: `the ${recoverySeconds} s after`, seconds: recoverySeconds },
  { ...normalLoad, name: 'both again', seconds },
]

const folder = mkdtempSync(join(tmpdir(), 'larder-load-'))
const environment = environmentOf(databaseUrl, redisUrl)
// Before the account is created, which would be left behind if HAProxy is not installed.
const haproxy = await startHaproxy(maxConnections)
const key = await createScaleKey(environment)
const nodes: MeasuredNode[] = []
const generators: ChildProcess[] = []
try {
  for (const backend of ['api1', 'api2'] as const) {
    const settings = { ...environment, ...haproxy.settingsFor(backend), TRUSTED_PROXIES: '127.0.0.1' }
    nodes.push(await startMeasuredNode(settings, join(folder, `${backend}.log`)))
  }
  for (const backend of ['api1', 'api2'] as const) await haproxy.until(backend, 'up')
  for (let n = 0; n < 3; n++) generators.push(fork(new URL('http/load-generator.ts', import.meta.url)))
  const samples = await sampleCatalog(databaseUrl, 20_000)
  const memory: { hours: number; megabytes: number }[] = []
  const start = performance.now()
  const sampling = setInterval(() => {
    const megabytes = nodes.reduce((sum, node) => sum + node.residentMegabytes(), 0)
    memory.push({ hours: (performance.now() - start) / 3_600_000, megabytes })
  }, sampleIntervalMs)
  const results: PhaseResult[] = []
  const during = new Map<string, { from: number; to: number }>()
  for (const phase of phases) {
    const from = memory.length
    results.push(await runPhase(phase, samples))
    during.set(phase.name, { from, to: memory.length })
  }
  clearInterval(sampling)
  report(results, memory.slice(during.get('both')?.from, during.get('both')?.to))
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ results, memory }, null, 2)}\n`)
} finally {
  for (const generator of generators) generator.kill()
  await Promise.all(nodes.map(node => node.stop()))
  await haproxy.stop()
  deleteScaleAccount(environment)
  rmSync(folder, { recursive: true })
}
printMissed()

async function runPhase(phase: Phase, samples: Samples): Promise<PhaseResult> {
  const [lookupGenerator, searchGenerator, probeGenerator] = generators
  const urls = options.direct ? nodes.map(({ url }) => url) : [haproxy.apiUrl]
  const load = { nodes: urls, key, seconds: phase.seconds }
  const lookupPaths = [
    ...samples.foods.map(id => `/food/${id}`),
    ...samples.barcodes.map(barcode => `/barcode/${barcode}`),
  ]
  const searchPaths = samples.queries.map(q => `/search?${new URLSearchParams({ q })}`)
  for (const node of nodes) await node.eventLoopDelay()
  const [lookups, searches, probe] = await Promise.all([
    phase.lookups
      ? generate(lookupGenerator, { ...load, paths: lookupPaths, perSecond: lookupsPerSecond * phase.factor })
      : undefined,
    phase.searches
      ? generate(searchGenerator, {
          ...load,
          paths: searchPaths,
          perSecond: searchesPerSecond * phase.factor,
        })
      : undefined,
    generate(probeGenerator, {
      ...load,
      paths: lookupPaths,
      perSecond: probesPerSecond,
      opensConnections: true,
    }),
  ])
  const delays = await Promise.all(nodes.map(node => node.eventLoopDelay()))
  process.stderr.write(`${phase.name}: done\n`)
  const eventLoop = {
    p99: Math.max(...delays.map(({ p99 }) => p99)),
    longest: Math.max(...delays.map(({ longest }) => longest)),
  }
  return { phase, lookups, searches, probe, eventLoop }
}

async function generate(generator: ChildProcess | undefined, task: LoadTask): Promise<LoadResult> {
  if (generator === undefined) throw new Error('missing load generator')
  generator.send(task)
  const [result] = await once(generator, 'message')
  return result as LoadResult
}

function report(results: PhaseResult[], memory: { hours: number; megabytes: number }[]): void {
  const rows = results
    .filter(({ phase }) => phase.name !== 'warm-up')
    .flatMap(({ phase, lookups, searches, probe, eventLoop }) => {
      const hasTarget = phase.factor === 1 && !phase.name.startsWith('the ')
      const row = (endpoints: string, result: LoadResult | undefined, perSecond: number, targetMs: number) =>
        result === undefined
          ? []
          : [
              [
                phase.name,
                endpoints,
                String(perSecond * phase.factor),
                ...cellsOf(phase, endpoints, result, targetMs, hasTarget),
                String(eventLoop.p99),
                String(eventLoop.longest),
              ],
            ]
      return [
        ...row('/food, /barcode', lookups, lookupsPerSecond, targets.lookupsP99Ms),
        ...row('/search', searches, searchesPerSecond, targets.searchesP99Ms),
        ...row('new connections', probe, probesPerSecond / phase.factor, targets.lookupsP99Ms),
      ]
    })
  printTable(
    [
      'phase',
      'endpoints',
      'requests/s',
      'succeeded %',
      'p50 ms',
      'p99 ms',
      'max ms',
      'other statuses',
      'max rejection ms',
      'sent late ms (p99)',
      'event loop p99 ms, at most',
      'longest ms, at most',
    ],
    rows,
  )
  const delays = results.filter(({ phase }) => phase.name === 'both').map(each => each.eventLoop.p99)
  const later = memory.slice(Math.floor(memory.length / 3))
  const [first, last] = [later.slice(0, 3), later.slice(-3)].map(samples =>
    samples.reduce((sum, { megabytes }) => sum + megabytes / samples.length, 0),
  )
  printTable(
    ['measurement', 'value'],
    [
      [
        'event-loop delay p99 under both, ms',
        atMost(Math.max(...delays), { of: 'event-loop delay', target: targets.eventLoopP99Ms, digits: 1 }),
      ],
      [
        'memory of both nodes after a third of the time and at the end, MB',
        `${first?.toFixed(0)} → ${last?.toFixed(0)}`,
      ],
      ['growth by regression over the last two thirds, MB per hour', growthPerHour(later).toFixed(1)],
    ],
  )
}

function cellsOf(
  phase: Phase,
  endpoints: string,
  result: LoadResult,
  targetMs: number,
  hasTarget: boolean,
): string[] {
  const others = Object.entries(result.statuses).filter(([status]) => status !== '200')
  const of = `${endpoints}, ${phase.name}`
  return [
    hasTarget
      ? atLeast((100 * result.succeeded) / result.requests, {
          of: `${of}: succeeded`,
          target: 100,
          digits: 2,
        })
      : ((100 * result.succeeded) / result.requests).toFixed(2),
    result.p50Ms.toFixed(1),
    hasTarget
      ? atMost(result.p99Ms, { of: `${of}: p99`, target: targetMs, digits: 1 })
      : result.p99Ms.toFixed(1),
    result.maxMs.toFixed(0),
    others.map(([status, count]) => `${count} × ${status}`).join(', '),
    phase.factor > 1
      ? atMost(result.maxRejectionMs, {
          of: `${of}: max rejection time`,
          target: targets.rejectionMs,
          digits: 0,
        })
      : result.maxRejectionMs.toFixed(0),
    result.sentLateMs.toFixed(0),
  ]
}
