// What a request of each kind costs in the node, PostgreSQL, Redis and HAProxy, and the servers that a rate of requests needs. See
// docs/explanation/scale.md.
//   npm run bench -- capacity [--database-url URL --redis-url URL [--seconds 5] [--write-figures]]
// Without a database it prints the plan for the figures in docs/scale-figures.json.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startHaproxy } from '../lab/servers/haproxy.ts'
import {
  createScaleKey,
  deleteScaleAccount,
  environmentOf,
  type Server,
  startLarder,
} from '../lab/servers/larder-process.ts'
import { root } from '../lab/servers/temporary-stores.ts'
import { table } from '../src/main/commands/output.ts'
import { withConnection } from '../src/platform/database/pool.ts'
import {
  type CapacityFigures,
  type Cost,
  figuresFile,
  type KindCost,
  readFigures,
  releases,
  searchHash,
} from './capacity/figures.ts'
import { type Demand, planFor } from './capacity/plan.ts'
import { type Kind, kinds, readUrls, sharesOf, type Urls } from './edge/traffic.ts'
import { backendsCpuSeconds, cpuSeconds } from './http/cpu-time.ts'
import { loadPaths, requireWrk } from './http/wrk.ts'

const { values: options } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    'redis-url': { type: 'string' },
    seconds: { type: 'string', default: '5' },
    'write-figures': { type: 'boolean', default: false },
  },
})
const zipfExponent = 0.9
const urlsPerKind = 2_000
const connections = 16

const databaseUrl = options['database-url']
const redisUrl = options['redis-url']
const figures =
  databaseUrl === undefined || redisUrl === undefined ? readFigures() : await measure(databaseUrl, redisUrl)
if (options['write-figures']) writeFileSync(figuresFile, `${JSON.stringify(figures, null, 2)}\n`)
printCosts(figures)
printPlans(figures)
printSensitivity(figures)

async function measure(databaseUrl: string, redisUrl: string): Promise<CapacityFigures> {
  await requireWrk()
  const folder = mkdtempSync(join(tmpdir(), 'larder-bench-capacity-'))
  const environment = {
    ...environmentOf(databaseUrl, redisUrl),
    TRUSTED_PROXIES: '127.0.0.1',
    DATABASE_POOL_TIMEOUT_MS: '10000',
    DATABASE_STATEMENT_TIMEOUT_MS: '10000',
  }
  const key = await createScaleKey(environment)
  process.once('exit', () => deleteScaleAccount(environment))
  const urls = await readUrls(databaseUrl)
  const shares = sharesOf(urls, zipfExponent)
  const haproxy = await startHaproxy()
  const log = join(folder, 'larder.log')
  const uncached = await startLarder({ ...environment, RESPONSE_CACHE_MB: '0' }, log, [], ['--only', 'api'])
  const cached = await startLarder(
    { ...environment, ...haproxy.settingsFor('api1') },
    log,
    [],
    ['--only', 'api'],
  )
  await haproxy.until('api1', 'up')
  const costOf = async (server: Server, pathsFile: string, url = server.url) => {
    const before = await componentsCpu(server)
    const seconds = Number(options.seconds)
    const { perSecond } = await loadPaths(url, pathsFile, { key, connections, seconds })
    const after = await componentsCpu(server)
    const perRequest = (component: keyof Cost) =>
      Math.round(((after[component] - before[component]) * 1e6) / (perSecond * seconds))
    return { node: perRequest('node'), postgresql: perRequest('postgresql'), redis: perRequest('redis') }
  }
  const componentsCpu = async (server: Server) => ({
    node: cpuSeconds(server.processId),
    postgresql: await backendsCpuSeconds(databaseUrl),
    redis: await redisCpu(redisUrl),
  })
  const measured: KindCost[] = []
  let balancer = 0
  // An unknown barcode is looked up like a known one, and wrk counts its 404 as a failure.
  for (const kind of kinds.filter(kind => kind !== 'unknown barcode')) {
    const paths = drawPaths(urls, shares, kind)
    const pathsFile = join(folder, 'paths')
    writeFileSync(pathsFile, paths.join('\n'))
    const warmUp = { key, connections, seconds: 3 }
    await loadPaths(uncached.url, pathsFile, warmUp)
    const cost = await costOf(uncached, pathsFile)
    await loadPaths(cached.url, pathsFile, { ...warmUp, seconds: 3 * warmUp.seconds })
    const cachedCost = await costOf(cached, pathsFile)
    const haproxyBefore = cpuSeconds(haproxy.processId)
    const { perSecond } = await loadPaths(haproxy.apiUrl, pathsFile, warmUp)
    balancer = ((cpuSeconds(haproxy.processId) - haproxyBefore) * 1e6) / (perSecond * warmUp.seconds)
    measured.push({
      kind,
      share: shareOf(urls, shares, kind === 'barcode' ? ['barcode', 'unknown barcode'] : [kind]),
      bytes: await meanBytes(cached.url, paths.slice(0, 100), key),
      uncached: cost,
      cached: cachedCost,
    })
    process.stderr.write(`${kind}: done\n`)
  }
  await Promise.all([uncached.stop(), cached.stop(), haproxy.stop()])
  rmSync(folder, { recursive: true })
  const { foods, bytes } = await sizeOf(databaseUrl)
  const [release = ''] = releases()
  return {
    commit: execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
    release,
    searchHash: searchHash(),
    date: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date()),
    machine: '2 cores, shared by PostgreSQL 15, Redis, HAProxy, the service and the client',
    foods,
    bytesPerFood: Math.round(bytes / foods),
    kinds: measured,
    balancer: Math.round(balancer),
  }
}

