// CPU time per request by endpoint and component, and throughput with more processes and a replica. See bench/README.md.
//   npm run bench:cpu -- --database-url URL [--replica-url URL] [--seconds N] [--write FILE]
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
import { cpuSeconds, parentOf, residentBytes } from './cpu-time.ts'
import { loadPaths, requireWrk } from './wrk.ts'

const { values: options } = parseArgs({
  options: {
    /** A loaded catalog; an account is created in it for the run. */
    'database-url': { type: 'string' },
    /** A replica of it; without one, the rows with a replica are omitted. */
    'replica-url': { type: 'string' },
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '16' },
    /** Output file for the results as JSON, for scripts/scale.ts. */
    write: { type: 'string' },
  },
})
const databaseUrl = options['database-url']
if (databaseUrl === undefined) throw new Error('--database-url is required: the URL of a loaded catalog')
const load = { connections: Number(options.connections), seconds: Number(options.seconds) }

interface Cost {
  endpoint: string
  perSecond: number
  /** CPU time per request. */
  microseconds: { node: number; postgres: number; redis: number }
  responseBytes: number
}

interface Deployment {
  nodes: number
  replicas: number
  /** Requests per second by endpoint. */
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
      `${JSON.stringify({ ...(await readCatalogSize()), costs, memory, deployments }, null, 2)}\n`,
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
  // Without the response cache, to measure reading and rendering.
  const uncached = await startNode(stores, environment, { RESPONSE_CACHE_MB: '0' })
  const postgres = await postmaster(databaseUrl ?? '')
  const idleBytes = residentBytes(node.processId)
  const costs: Cost[] = []
  for (const { endpoint, paths, server: target, isCached = true } of endpoints) {
    const server = isCached ? node : uncached
    const url = target === 'api' ? server.url : server.websiteUrl
    const file = join(stores.folder, 'paths')
    writeFileSync(file, paths.join('\n'))
    if (isCached)
      for (const path of paths) await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
    await loadPaths(url, file, { ...load, seconds: 2, key })
    const clocks = [server.processId, postgres, stores.processIds.redis]
    const before = clocks.map(cpuSeconds)
    const { perSecond } = await loadPaths(url, file, { ...load, key })
    const requests = perSecond * load.seconds
    const [nodeMicroseconds = 0, postgresMicroseconds = 0, redisMicroseconds = 0] = clocks.map(
      (id, index) => ((cpuSeconds(id) - (before[index] ?? 0)) / requests) * 1e6,
    )
    const microseconds = {
      node: Math.round(nodeMicroseconds),
      postgres: Math.round(postgresMicroseconds),
      redis: Math.round(redisMicroseconds),
    }
    costs.push({
      endpoint,
      perSecond: Math.round(perSecond),
      microseconds,
      responseBytes: await medianResponseBytes(url, paths, key),
    })
  }
  const memory = { nodeIdleBytes: idleBytes, nodeLoadedBytes: residentBytes(node.processId) }
  await Promise.all([node.stop(), uncached.stop()])
  printTable(
    ['endpoint', 'requests/s of one process', 'node µs', 'PostgreSQL µs', 'Redis µs', 'bytes'],
    costs.map(({ endpoint, perSecond, microseconds, responseBytes }) =>
      [endpoint, perSecond, microseconds.node, microseconds.postgres, microseconds.redis, responseBytes].map(
        String,
      ),
    ),
  )
  console.log(
    `\nMemory of a process: ${megabytes(memory.nodeIdleBytes)} idle, ${megabytes(memory.nodeLoadedBytes)} after the benchmark.`,
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
  for (const replicas of options['replica-url'] === undefined ? [0] : [0, 1]) {
    for (const count of [1, 2]) {
      const more: Environment = replicas === 0 ? {} : { DATABASE_REPLICA_URLS: options['replica-url'] ?? '' }
      const nodes = await Promise.all(
        Array.from({ length: count }, () => startNode(stores, environment, more)),
      )
      const throughputOf = async (endpoint: string) => {
        const file = join(stores.folder, 'paths')
        writeFileSync(file, endpoints.find(each => each.endpoint === endpoint)?.paths.join('\n') ?? '')
        const loadAllNodes = async (seconds: number) => {
          const results = await Promise.all(
            nodes.map(({ url }) => loadPaths(url, file, { ...load, seconds, key })),
          )
          return results.reduce((sum, { perSecond }) => sum + perSecond, 0)
        }
        await loadAllNodes(2)
        return Math.round(
          median([
            await loadAllNodes(load.seconds),
            await loadAllNodes(load.seconds),
            await loadAllNodes(load.seconds),
          ]),
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
    // Costs are measured, not latency, so nothing may time out or be limited.
    RATE_LIMIT_WEBSITE_PER_MINUTE: '1000000000',
    DATABASE_POOL_TIMEOUT_MS: '10000',
    DATABASE_STATEMENT_TIMEOUT_MS: '10000',
    ...more,
  }
  const server = await startLarder(settings, join(stores.folder, 'larder.log'))
  return { ...server, websiteUrl }
}

/** Process id of the postmaster, which must be on this machine. */
async function postmaster(url: string): Promise<number> {
  return withConnection(url, async client => {
    const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id')
    return parentOf(rows[0]?.id ?? 0)
  })
}

async function readCatalogSize(): Promise<{ foods: number; databaseBytes: number }> {
  return withConnection(databaseUrl ?? '', async client => {
    const { rows } = await client.query<{ foods: number; databaseBytes: number }>(
      `select foods, pg_database_size(current_database()) as "databaseBytes" from catalog_stats`,
    )
    return rows[0] ?? { foods: 0, databaseBytes: 0 }
  })
}

async function medianResponseBytes(url: string, paths: string[], key: string): Promise<number> {
  const sizes: number[] = []
  for (const path of paths.slice(0, 50)) {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
    sizes.push(Buffer.byteLength(await response.text()))
  }
  return median(sizes)
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}
