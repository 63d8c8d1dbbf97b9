// Runs Larder on an existing catalog. Leaves nothing behind: the account is deleted at the end, also after Ctrl-C.
import { Redis } from 'ioredis'
import {
  createScaleKey,
  deleteScaleAccount,
  type Environment,
  environmentOf,
  type Server,
  startLarder,
} from '../lab/servers/larder-process.ts'
import { withConnection } from '../src/platform/database/pool.ts'
import type { Endpoint } from './search-client.ts'

export interface Catalog {
  databaseUrl: string
  foods: number
  /** Changes when the server restarts. */
  endpoint(): Endpoint
  processId(): number
  restart(): Promise<void>
  /** Starts a second process on the same catalog, which the caller must stop. */
  startAnother(): Promise<{ endpoint: Endpoint; stop(): Promise<void> }>
}

const environmentsWithAccount = new Set<Environment>()

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const environment of environmentsWithAccount) deleteScaleAccount(environment)
    process.exit(130)
  })
}

export async function withCatalog(
  databaseUrl: string,
  redisUrl: string,
  work: (catalog: Catalog) => Promise<void>,
): Promise<void> {
  await requireRedis(redisUrl)
  const environment = environmentOf(databaseUrl, redisUrl)
  const key = await createScaleKey(environment)
  environmentsWithAccount.add(environment)
  let server: Server | undefined
  const start = () => startLarder(environment, '/dev/null')
  try {
    server = await start()
    await work({
      databaseUrl,
      foods: await countFoods(databaseUrl),
      endpoint: () => ({ url: server?.url ?? '', key }),
      processId: () => server?.processId ?? 0,
      async restart() {
        await server?.stop()
        server = await start()
      },
      async startAnother() {
        const { url, stop } = await start()
        return { endpoint: { url, key }, stop }
      },
    })
  } finally {
    await server?.stop()
    environmentsWithAccount.delete(environment)
    deleteScaleAccount(environment)
  }
}

// Without Redis every request would wait for the Redis timeout.
async function requireRedis(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
  // connect() reports the error.
  redis.on('error', () => {})
  try {
    await redis.connect()
  } catch (cause) {
    throw new Error('Redis does not respond: set --redis-url or REDIS_URL', { cause })
  } finally {
    redis.disconnect()
  }
}

function countFoods(databaseUrl: string): Promise<number> {
  return withConnection(databaseUrl, async client => {
    const { rows } = await client.query<{ foods: number }>('select foods from catalog_stats')
    return rows[0]?.foods ?? 0
  })
}
