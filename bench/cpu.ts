// What one request costs each part, by endpoint, and what more processes and a replica bring. See bench/README.md.
//   npm run bench:cpu -- --database-url URL [--read-url URL] [--seconds N] [--write FILE]
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { printTable } from '../lab/report.ts'
import { findFreePort } from '../lab/servers/free-port.ts'
import {
  createScaleKey,
  deleteScaleAccount,
  type Environment,
  environmentFor,
  startLarder,
} from '../lab/servers/larder-process.ts'
import { type Stores, withStores } from '../lab/servers/temporary-stores.ts'
import { median } from '../lab/statistics.ts'
import { withConnection } from '../src/platform/database/pool.ts'
import { catalogPaths, type EndpointPaths } from './cpu-paths.ts'
import { parentOf, processorSeconds, residentBytes } from './cpu-time.ts'
import { loadPaths, requireWrk } from './wrk.ts'

const { values: options } = parseArgs({
  options: {
    /** A loaded catalog; an account is made in it for the run. */
    'database-url': { type: 'string' },
    /** A replica of it; without one the rows with a replica are left out. */
    'read-url': { type: 'string' },
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '16' },
    /** Where the figures go as JSON, for scripts/scale.ts. */
    write: { type: 'string' },
  },
})
const databaseUrl = options['database-url']
if (databaseUrl === undefined) throw new Error('--database-url is missing: the address of a loaded catalog')
const load = { connections: Number(options.connections), seconds: Number(options.seconds) }

interface Cost {
  endpoint: string
  perSecond: number
  /** Of processor time a request. */
  microseconds: { node: number; postgres: number; redis: number }
  answerBytes: number
}

interface Deployment {
  nodes: number
  replicas: number
  /** Requests a second of each endpoint. */
  food: number
  search: number
}

await requireWrk()
await withStores(async stores => {
  const environment = environmentFor(stores, databaseUrl, 1)
  const key = await createScaleKey(environment)
  const removeAccount = () => deleteScaleAccount(environment)
  process.once('exit', removeAccount)
  const endpoints = await catalogPaths(databaseUrl)
  const { costs, memory } = await measureCosts(stores, environment, key, endpoints)
  const deployments = await measureDeployments(stores, environment, key, endpoints)
  if (options.write) {
    writeFileSync(
      options.write,
      `${JSON.stringify({ ...(await sizeOfCatalog()), costs, memory, deployments }, null, 2)}\n`,
    )
  }
})

async function measureCosts(
  stores: Stores,
  environment: Environment,
  key: string,
  endpoints: EndpointPaths[],
) {
  const node = await startNode(stores, environment, {})
  // Pages that nobody keeps, so that their making is seen.
  const forgetful = await startNode(stores, environment, { PAGE_CACHE_MB: '0' })
  const postgres = await postmaster(databaseUrl ?? '')
  const idleBytes = residentBytes(node.processId)
  const costs: Cost[] = []
  for (const { endpoint, paths, at, isKept = true } of endpoints) {
    const server = isKept ? node : forgetful
    const url = at === 'api' ? server.url : server.websiteUrl
    const file = join(stores.folder, 'paths')
    writeFileSync(file, paths.join('\n'))
    await loadPaths(url, file, { ...load, seconds: 2, key })
    const clocks = [server.processId, postgres, stores.processIds.redis]
    const before = clocks.map(processorSeconds)
    const { perSecond } = await loadPaths(url, file, { ...load, key })
    const requests = perSecond * load.seconds
    const [ofNode = 0, ofPostgres = 0, ofRedis = 0] = clocks.map(
      (id, at) => ((processorSeconds(id) - (before[at] ?? 0)) / requests) * 1e6,
    )
    const microseconds = {
      node: Math.round(ofNode),
      postgres: Math.round(ofPostgres),
      redis: Math.round(ofRedis),
    }
    costs.push({
      endpoint,
      perSecond: Math.round(perSecond),
      microseconds,
      answerBytes: await bytesOf(url, paths, key),
    })
  }
  const memory = { nodeIdleBytes: idleBytes, nodeLoadedBytes: residentBytes(node.processId) }
  await Promise.all([node.stop(), forgetful.stop()])
  printTable(
    ['endpoint', 'requests/s of one process', 'node µs', 'PostgreSQL µs', 'Redis µs', 'bytes'],
    costs.map(({ endpoint, perSecond, microseconds, answerBytes }) =>
      [endpoint, perSecond, microseconds.node, microseconds.postgres, microseconds.redis, answerBytes].map(
        String,
      ),
    ),
  )
  console.log(
    `\nMemory of a process: ${megabytes(memory.nodeIdleBytes)} at its start, ${megabytes(memory.nodeLoadedBytes)} after all of this.`,
  )
  return { costs, memory }
}

