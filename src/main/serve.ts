// Opens the stores, then the services on top of them, then the servers, and closes them in the opposite order.
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import type { Registry } from 'prom-client'
import { watchPrincipalChanges } from '../accounts/api-keys/principal-changes.ts'
import { guardSchema } from '../platform/database/schema-guard.ts'
import type { ShutdownState } from '../platform/http/graceful-shutdown.ts'
import { LogSink } from '../platform/logging/log-sink.ts'
import { createRequestLogger } from '../platform/logging/request-logger.ts'
import { createMetrics, type Metrics } from '../platform/telemetry/metrics.ts'
import { instrumentRedis } from '../platform/telemetry/redis-instrumentation.ts'
import type { Config } from './config.ts'
import { type ServedPart, type ServerContext, startApi, startWebsite } from './http-servers.ts'
import { startManagementServer } from './management-server.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import { resolveAddresses } from './server-addresses.ts'
import { openServices, type Services } from './services.ts'
import { openStores } from './stores.ts'
import { revision, version } from './version.ts'

const finishLogMs = 1_000
// Writes of processes that share a pipe are not mixed up to 4,096 bytes.
const atomicWriteLength = 4_000
// While PostgreSQL is down, a worker serves 503s as the others do.
const maxPreparationMs = 10_000

export interface RunningService {
  /** Empty where the website runs alone. */
  apiUrl: string
  /** Empty where the API runs alone. */
  websiteUrl: string
  /** Where people open the website: WEB_PUBLIC_URL or its default. */
  publicWebsiteUrl: string
  /** Readiness is at /ready on the same port. Empty in a worker, whose supervisor answers. */
  metricsUrl: string
  /** Resolves to the error when the service must not go on: it is for the caller to stop it. Never otherwise. */
  failed: Promise<Error>
  /** Resolves to whether everything was ended and written. Without `isDelayed`, SHUTDOWN_DELAY_MS is skipped. */
  stop(options?: { isDelayed?: boolean }): Promise<boolean>
}

/** One process that serves, alone or as a worker. */
export interface ServingProcess extends RunningService {
  readiness(): Readiness
  registry: Registry
}

/** Both parts, or one of them alone. */
export async function serve(config: Config, only?: ServedPart, isWorker = false): Promise<ServingProcess> {
  const log = new LogSink(1, isWorker ? atomicWriteLength : undefined)
  const logger = pino({ level: config.LOG_LEVEL, base: { pid: process.pid } }, log)
  logger.info({ version, revision, node_version: process.version }, 'starting larder')
  const opened: (() => unknown)[] = []
  const closeAll = async () => {
    for (const close of opened.toReversed()) await close()
  }
  try {
    const stores = await openStores(config, logger)
    opened.push(stores.close)
    const schema = await guardSchema(stores.pools.lookup, functions =>
      logger.warn(
        { functions },
        'SQL functions differ from this release; larder migrate replaces older ones',
      ),
    )
    opened.push(schema.stop)
    const principalChanges =
      only === 'website'
        ? undefined
        : await watchPrincipalChanges(stores.pools['principal changes'], stores.pools.lookup)
    opened.push(() => principalChanges?.stop())
    const metrics: Metrics = createMetrics({
      build: { version, revision },
      pools: stores.pools,
      ...(principalChanges && { arePrincipalChangesCurrent: principalChanges.isCurrent }),
      log,
      database: stores.databaseAvailability,
      redis: stores.redisAvailability,
      responseCache: () => services.cache.figures(),
      mailQueue: () => services.mailQueue(),
      catalog: () => services.figures.catalog(),
      jobs: () => services.jobs.successes(),
    })
    opened.push(metrics.stop)
    instrumentRedis(stores.redis, metrics.timeRedis)
    const telemetry = { logger, logRequest: createRequestLogger(logger, log), metrics }
    const addresses = await resolveAddresses(config, isWorker)
    opened.push(addresses.api.release, addresses.website.release)
    const services: Services = await openServices(config, stores, telemetry, addresses.website.publicUrl)
    opened.push(services.stop)
    const stopping: ShutdownState = { isBegun: false }
    const readiness = createReadiness({
      database: stores.databaseAvailability,
      redis: stores.redisAvailability,
      isSchemaVerified: schema.isVerified,
      isSearchPrepared: services.isSearchPrepared,
      stopping,
    })
    const management = isWorker
      ? undefined
      : await startManagementServer({
          metrics: () => metrics.registry.metrics(),
          readiness,
          host: config.MANAGEMENT_HOST,
          port: config.MANAGEMENT_PORT,
        })
    opened.push(() => management?.close())
    // Other workers listen, so nobody needs to wait for this one.
    if (isWorker) await waitUntil(services.isSearchPrepared, maxPreparationMs)

    const context: ServerContext = {
      config,
      stores,
      services,
      telemetry,
      addresses,
      stopping,
      only,
    }
    const api = principalChanges && (await startApi(context, principalChanges))
    if (api !== undefined) opened.push(() => api.close(0))
    const website = only === 'api' ? undefined : await startWebsite(context)
    const httpServers = [api, website].filter(server => server !== undefined)

    return {
      apiUrl: api?.url ?? '',
      websiteUrl: website?.url ?? '',
      publicWebsiteUrl: addresses.website.publicUrl,
      metricsUrl: management?.url ?? '',
      readiness,
      registry: metrics.registry,
      failed: schema.failed,
      async stop({ isDelayed = true } = {}) {
        // Load balancers see it at /ready and /health and send nothing more, before nobody listens.
        stopping.isBegun = true
        if (isDelayed) await wait(config.SHUTDOWN_DELAY_MS)
        await Promise.all(httpServers.map(server => server.close(config.fixed.shutdownTimeoutMs)))
        await closeAll()
        return log.finish(finishLogMs)
      },
    }
  } catch (error) {
    await closeAll()
    await log.finish(finishLogMs)
    throw error
  }
}

async function waitUntil(isDone: () => boolean, maxMs: number): Promise<void> {
  const end = performance.now() + maxMs
  while (!isDone() && performance.now() < end) await wait(20)
}
