// Runs Larder on an existing catalog. Leaves nothing behind: the account is deleted at the end, also after Ctrl-C.
import { Redis } from 'ioredis'
import {
  createScaleKey,
  deleteScaleAccount,
  type Environment,
  environmentOf,
  type Server,
  startLarder,
} from '../../lab/servers/larder-process.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import type { Endpoint } from './client.ts'

export interface Catalog {
  databaseUrl: string
  foods: number
  endpoint: Endpoint
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
  // A search that was cached by an earlier section would measure the cache.
  const environment = { ...environmentOf(databaseUrl, redisUrl), RESPONSE_CACHE_MB: '0' }
  const key = await createScaleKey(environment)
  environmentsWithAccount.add(environment)
  let server: Server | undefined
  try {
    server = await startLarder(environment, '/dev/null')
    await work({ databaseUrl, foods: await countFoods(databaseUrl), endpoint: { url: server.url, key } })
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
