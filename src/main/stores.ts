// The connections to PostgreSQL and Redis, opened before anything that uses them.
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import { type DatabasePool, openPool, type PoolSettings } from '../platform/database/pool.ts'
import { type CatalogServers, openServers } from '../platform/database/servers.ts'
import { connectRedis } from '../platform/rate-limit/redis.ts'
import type { Tracing } from '../platform/telemetry/tracing.ts'
import type { Config } from './config.ts'

// Account pages and routes: few people at a time, and they must not take the connections of lookups.
const accountConnections = 4
// Storing usage, and billing, which may hold a connection while it asks the payment service.
const backgroundConnections = 3
const backgroundTimeoutMs = 15_000

export interface Stores {
  /** The primary server, by what the connections are for, and the replicas; for metrics. */
  pools: Record<'lookup' | 'search' | 'accounts' | 'background', DatabasePool> & Record<string, DatabasePool>
  /** Which server the catalog is read from. */
  servers: CatalogServers
  redis: Redis
  close(): Promise<void>
}

export async function openStores(
  config: Config,
  logger: FastifyBaseLogger,
  tracing: Tracing | undefined,
): Promise<Stores> {
  const onIdleError = (error: Error) => logger.warn({ err: error }, 'postgres connection lost')
  const poolOf = (settings: Omit<PoolSettings, 'connectTimeoutMs'>) => {
    const opened = openPool({ ...settings, connectTimeoutMs: config.DATABASE_POOL_TIMEOUT_MS })
    return tracing?.traceStatements(opened, settings.applicationName) ?? opened
  }
  const primaryPool = (use: string, connections: number, queryTimeoutMs: number) =>
    poolOf({
      url: config.DATABASE_URL,
      connections,
      queryTimeoutMs,
      applicationName: `larder ${use}`,
      onIdleError,
    })
  const primary = {
    lookup: primaryPool('lookup', config.DATABASE_POOL_SIZE, config.DATABASE_STATEMENT_TIMEOUT_MS),
    search: primaryPool('search', config.DATABASE_POOL_SIZE, config.DATABASE_STATEMENT_TIMEOUT_MS),
    accounts: primaryPool('accounts', accountConnections, config.DATABASE_STATEMENT_TIMEOUT_MS),
    background: primaryPool('background', backgroundConnections, backgroundTimeoutMs),
  }
  const servers = await openServers({
    primary: { url: config.DATABASE_URL, lookup: primary.lookup, search: primary.search },
    replicaUrls: config.DATABASE_REPLICA_URLS,
    maxLagMs: config.DATABASE_REPLICA_MAX_LAG_MS,
    connections: config.DATABASE_POOL_SIZE,
    connectTimeoutMs: config.DATABASE_POOL_TIMEOUT_MS,
    queryTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    openPool: poolOf,
    onIdleError,
    onChange: state =>
      state.isInRotation
        ? logger.info(state, 'database server back in rotation')
        : logger.warn(state, 'database server removed from rotation'),
  })
  const pools = { ...primary, ...servers.pools }
  const redis = connectRedis(config.REDIS_URL, {
    sentinels: config.REDIS_SENTINELS,
    name: config.REDIS_SENTINEL_MASTER,
  })
  // Not the error itself: it carries the command that failed, and that may be the password.
  redis.on('error', ({ name, message }) =>
    logger.warn({ name, message }, 'redis unavailable; rate limits counted locally'),
  )
  redis.on('ready', () => logger.info('redis connected'))
  return {
    pools,
    servers,
    redis,
    async close() {
      redis.disconnect()
      await servers.stop()
      await Promise.all(Object.values(pools).map(pool => pool.close()))
    },
  }
}
