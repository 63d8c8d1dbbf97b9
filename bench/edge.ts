// The share of requests that a shared cache in front of the API answers: computed for a week of simulated
// traffic, several rates and assumptions, and measured on a shorter stretch with real Varnish and Larder, to compare them. See bench/README.md.
//   npm run bench -- edge --database-url URL --redis-url URL [--seconds N] [--per-second N]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findFreePort } from '../lab/servers/free-port.ts'
import {
  createScaleKey,
  deleteScaleAccount,
  environmentOf,
  type Server,
  startLarder,
} from '../lab/servers/larder-process.ts'
import { startVarnish } from '../lab/servers/varnish.ts'
import { quantile } from '../lab/statistics.ts'
import { table } from '../src/main/commands/output.ts'
import { createSessions, type Kind, kinds, readUrls, sharesOf } from './edge/traffic.ts'
import { cpuSeconds } from './http/cpu-time.ts'
import { leanClient } from './http/http-client.ts'

const { values: options } = parseArgs({
  options: {
    /** An existing catalog; an account is created in it for the run. */
    'database-url': { type: 'string' },
    'redis-url': { type: 'string' },
    /** Of the stretch on Varnish; 0 leaves it out. */
    seconds: { type: 'string', default: '120' },
    'per-second': { type: 'string', default: '200' },
  },
})
const databaseUrl = options['database-url']
const redisUrl = options['redis-url']
if (databaseUrl === undefined || redisUrl === undefined)
  throw new Error('--database-url and --redis-url are required')

interface Assumptions {
  /** Mean of the day. */
  perSecond: number
  exponent: number
  lifetimeSeconds: number
  /** How long a response is served after its lifetime while it is fetched again. */
  graceSeconds: number
  notFoundSeconds: number
  /** Share of sessions with a key. */
  keyed: number
  /** After a change, lists and searches are fetched again. Of the lookups, only those of changed foods are, which is neglected. */
  changesPerDay: number
}

const usual: Assumptions = {
  perSecond: 100,
  exponent: 0.9,
  lifetimeSeconds: 60,
  graceSeconds: 10,
  notFoundSeconds: 10,
  keyed: 0.2,
  changesPerDay: 1,
}
/** Relative to the mean, every two hours: nights have a fifth of it, evenings 1.8 times. */
const rhythm = Array.from({ length: 12 }, (_, step) => 1 + 0.8 * Math.sin((2 * Math.PI * step) / 12))

interface Counts {
  /** Without a key. */
  anonymous: number
  hits: number
}
type Result = Record<Kind, Counts>

const noCounts = () =>
  Object.fromEntries(kinds.map(kind => [kind, { anonymous: 0, hits: 0 }])) as Record<Kind, Counts>