async function measureDeployments(
  stores: Stores,
  environment: Environment,
  key: string,
  endpoints: EndpointPaths[],
): Promise<Deployment[]> {
  const deployments: Deployment[] = []
  for (const replicas of options['read-url'] === undefined ? [0] : [0, 1]) {
    for (const count of [1, 2]) {
      const more: Environment = replicas === 0 ? {} : { DATABASE_REPLICA_URLS: options['read-url'] ?? '' }
      const nodes = await Promise.all(
        Array.from({ length: count }, () => startNode(stores, environment, more)),
      )
      const throughputOf = async (endpoint: string) => {
        const file = join(stores.folder, 'paths')
        writeFileSync(file, endpoints.find(each => each.endpoint === endpoint)?.paths.join('\n') ?? '')
        const together = async (seconds: number) => {
          const answered = await Promise.all(
            nodes.map(({ url }) => loadPaths(url, file, { ...load, seconds, key })),
          )
          return answered.reduce((sum, { perSecond }) => sum + perSecond, 0)
        }
        await together(2)
        return Math.round(
          median([await together(load.seconds), await together(load.seconds), await together(load.seconds)]),
        )
      }
      deployments.push({
        nodes: count,
        replicas,
        food: await throughputOf('/food/{id}'),
        search: await throughputOf('/search'),
      })
      await Promise.all(nodes.map(({ stop }) => stop()))
    }
  }
  printTable(
    ['API processes', 'replicas', '/food requests/s', '/search requests/s'],
    deployments.map(({ nodes, replicas, food, search }) => [nodes, replicas, food, search].map(String)),
  )
  return deployments
}

async function startNode(stores: Stores, environment: Environment, more: Environment) {
  const port = await findFreePort()
  const websiteUrl = `http://127.0.0.1:${port}`
  const settings = {
    ...environment,
    WEB_PORT: String(port),
    WEB_PUBLIC_URL: websiteUrl,
    // Costs are counted, not times: nobody gives up.
    DATABASE_POOL_TIMEOUT_MS: '10000',
    DATABASE_STATEMENT_TIMEOUT_MS: '10000',
    ...more,
  }
  const server = await startLarder(settings, join(stores.folder, 'larder.log'))
  return { ...server, websiteUrl }
}

/** The server's first process, whose children work for us: it must be on this machine. */
async function postmaster(url: string): Promise<number> {
  return withConnection(url, async client => {
    const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id')
    return parentOf(rows[0]?.id ?? 0)
  })
}

async function sizeOfCatalog(): Promise<{ foods: number; databaseBytes: number }> {
  return withConnection(databaseUrl ?? '', async client => {
    const { rows } = await client.query<{ foods: number; databaseBytes: number }>(
      `select foods, pg_database_size(current_database()) as "databaseBytes" from catalog_stats`,
    )
    return rows[0] ?? { foods: 0, databaseBytes: 0 }
  })
}

async function bytesOf(url: string, paths: string[], key: string): Promise<number> {
  const sizes: number[] = []
  for (const path of paths.slice(0, 50)) {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
    sizes.push(Buffer.byteLength(await answer.text()))
  }
  return median(sizes)
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}
