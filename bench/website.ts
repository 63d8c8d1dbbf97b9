// Pages of foods: how long the first look at one takes, and how many a node serves. See bench/README.md.
//   npm run bench:website -- --database-url URL [--pages N] [--rounds N] [--seconds N] [--connections N]
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeCatalog } from '../lab/catalogs/generated-catalog.ts'
import { atLeast, atMost, printMissed, printTable } from '../lab/report.ts'
import { findFreePort } from '../lab/servers/free-port.ts'
import { environmentFor, startLarder } from '../lab/servers/larder-process.ts'
import { withStores } from '../lab/servers/temporary-stores.ts'
import { median, quantile } from '../lab/statistics.ts'
import { pagePath } from '../src/food/page-path.ts'
import { withConnection } from '../src/platform/database/pool.ts'
import { startFinishedPages } from './baseline-servers.ts'
import { type Answered, loadPaths, requireWrk } from './wrk.ts'

const { values: options } = parseArgs({
  options: {
    /** A catalog that is there; it is only read. Without it 100,000 foods are made. */
    'database-url': { type: 'string' },
    /** Different foods, for the first look and for the throughput. */
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
  if (options['database-url'] === undefined) await makeCatalog(databaseUrl, 100_000)
  const keeping = await startWebsite('keeping', {})
  const forgetting = await startWebsite('forgetting', { PAGE_CACHE_MB: '0' })

  const paths = await randomPaths(databaseUrl, 2 * Number(options.pages))
  const warmUp = paths.splice(0, Number(options.pages))
  for (const path of warmUp.slice(0, 300)) await open(keeping.url, path)
  const pages = await measureFirstLooks(keeping.url, paths)

  const pagesFile = join(stores.folder, 'pages.json')
  writeFileSync(pagesFile, JSON.stringify([...pages]))
  const finished = await startFinishedPages(pagesFile)
  const pathsFile = join(stores.folder, 'paths')
  writeFileSync(pathsFile, [...pages.keys()].join('\n'))
  await compareThroughput('pages made anew', pathsFile, { larder: forgetting.url, finished: finished.url })
  await compareThroughput('pages that are kept', pathsFile, { larder: keeping.url, finished: finished.url })
  await Promise.all([keeping.stop(), forgetting.stop(), finished.stop()])

  async function startWebsite(name: string, settings: Record<string, string>) {
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    const environment = environmentFor(stores, databaseUrl, 1, {
      WEB_PORT: String(port),
      WEB_PUBLIC_URL: url,
      ...settings,
    })
    const { stop } = await startLarder(environment, join(stores.folder, `${name}.log`))
    return { url, stop }
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
    // They come in the order of their ids, which is the order of the disk.
    const shuffled = rows.map(row => ({ row, place: Math.random() })).sort((a, b) => a.place - b.place)
    return shuffled.slice(0, count).map(({ row }) => pagePath(row.id, row.name))
  })
}

async function open(url: string, path: string): Promise<{ html: string; ms: number }> {
  const start = performance.now()
  const answer = await fetch(url + path, { redirect: 'manual' })
  const html = await answer.text()
  const ms = performance.now() - start
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`)
  return { html, ms }
}

/** One at a time, each for the first time. */
async function measureFirstLooks(url: string, paths: string[]): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const times: number[] = []
  for (const path of paths) {
    const { html, ms } = await open(url, path)
    pages.set(path, html)
    times.push(ms)
  }
  const bytes = median([...pages.values()].map(html => Buffer.byteLength(html)))
  printTable(
    ['first look at', 'HTML bytes', 'p50 ms', 'p99 ms', 'longest ms'],
    [
      [
        `${times.length} random foods`,
        String(bytes),
        median(times).toFixed(1),
        atMost(quantile(times, 0.99), { of: 'p99 of the first look at a food', bar: 100, digits: 1 }),
        Math.max(...times).toFixed(1),
      ],
    ],
  )
  return pages
}

async function compareThroughput(
  what: string,
  pathsFile: string,
  urls: { larder: string; finished: string },
): Promise<void> {
  const contenders: { name: string; url: string; rounds: Answered[] }[] = [
    { name: 'finished HTML', url: urls.finished, rounds: [] },
    { name: 'Larder', url: urls.larder, rounds: [] },
  ]
  for (const contender of contenders) await loadPaths(contender.url, pathsFile, { ...load, seconds: 3 })
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const contender of contenders) {
      contender.rounds.push(await loadPaths(contender.url, pathsFile, load))
    }
  }
  const speeds = contenders.map(({ rounds }) => rounds.map(({ perSecond }) => perSecond))
  const ratios = (speeds[1] ?? []).map((speed, round) => speed / (speeds[0]?.[round] ?? Number.NaN))
  printTable(
    [what, 'pages/s', 'p50 ms', 'p99 ms', 'ratio of each round'],
    contenders.map(({ name, rounds }, at) => [
      name,
      median(speeds[at] ?? []).toFixed(0),
      median(rounds.map(({ p50Ms }) => p50Ms)).toFixed(1),
      median(rounds.map(({ p99Ms }) => p99Ms)).toFixed(1),
      at === 0 ? '' : ratios.map(ratio => ratio.toFixed(2)).join(' '),
    ]),
  )
  const bar = { of: `throughput of ${what} against finished HTML`, bar: 0.5, digits: 2 }
  console.log(`\nMedian ratio: ${atLeast(median(ratios), bar)}`)
}
