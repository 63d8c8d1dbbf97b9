// Food pages: latency of the first view, and throughput of a node.
//   npm run bench -- website --database-url URL [--pages N] [--rounds N] [--seconds N] [--connections N]
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generateCatalog } from '../lab/catalogs/generated-catalog.ts'
import { atLeast, atMost, printMissed, printTable } from '../lab/report.ts'
import { findFreePort } from '../lab/servers/free-port.ts'
import { environmentFor, type Server, startLarder } from '../lab/servers/larder-process.ts'
import { withStores } from '../lab/servers/temporary-stores.ts'
import { median, quantile } from '../lab/statistics.ts'
import { pagePath } from '../src/food/page-path.ts'
import { withConnection } from '../src/platform/database/pool.ts'
import { startBaseline } from './http/baseline.ts'
import { loadAndTime, loadPaths, requireWrk, type TimedLoad } from './http/wrk.ts'

const { values: options } = parseArgs({
  options: {
    /** An existing catalog, which is only read. Default: 100,000 generated foods. */
    'database-url': { type: 'string' },
    /** Number of different foods. */
    pages: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '6' },
    connections: { type: 'string', default: '32' },
  },
})
const load = { connections: Number(options.connections), seconds: Number(options.seconds) }

await requireWrk()
await withStores(async stores => {
  const databaseUrl = options['database-url'] ?? (await stores.createDatabase('website'))
  if (options['database-url'] === undefined) await generateCatalog(databaseUrl, 100_000)
  const cached = await startWebsite('cached', {})
  const uncached = await startWebsite('uncached', { RESPONSE_CACHE_MB: '0' })

  const paths = await randomPaths(databaseUrl, 2 * Number(options.pages))
  const warmUp = paths.splice(0, Number(options.pages))
  for (const path of warmUp.slice(0, 300)) await open(cached.url, path)
  const pages = await measureFirstViews(cached.url, paths)

  const staticPages = await startBaseline('text/html', pages, join(stores.folder, 'pages.json'))
  const pathsFile = join(stores.folder, 'paths')
  writeFileSync(pathsFile, [...pages.keys()].join('\n'))
  await compareThroughput('uncached pages', {
    pathsFile,
    larder: uncached,
    staticPages,
    minRatio: 0.08,
  })
  await compareThroughput('cached pages', {
    pathsFile,
    larder: cached,
    staticPages,
    minRatio: 0.5,
  })
  await Promise.all([cached.stop(), uncached.stop(), staticPages.stop()])

  async function startWebsite(name: string, settings: Record<string, string>) {
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    const environment = environmentFor(stores, databaseUrl, 1, {
      WEB_PORT: String(port),
      WEB_PUBLIC_URL: url,
      ...settings,
    })
    const logFile = join(stores.folder, `${name}.log`)
    return { ...(await startLarder(environment, logFile, ['--only', 'website'])), url }
  }
})
printMissed()

async function randomPaths(databaseUrl: string, count: number): Promise<string[]> {
  return withConnection(databaseUrl, async client => {
    const { rows } = await client.query<{ id: number; name: string }>(
      `select id, name from foods
         where id in (select ceil(random() * (select max(id) from foods))::bigint from generate_series(1, $1::int))`,
      [2 * count],
    )
    // Shuffled, because the ids are in disk order.
    const shuffled = rows.map(row => ({ row, key: Math.random() })).sort((a, b) => a.key - b.key)
    return shuffled.slice(0, count).map(({ row }) => pagePath(row.id, row.name))
  })
}

async function open(url: string, path: string): Promise<{ html: string; ms: number }> {
  const start = performance.now()
  const response = await fetch(url + path, { redirect: 'manual' })
  const html = await response.text()
  const ms = performance.now() - start
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}`)
  return { html, ms }
}

/** Sequential requests, each for a page not seen before. */
async function measureFirstViews(url: string, paths: string[]): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const times: number[] = []
  for (const path of paths) {
    const { html, ms } = await open(url, path)
    pages.set(path, html)
    times.push(ms)
  }
  const bytes = median([...pages.values()].map(html => Buffer.byteLength(html)))
  printTable(
    ['first view of', 'HTML bytes', 'p50 ms', 'p99 ms', 'max ms'],
    [
      [
        `${times.length} random foods`,
        String(bytes),
        median(times).toFixed(1),
        atMost(quantile(times, 0.99), { of: 'p99 of the first view of a food', target: 100, digits: 1 }),
        Math.max(...times).toFixed(1),
      ],
    ],
  )
  return pages
}

async function compareThroughput(
  what: string,
  comparison: { pathsFile: string; larder: Server; staticPages: Server; minRatio: number },
): Promise<void> {
  const { pathsFile, larder, staticPages, minRatio } = comparison
  const contenders: { name: string; server: Server; rounds: TimedLoad[] }[] = [
    { name: 'static HTML', server: staticPages, rounds: [] },
    { name: 'Larder', server: larder, rounds: [] },
  ]
  for (const { server } of contenders) await loadPaths(server.url, pathsFile, { ...load, seconds: 3 })
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const contender of contenders) {
      contender.rounds.push(await loadAndTime(contender.server, pathsFile, load))
    }
  }
  const speeds = contenders.map(({ rounds }) => rounds.map(({ perSecond }) => perSecond))
  const ratios = (speeds[1] ?? []).map((speed, round) => speed / (speeds[0]?.[round] ?? Number.NaN))
  printTable(
    [what, 'pages/s', 'CPU µs per page', 'p50 ms', 'p99 ms', 'ratio of each round'],
    contenders.map(({ name, rounds }, index) => [
      name,
      median(speeds[index] ?? []).toFixed(0),
      median(rounds.map(({ cpuMicroseconds }) => cpuMicroseconds)).toFixed(0),
      median(rounds.map(({ p50Ms }) => p50Ms)).toFixed(1),
      median(rounds.map(({ p99Ms }) => p99Ms)).toFixed(1),
      index === 0 ? '' : ratios.map(ratio => ratio.toFixed(2)).join(' '),
    ]),
  )
  const target = { of: `throughput of ${what} relative to static HTML`, target: minRatio, digits: 2 }
  console.log(`\nMedian ratio: ${atLeast(median(ratios), target)}`)
}
