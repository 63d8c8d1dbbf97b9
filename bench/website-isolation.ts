// How much readers of the website slow a paying client of the API down. See bench/README.md.
//   npm run bench:isolation -- [--connections N] [--rounds N] [--seconds N]
import { openSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { generateCatalog } from '../lab/catalogs/generated-catalog.ts'
import { atMost, printMissed, printTable } from '../lab/report.ts'
import { createScaleKey } from '../lab/servers/larder-process.ts'
import { withStores } from '../lab/servers/temporary-stores.ts'
import { environmentFor, type ServiceProcess, type StoreUrls, spawnService } from '../lab/service.ts'
import { median, quantile } from '../lab/statistics.ts'
import { measureIsolation } from '../lab/website-isolation.ts'
import { pagePath } from '../src/food/page-path.ts'
import { withConnection } from '../src/platform/database/pool.ts'

const { values: options } = parseArgs({
  options: {
    connections: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '5' },
  },
})
const connections = Number(options.connections)
const maxRatio = 2

const unlimited = { RATE_LIMIT_WEBSITE_PER_MINUTE: '1000000000', RESPONSE_CACHE_MB: '0' }
const manyAddresses = Array.from({ length: connections }, (_, index) => `198.51.100.${index % 250}`)
const readings: { readers: string; settings: Record<string, string>; addresses: string[] }[] = [
  { readers: 'one address', settings: { RATE_LIMIT_WEBSITE_PER_MINUTE: '300' }, addresses: [] },
  { readers: 'one address, no limit, no cache', settings: unlimited, addresses: [] },
  {
    readers: `${connections} addresses, no limit, no cache`,
    settings: { ...unlimited, TRUSTED_PROXIES: '127.0.0.1' },
    addresses: manyAddresses,
  },
]

const rows: string[][] = []
await withStores(async ({ createDatabase, redisUrl }) => {
  const databaseUrl = await createDatabase('isolation')
  await generateCatalog(databaseUrl, 20_000)
  const key = await createScaleKey(environmentFor({ databaseUrl, redisUrl }))
  // Each with its own counters.
  let redisDatabase = 0
  const nextStores = (): StoreUrls => ({ databaseUrl, redisUrl: `${redisUrl}/${++redisDatabase}` })
  const paths = await foodPaths(databaseUrl)
  for (const { readers, settings, addresses } of readings) {
    await measure('one process', readers, [await start(nextStores(), settings)])
    const stores = nextStores()
    await measure('separate processes', readers, [
      await start(stores, settings, 'api'),
      await start(stores, settings, 'website'),
    ])

    async function measure(deployment: string, readers: string, services: ServiceProcess[]) {
      const apiUrl = services.map(service => service.apiUrl).join('')
      const websiteUrl = services.map(service => service.websiteUrl).join('')
      const { quietMs, loadedMs, p95Ratio, pages } = await measureIsolation({
        apiUrl,
        key,
        readers: { websiteUrl, paths, connections, addresses },
        rounds: Number(options.rounds),
        secondsPerRound: Number(options.seconds),
      })
      rows.push([
        deployment,
        readers,
        Object.entries(pages)
          .map(([status, count]) => `${count} × ${status}`)
          .join(', '),
        ...[quietMs, loadedMs].flatMap(times => [median(times).toFixed(1), quantile(times, 0.95).toFixed(1)]),
        atMost(p95Ratio, {
          of: `p95 of /food with page readers (${readers}; ${deployment}) relative to p95 without`,
          target: maxRatio,
          digits: 2,
        }),
      ])
      await Promise.all(services.map(service => service.stop()))
    }
  }
})
printTable(
  ['deployment', 'readers', 'pages', 'quiet p50 ms', 'p95 ms', 'with readers p50 ms', 'p95 ms', 'p95 ratio'],
  rows,
)
printMissed()

function start(stores: StoreUrls, settings: Record<string, string>, only?: string): Promise<ServiceProcess> {
  const args = only === undefined ? [] : ['--only', only]
  return spawnService(stores, { LOG_LEVEL: 'info', ...settings }, openSync('/dev/null', 'w'), args)
}

async function foodPaths(databaseUrl: string): Promise<string[]> {
  return withConnection(databaseUrl, async client => {
    const { rows } = await client.query<{ id: number; name: string }>(
      'select id, name from foods order by id',
    )
    return rows.map(({ id, name }) => pagePath(id, name))
  })
}
