// The connections to PostgreSQL and Redis, opened before anything that uses them.
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import { nodeName } from '../platform/database/live-nodes.ts'
import { type DatabasePool, openPool, type PoolSettings } from '../platform/database/pool.ts'
import type { Timeouts } from '../platform/database/replica-routing.ts'
import { type CatalogServers, openServers } from '../platform/database/servers.ts'
import { connectRedis } from '../platform/rate-limit/redis.ts'
import { type Availability, createAvailability, type Reachability, watchRedis } from './availability.ts'
import type { Config } from './config.ts'
import { version } from './version.ts'

// Account pages and routes: few people at a time, and they must not take the connections of lookups.
const accountConnections = 4
// Catalog pages: as many as the website renders at a time, and two sitemaps.
const websiteConnections = 10
// Storing usage, and billing, which may hold a connection while it asks the payment service.
const backgroundConnections = 3
// A worker needs a second connection while a statement takes long.
const minConnections = 2
const backgroundTimeoutMs = 15_000
// Nobody waits for a job, so it waits for a connection while all are in use or PostgreSQL is slow to accept one.
const backgroundConnectTimeoutMs = 5_000
const principalChangesTimeoutMs = 1_000
// With replicas, the primary may be in another region: with TLS and a password, a new connection takes six round trips.
const remotePrimary = { connectTimeoutMs: 3_000, queryTimeoutMs: 1_000 }
// A change of an account waits for another one of the same account, which takes several round trips.
const remoteAccountsTimeoutMs = 3_000

export interface Stores {
  /** The primary server, by what the connections are for, and the replicas; for metrics. */
  pools: Record<
    'lookup' | 'search' | 'website' | 'accounts' | 'background' | 'principal changes',
    DatabasePool
  > &
    Record<string, DatabasePool>
  /** Which server the catalog is read from. */
  servers: CatalogServers
  redis: Redis
  /** Of the catalog: with replicas, whether any of the servers answers. */
  databaseAvailability: Availability
  redisAvailability: Reachability
  close(): Promise<void>
}

export async function openStores(config: Config, logger: FastifyBaseLogger): Promise<Stores> {
  const onIdleError = (error: Error) => logger.warn({ err: error }, 'postgres connection lost')
  const name = await nodeName(version)
  const openNamedPool = (settings: PoolSettings) =>
    openPool({ ...settings, applicationName: `${settings.applicationName} ${name}` })
  const near = {
    connectTimeoutMs: config.DATABASE_POOL_TIMEOUT_MS,
    queryTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
  }
  const shareOf = (connections: number) =>
    Math.max(Math.min(minConnections, connections), Math.ceil(connections / config.WORKERS))
  const mayBeRemote = config.DATABASE_REPLICA_URLS.length > 0
  const primaryTimeouts = mayBeRemote ? atLeast(remotePrimary, near) : near
  const accountsTimeoutMs = Math.max(mayBeRemote ? remoteAccountsTimeoutMs : 0, near.queryTimeoutMs)
  const primaryPool = (
    use: string,
    connections: number,
    queryTimeoutMs = primaryTimeouts.queryTimeoutMs,
    connectTimeoutMs = primaryTimeouts.connectTimeoutMs,
  ) =>
    openNamedPool({
      url: config.DATABASE_URL,
      connections: shareOf(connections),
      connectTimeoutMs,
      queryTimeoutMs,
      applicationName: `larder ${use}`,
      onIdleError,
    })
  const primary = {
    lookup: primaryPool('lookup', config.DATABASE_POOL_SIZE),
    search: primaryPool('search', config.DATABASE_POOL_SIZE),
    website: primaryPool('website', websiteConnections),
    accounts: primaryPool('accounts', accountConnections, accountsTimeoutMs),
    background: primaryPool(
      'background',
      backgroundConnections,
      backgroundTimeoutMs,
      Math.max(backgroundConnectTimeoutMs, primaryTimeouts.connectTimeoutMs),
    ),
    'principal changes': primaryPool('principal changes', 1, principalChangesTimeoutMs),
  }
  const servers = await openServers({
    primary: { ...primaryTimeouts, url: config.DATABASE_URL, ...primary },
    replicas: {
      ...near,
      urls: config.DATABASE_REPLICA_URLS,
      maxLagMs: config.DATABASE_REPLICA_MAX_LAG_MS,
      connections: {
        lookup: shareOf(config.DATABASE_POOL_SIZE),
        search: shareOf(config.DATABASE_POOL_SIZE),
        website: shareOf(websiteConnections),
      },
    },
    openPool: openNamedPool,
    onIdleError,
    onChange: state =>
      state.isInRotation
        ? logger.info(state, 'database server back in rotation')
        : logger.warn(state, 'database server removed from rotation'),
  })
  const pools = { ...primary, ...servers.pools }
  const redis = connectRedis(config.REDIS_URL)
  return {
    pools,
    servers,
    redis,
    databaseAvailability: createAvailability({
      logger,
      setting: 'DATABASE_URL',
      unavailable: 'database unavailable',
      available: 'database connected',
    }),
    redisAvailability: watchRedis(redis, logger),
    async close() {
      redis.disconnect()
      await servers.stop()
      await Promise.all(Object.values(pools).map(pool => pool.close()))
    },
  }
}

function atLeast(minimum: Timeouts, { connectTimeoutMs, queryTimeoutMs }: Timeouts): Timeouts {
  return {
    connectTimeoutMs: Math.max(minimum.connectTimeoutMs, connectTimeoutMs),
    queryTimeoutMs: Math.max(minimum.queryTimeoutMs, queryTimeoutMs),
  }
}