/** Likely ones more often. */
function drawPaths(urls: Urls, shares: Float64Array, kind: Kind): string[] {
  const candidates = [...urls.kinds.keys()].filter(url => urls.kinds[url] === kind)
  let sum = 0
  const upTo = candidates.map(url => (sum += shares[url] ?? 0))
  return Array.from({ length: Math.min(urlsPerKind, candidates.length) }, () => {
    const wanted = Math.random() * sum
    return urls.paths[candidates[upTo.findIndex(value => value >= wanted)] ?? 0] ?? ''
  })
}

function shareOf(urls: Urls, shares: Float64Array, wanted: Kind[]): number {
  const share = urls.kinds.reduce(
    (sum, kind, url) => (wanted.includes(kind) ? sum + (shares[url] ?? 0) : sum),
    0,
  )
  return Number(share.toFixed(3))
}

async function meanBytes(url: string, paths: string[], key: string): Promise<number> {
  let bytes = 0
  for (const path of paths) {
    const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip' }
    const response = await fetch(url + path, { headers })
    const length = response.headers.get('content-length')
    bytes += length === null ? (await response.arrayBuffer()).byteLength : Number(length)
  }
  return Math.round(bytes / paths.length)
}

async function redisCpu(redisUrl: string): Promise<number> {
  const info = execFileSync('redis-cli', ['-u', redisUrl, 'info', 'cpu'], { encoding: 'utf8' })
  return ['used_cpu_sys', 'used_cpu_user'].reduce(
    (sum, name) => sum + Number(new RegExp(`^${name}:(.*)`, 'm').exec(info)?.[1] ?? 0),
    0,
  )
}

function sizeOf(databaseUrl: string): Promise<{ foods: number; bytes: number }> {
  return withConnection(databaseUrl, async client => {
    const { rows } = await client.query<{ foods: number; bytes: number }>(
      'select foods, pg_database_size(current_database()) as bytes from catalog_stats',
    )
    return { foods: Number(rows[0]?.foods ?? 0), bytes: Number(rows[0]?.bytes ?? 0) }
  })
}

function printCosts({ commit, date, foods, kinds, balancer }: CapacityFigures): void {
  console.log(`CPU time per request in µs, commit ${commit}, ${date}, ${foods.toLocaleString('en')} foods`)
  const cells = ({ node, postgresql, redis }: Cost) => [node, postgresql, redis].map(String)
  console.log(
    table(
      ['kind', 'share', 'bytes', 'node', 'PostgreSQL', 'Redis', 'cached: node', 'PostgreSQL', 'Redis'],
      kinds.map(({ kind, share, bytes, uncached, cached }) => [
        kind,
        `${(100 * share).toFixed(0)} %`,
        String(bytes),
        ...cells(uncached),
        ...cells(cached),
      ]),
    ),
  )
  console.log(`HAProxy: ${balancer} µs per request\n`)
}

