// CPU time of an uncached food page, compared with another build, such as the previous release.
//   npm run bench -- food-page --against FOLDER [--rounds 8] [--requests 3000] [--database-url URL]
// FOLDER is a built checkout. Each build gets its own database with the demo (`larder demo`), or both read the one that is named.
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfOutdated } from '../lab/build.ts'
import { atMost, printMissed, printTable } from '../lab/report.ts'
import { findFreePort } from '../lab/servers/free-port.ts'
import { environmentFor, type Server, startServer } from '../lab/servers/larder-process.ts'
import { root, type Stores, withStores } from '../lab/servers/temporary-stores.ts'
import { median } from '../lab/statistics.ts'
import { pagePath } from '../src/food/page-path.ts'
import { withConnection } from '../src/platform/database/pool.ts'
import { cpuSeconds } from './http/cpu-time.ts'

const { values: options } = parseArgs({
  options: {
    against: { type: 'string' },
    rounds: { type: 'string', default: '8' },
    requests: { type: 'string', default: '3000' },
    'database-url': { type: 'string' },
  },
})
if (options.against === undefined) throw new Error('--against FOLDER names the build to compare with')
const other = resolve(options.against)
const maxFoods = 1_000
const requestsPerRound = Number(options.requests)

interface Build {
  name: string
  server: Server
  paths: string[]
  bytes: number
  /** CPU milliseconds per page of each round. */
  rounds: number[]
}

buildIfOutdated()
await withStores(async stores => {
  const builds = [await start(stores, 'before', other), await start(stores, 'now', root)]
  for (const build of builds) await load(build)
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const build of builds) build.rounds.push(await load(build))
  }
  const [before = [], now = []] = builds.map(({ rounds }) => rounds)
  const ratios = now.map((ms, round) => ms / (before[round] ?? Number.NaN))
  printTable(
    ['build', 'HTML bytes', 'CPU ms per page', 'of each round'],
    builds.map(({ name, bytes, rounds }) => [
      name,
      String(Math.round(bytes)),
      median(rounds).toFixed(2),
      rounds.map(ms => ms.toFixed(2)).join(' '),
    ]),
  )
  console.log(
    `\nMedian ratio: ${atMost(median(ratios), { of: 'CPU time of a food page relative to before', target: 1.2, digits: 2 })}`,
  )
  await Promise.all(builds.map(({ server }) => server.stop()))
})
printMissed()

async function start(stores: Stores, name: string, folder: string): Promise<Build> {
  const databaseUrl = options['database-url'] ?? (await stores.createDatabase(`page_${name}`))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const environment = environmentFor(stores, databaseUrl, name === 'now' ? 1 : 2, {
    WEB_PORT: String(port),
    WEB_PUBLIC_URL: url,
    RESPONSE_CACHE_MB: '0',
  })
  const program = join(folder, 'dist/main/cli.js')
  if (options['database-url'] === undefined)
    execFileSync(process.execPath, [program, 'demo'], { cwd: '/', env: environment, stdio: 'ignore' })
  const paths = await foodPaths(databaseUrl)
  const server = {
    ...(await startServer(
      [program, 'serve', '--only', 'website'],
      environment,
      join(stores.folder, `${name}.log`),
    )),
    url,
  }
  const sizes: number[] = []
  for (const path of paths) sizes.push((await open(url, path)).length)
  return { name, server, paths, bytes: median(sizes), rounds: [] }
}

/** The most popular foods, which are those that people open. */
function foodPaths(databaseUrl: string): Promise<string[]> {
  return withConnection(databaseUrl, async client => {
    const { rows } = await client.query<{ id: number; name: string }>(
      'select id, name from foods order by popular_order, id limit $1',
      [maxFoods],
    )
    return rows.map(({ id, name }) => pagePath(id, name))
  })
}

/** One request at a time; returns the CPU time of the server per page. */
async function load({ server, paths }: Build): Promise<number> {
  const start = cpuSeconds(server.processId)
  for (let index = 0; index < requestsPerRound; index++)
    await open(server.url, paths[index % paths.length] ?? '')
  return ((cpuSeconds(server.processId) - start) * 1000) / requestsPerRound
}

async function open(url: string, path: string): Promise<string> {
  const response = await fetch(url + path, { redirect: 'manual', headers: { 'accept-encoding': 'identity' } })
  const html = await response.text()
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}`)
  return html
}
