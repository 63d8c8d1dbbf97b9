// The connections to PostgreSQL and Redis, opened before anything that uses them.
import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import { type DatabasePool, openPool, type PoolSettings } from '../platform/database/pool.ts'
import { type CatalogReads, createReadEndpoint } from '../platform/database/read-endpoint.ts'
import { connectRedis } from '../platform/rate-limit/redis.ts'
import { type Availability, createAvailability, type Reachability, watchRedis } from './availability.ts'
import type { Config } from './config.ts'
import { version } from './version.ts'

// Account pages and routes: few people at a time, and they must not take the connections of lookups.
const accountConnections = 4
// Catalog pages: as many as the website renders at a time, and two sitemaps.
const websiteConnections = 10
// Storing usage, and mails; a job that runs holds one, and billing may hold another while it asks the payment service.
const backgroundConnections = 3
// A worker needs a second connection while a statement takes long.
const minConnections = 2
const backgroundTimeoutMs = 15_000
// Nobody waits for a job, so it waits for a connection while all are in use or PostgreSQL is slow to accept one.
const backgroundConnectTimeoutMs = 5_000
const principalChangesTimeoutMs = 1_000

export interface Stores {
  /** By what the connections are for; those to DATABASE_READ_URL as well, for metrics. */
  pools: Record<
    'lookup' | 'search' | 'website' | 'accounts' | 'background' | 'principal changes',
    DatabasePool
  > &
    Record<string, DatabasePool>
  /** The catalog: each on separate connections, so that searches and pages cannot starve lookups of the API. */
  reads: Record<'lookup' | 'search' | 'website', CatalogReads>
  /** Whether what is read now is of this version of the catalog for certain. */
  isSettled(version: string | undefined): boolean
  redis: Redis
  /** Whether the catalog can be read. */
  databaseAvailability: Availability
  redisAvailability: Reachability
  close(): Promise<void>
}

export async function openStores(config: Config, logger: FastifyBaseLogger): Promise<Stores> {
  const onIdleError = (error: Error) => logger.warn({ err: error }, 'postgres connection lost')
  // Shown in pg_stat_activity, such as `0.1.0 web-1`.
  const name = `${version} ${hostname()}`
  const openNamedPool = (settings: PoolSettings) =>
    openPool({ ...settings, applicationName: `${settings.applicationName} ${name}` })
  const timeouts = {
    connectTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS / 2,
    queryTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
  }
  const shareOf = (connections: number) =>
    Math.max(Math.min(minConnections, connections), Math.ceil(connections / config.WORKERS))
  const openPoolFor = (use: string, connections: number, settings: Partial<PoolSettings> = {}) =>
    openNamedPool({
      ...timeouts,
      url: config.DATABASE_URL,
      connections: shareOf(connections),
      applicationName: `larder ${use}`,
      onIdleError,
      ...settings,
    })
  const primary = {
    lookup: openPoolFor('lookup', config.DATABASE_POOL_SIZE),
    search: openPoolFor('search', config.DATABASE_POOL_SIZE),
    website: openPoolFor('website', websiteConnections),
    accounts: openPoolFor('accounts', accountConnections),
    background: openPoolFor('background', backgroundConnections, {
      queryTimeoutMs: backgroundTimeoutMs,
      connectTimeoutMs: Math.max(backgroundConnectTimeoutMs, timeouts.connectTimeoutMs),
    }),
    'principal changes': openPoolFor('principal changes', 1, { queryTimeoutMs: principalChangesTimeoutMs }),
  }
  function openReads(url: string) {
    const { reads, isSettled } = createReadEndpoint(timeouts)
    // A replica that replays a table swap holds an exclusive lock; queries that wait for it are better retried on the primary.
    const settings = { url, lockTimeoutMs: Math.ceil(timeouts.queryTimeoutMs / 3) }
    const lookup = openPoolFor('read lookup', config.DATABASE_POOL_SIZE, settings)
    const search = openPoolFor('read search', config.DATABASE_POOL_SIZE, settings)
    const website = openPoolFor('read website', websiteConnections, settings)
    return {
      pools: { 'read lookup': lookup, 'read search': search, 'read website': website },
      reads: {
        lookup: reads(lookup, primary.lookup),
        search: reads(search, primary.search),
        website: reads(website, primary.website),
      },
      isSettled,
    }
  }
  const readUrl = config.DATABASE_READ_URL
  const read = readUrl === undefined ? undefined : openReads(readUrl)
  const pools = { ...primary, ...read?.pools }
  const redis = connectRedis(config.REDIS_URL)
  return {
    pools,
    reads: read?.reads ?? primary,
    isSettled: read?.isSettled ?? (() => true),
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
      await Promise.all(Object.values(pools).map(pool => pool.close()))
    },
  }
}