const percent = (part: number, whole: number) => (whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`)

const urls = await readUrls(databaseUrl)
if (Number(options.seconds) > 0) await replayOnVarnish()
printModel()

/**
 * Requests for a URL arrive independently, at rate r. A response is fetched by the first request after its lifetime T, so one of 1 + rT
 * requests reaches Larder; with the probability 1 - exp(-r grace) even that one is answered from the cache.
 */
function model(assumed: Assumptions, rates: readonly number[]): { result: Result; reachLarder: number } {
  const { perSecond, exponent, lifetimeSeconds, graceSeconds, notFoundSeconds, keyed, changesPerDay } =
    assumed
  const result = noCounts()
  const changeSeconds = 86_400 / changesPerDay
  // As if the fetch were at any time between two changes. For busy URLs it is soon after one, so that this is too low.
  const untilChange = (lifetime: number) =>
    lifetime <= changeSeconds ? lifetime - lifetime ** 2 / (2 * changeSeconds) : changeSeconds / 2
  let fetched = 0
  const shares = sharesOf(urls, exponent)
  for (const [url, kind] of urls.kinds.entries()) {
    const counts = result[kind]
    const isLookup = kind === 'food' || kind === 'barcode'
    const longest = kind === 'unknown barcode' ? Math.min(notFoundSeconds, lifetimeSeconds) : lifetimeSeconds
    const lifetime = isLookup ? longest : untilChange(longest)
    for (const relative of rates) {
      const rate = (relative * perSecond * (1 - keyed) * (shares[url] ?? 0)) / rates.length
      const perUrl = rate * rates.length
      const fetches = rate / (1 + perUrl * lifetime)
      counts.anonymous += rate
      counts.hits += rate - fetches * Math.exp(-perUrl * graceSeconds)
      fetched += fetches
    }
  }
  return { result, reachLarder: keyed + fetched / perSecond }
}

function printModel(): void {
  const rows: [string, Partial<Assumptions>][] = [
    ['10 requests/s', { perSecond: 10 }],
    ['100 requests/s', {}],
    ['1,000 requests/s', { perSecond: 1_000 }],
    ['100/s, lifetime 10 s', { lifetimeSeconds: 10 }],
    ['100/s, lifetime 10 min', { lifetimeSeconds: 600 }],
    ['100/s, lifetime 1 h', { lifetimeSeconds: 3_600 }],
    ['100/s, Zipf 0.7', { exponent: 0.7 }],
    ['100/s, Zipf 1.1', { exponent: 1.1 }],
    ['100/s, no keys', { keyed: 0 }],
    ['100/s, half with a key', { keyed: 0.5 }],
    ['100/s, a change every hour', { changesPerDay: 24 }],
    ['100/s, a change every minute', { changesPerDay: 1_440 }],
    ['100/s, 1 h, a change every hour', { lifetimeSeconds: 3_600, changesPerDay: 24 }],
    ['1,000/s, lifetime 1 h', { perSecond: 1_000, lifetimeSeconds: 3_600 }],
  ]
  console.log(
    `Model: ${urls.foods.length} foods, ${urls.paths.length} URLs; unless stated otherwise a lifetime of 60 s, Zipf 0.9, a change of the catalog a day, a fifth of the sessions with a key. Share of the requests without a key that the cache answers:`,
  )
  const lines = rows.map(([name, change]) => {
    const { result, reachLarder } = model({ ...usual, ...change }, rhythm)
    return [name, ...hitRatios(result), percent(reachLarder, 1)]
  })
  console.log(table(['', ...kinds, 'all', 'reach Larder'], lines))
}

function hitRatios(result: Result): string[] {
  const sum = (name: keyof Counts) => Object.values(result).reduce((all, counts) => all + counts[name], 0)
  return [
    ...kinds.map(kind => percent(result[kind].hits, result[kind].anonymous)),
    percent(sum('hits'), sum('anonymous')),
  ]
}

interface Planned {
  url: number
  atMs: number
  isKeyed: boolean
}

interface Measured {
  result: Result
  cpuSeconds: number
  p50Ms: number
  p99Ms: number
  failures: number
}

/** Six times as fast as the model: a sixth of the lifetime, so that as many requests fall into it as at a sixth of the rate. */
async function replayOnVarnish(): Promise<void> {
  const speed = 6
  const seconds = Number(options.seconds)
  const perSecond = Number(options['per-second'])
  const assumed: Assumptions = {
    ...usual,
    perSecond,
    lifetimeSeconds: usual.lifetimeSeconds / speed,
    graceSeconds: usual.graceSeconds / speed,
    // One change, in the middle.
    changesPerDay: 86_400 / (seconds / 2),
  }
  const plan = planRequests(assumed, seconds)

  const folder = mkdtempSync(join(tmpdir(), 'larder-bench-edge-'))
  const environment = {
    ...environmentOf(databaseUrl ?? '', redisUrl ?? ''),
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT_ANONYMOUS_PER_MINUTE: '1000000000',
    RATE_LIMIT_FREE_PER_HOUR: '1000000000',
    DATABASE_POOL_TIMEOUT_MS: '10000',
    DATABASE_STATEMENT_TIMEOUT_MS: '10000',
    SHARED_CACHE_SECONDS: String(assumed.lifetimeSeconds),
  }
  const key = await createScaleKey(environment)
  process.once('exit', () => deleteScaleAccount(environment))
  const start = () => startLarder(environment, join(folder, 'larder.log'), [], ['--only', 'api'])

  const direct = await start()
  const before = await send(plan, direct.url, direct, key)
  await direct.stop()

  const behind = await start()
  const purgePort = await findFreePort()
  const varnish = await startVarnish({
    apiPort: Number(new URL(behind.url).port),
    purgePort,
    replace: [['req.grace = 10s', `req.grace = ${Math.round(1_000 * assumed.graceSeconds)}ms`]],
    megabytes: 512,
  })
  const varnishCpuBefore = cpuSeconds(varnish.processId)
  const fetchedBefore = (await varnish.counters())['MAIN.backend_req'] ?? 0
  const after = await send(plan, varnish.url, behind, key, async () => {
    await fetch(`http://127.0.0.1:${purgePort}`, { method: 'PURGE', headers: { 'surrogate-key': 'catalog' } })
  })
  const counters = await varnish.counters()
  const varnishCpu = cpuSeconds(varnish.processId) - varnishCpuBefore
  const fetched = (counters['MAIN.backend_req'] ?? 0) - fetchedBefore
  const expected = model(assumed, [1])
  await varnish.stop()
  await behind.stop()
  rmSync(folder, { recursive: true })

  console.log(
    `\nReal Varnish: ${plan.length} requests in ${seconds} s, a lifetime of ${assumed.lifetimeSeconds} s and one purge of lists and searches, as ${(perSecond / speed).toFixed(0)} requests/s with 60 s from an empty cache:`,
  )
  console.log(
    table(
      ['', ...kinds, 'all', 'reach Larder'],
      [
        ['model', ...hitRatios(expected.result), percent(expected.reachLarder, 1)],
        ['measured', ...hitRatios(after.result), percent(fetched, plan.length)],
      ],
    ),
  )
  const row = (name: string, { p50Ms, p99Ms, failures, cpuSeconds: cpu }: Measured, edgeCpu: string) => [
    name,
    cpu.toFixed(1),
    edgeCpu,
    p50Ms.toFixed(0),
    p99Ms.toFixed(0),
    String(failures),
  ]
  console.log(
    table(
      ['', 'CPU s of Larder', 'CPU s of Varnish', 'p50 ms', 'p99 ms', 'failures'],
      [row('without Varnish', before, ''), row('with Varnish', after, varnishCpu.toFixed(1))],
    ),
  )
}