function printPlans(figures: CapacityFigures): void {
  const million = 1_000_000
  const demands: [string, Demand][] = [
    ['100/s', { meanPerSecond: 100, foods: 4 * million, edgeHits: 0, processHits: 0.3 }],
    ['1,000/s', { meanPerSecond: 1_000, foods: 4 * million, edgeHits: 0, processHits: 0.5 }],
    ['1,000/s, no cache at all', { meanPerSecond: 1_000, foods: 4 * million, edgeHits: 0, processHits: 0 }],
    ['1,000/s, edge 41 %', { meanPerSecond: 1_000, foods: 4 * million, edgeHits: 0.41, processHits: 0.3 }],
    ['10,000/s', { meanPerSecond: 10_000, foods: 4 * million, edgeHits: 0, processHits: 0.5 }],
    ['10,000/s, edge 68 %', { meanPerSecond: 10_000, foods: 4 * million, edgeHits: 0.68, processHits: 0.3 }],
    ['333,333/s', { meanPerSecond: 333_333, foods: 4 * million, edgeHits: 0, processHits: 0.5 }],
    ['333,333/s, edge 80 %', { meanPerSecond: 333_333, foods: 4 * million, edgeHits: 0.8, processHits: 0.3 }],
    [
      '333,333/s, edge 80 %, 100 million',
      { meanPerSecond: 333_333, foods: 100 * million, edgeHits: 0.8, processHits: 0.3 },
    ],
  ]
  const round = (value: number) => Math.round(value).toLocaleString('en')
  console.log(
    table(
      [
        'mean rate',
        'cores: node',
        'PostgreSQL',
        'Redis',
        'balancer',
        'PostgreSQL servers',
        'their memory, GB',
        'servers a month',
        'CDN',
        'backups',
      ],
      demands.map(([name, demand]) => {
        const { cores, postgresqlServers, memoryGb, cost } = planFor(figures, demand)
        return [
          name,
          ...[cores.node, cores.postgresql, cores.redis, cores.balancer, postgresqlServers, memoryGb].map(
            round,
          ),
          ...[cost.servers, cost.cdn, cost.backups].map(value => `$${round(value)}`),
        ]
      }),
    ),
  )
}

function printSensitivity(figures: CapacityFigures): void {
  const base: Demand = { meanPerSecond: 1_000, foods: 4_000_000, edgeHits: 0, processHits: 0.5 }
  const variants: [string, Demand, CapacityFigures][] = [
    ['as above', base, figures],
    ['process cache 30 %', { ...base, processHits: 0.3 }, figures],
    ['process cache 70 %', { ...base, processHits: 0.7 }, figures],
    ['half as many searches', base, withSearchShare(figures, 0.5)],
    ['1.5 times as many searches', base, withSearchShare(figures, 1.5)],
    ['a peak of five times the mean', { ...base, meanPerSecond: (1_000 * 5) / 3 }, figures],
    ['edge 55 %, process cache 30 %', { ...base, edgeHits: 0.55, processHits: 0.3 }, figures],
    ['16 million foods', { ...base, foods: 16_000_000 }, figures],
  ]
  const rows = variants.map(([name, demand, measured]) => {
    const { cores, cost } = planFor(measured, demand)
    return [
      name,
      ...[cores.node, cores.postgresql, Math.round(cost.servers), Math.round(cost.cdn)].map(String),
    ]
  })
  console.log(`\n${table(['at 1,000/s', 'cores: node', 'PostgreSQL', 'servers, $ a month', 'CDN, $'], rows)}`)
}

/** With more or fewer searches; the other kinds share the rest as before. */
function withSearchShare(figures: CapacityFigures, times: number): CapacityFigures {
  const searches = figures.kinds.find(({ kind }) => kind === 'search')?.share ?? 0
  const others = (1 - searches * times) / (1 - searches)
  const kinds = figures.kinds.map(each => ({
    ...each,
    share: each.share * (each.kind === 'search' ? times : others),
  }))
  return { ...figures, kinds }
}