/** A session sends its requests 0.3 s apart. */
function planRequests({ perSecond, exponent, keyed }: Assumptions, seconds: number): Planned[] {
  const nextSession = createSessions(urls, exponent)
  const plan: Planned[] = []
  for (let at = 0; at < seconds; ) {
    const session = nextSession()
    const isKeyed = Math.random() < keyed
    for (const [index, url] of session.entries()) plan.push({ url, atMs: 1_000 * at + 300 * index, isKeyed })
    at += (-Math.log(1 - Math.random()) * session.length) / perSecond
  }
  return plan.sort((a, b) => a.atMs - b.atMs).filter(({ atMs }) => atMs < 1_000 * seconds)
}

async function send(
  plan: readonly Planned[],
  url: string,
  larder: Server,
  key: string,
  halfway?: () => Promise<void>,
): Promise<Measured> {
  // Varnish would send chunks, which this client does not read, to clients that do not accept what it has compressed.
  const compressed = { 'accept-encoding': 'gzip' }
  const anonymous = leanClient(url, compressed)
  const withKey = leanClient(url, { ...compressed, authorization: `Bearer ${key}` })
  // Until search is prepared.
  while ((await withKey('/search?q=milk')).status !== 200) await wait(200)
  await wait(3_000)
  const result = noCounts()
  const times: number[] = []
  let failures = 0
  let hasChanged = false
  const cpuBefore = cpuSeconds(larder.processId)
  const startedAt = performance.now()
  const running = new Set<Promise<void>>()
  const lastMs = plan.at(-1)?.atMs ?? 0
  for (const { url: asked, atMs, isKeyed } of plan) {
    const early = atMs - (performance.now() - startedAt)
    if (early > 2) await wait(early)
    if (!hasChanged && atMs > lastMs / 2) {
      hasChanged = true
      await halfway?.()
    }
    const sentAt = performance.now()
    const counts = result[urls.kinds[asked] ?? 'list']
    // Until then the cache fills.
    const isCounted = atMs > lastMs / 6
    if (!isKeyed && isCounted) counts.anonymous++
    const request = (isKeyed ? withKey : anonymous)(urls.paths[asked] ?? '').then(({ status, head }) => {
      times.push(performance.now() - sentAt)
      if (status !== 200 && status !== 404) failures++
      const isHit = /\r\nx-cache: HIT/i.test(head)
      if (isHit && isKeyed) throw new Error(`a response to a key came from the cache: ${urls.paths[asked]}`)
      if (isHit && isCounted) counts.hits++
      running.delete(request)
    })
    running.add(request)
  }
  await Promise.all(running)
  return {
    result,
    cpuSeconds: cpuSeconds(larder.processId) - cpuBefore,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    failures,
  }
}
