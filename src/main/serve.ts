// Opens the stores, then the services on top of them, then the servers, and closes them in the opposite order.
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { guardSchema } from '../platform/database/schema-guard.ts'
import type { ShutdownState } from '../platform/http/graceful-shutdown.ts'
import { LogSink } from '../platform/logging/log-sink.ts'
import { createMetrics, type Metrics } from '../platform/telemetry/metrics.ts'
import { instrumentRedis } from '../platform/telemetry/redis-instrumentation.ts'
import type { Tracing } from '../platform/telemetry/tracing.ts'
import type { Config } from './config.ts'
import { type HttpServer, type ServerContext, startApi, startWebsite } from './http-servers.ts'
import { startMetricsServer } from './metrics-server.ts'
import { resolveAddresses } from './server-addresses.ts'
import { openServices, type Services } from './services.ts'
import { openStores } from './stores.ts'
import { revision, version } from './version.ts'

const finishLogMs = 1_000

export type ServedPart = 'api' | 'website'

export interface RunningService {
  /** Empty where the website runs alone. */
  apiUrl: string
  /** Empty where the API runs alone. */
  websiteUrl: string
  /** Where people open the website: WEB_PUBLIC_URL or its default. */
  publicWebsiteUrl: string
  metricsUrl: string
  /** Resolves to the error when the service must not go on: it is for the caller to stop it. Never otherwise. */
  failed: Promise<Error>
  /** Resolves to whether everything was ended and written. */
  stop(): Promise<boolean>
}

/** Both parts, or one of them alone. */
export async function serve(config: Config, only?: ServedPart): Promise<RunningService> {
  const log = new LogSink(1)
  const logger = pino({ level: config.LOG_LEVEL, base: { pid: process.pid } }, log)
  logger.info({ version, revision, node_version: process.version }, 'starting larder')
  const opened: (() => unknown)[] = []
  const closeAll = async () => {
    for (const close of opened.toReversed()) await close()
  }
  try {
    const tracing = await tracingOf(config, spans => metrics.countDroppedSpans(spans))
    opened.push(() => tracing?.stop())
    const stores = await openStores(config, logger, tracing)
    opened.push(stores.close)
    const schema = await guardSchema(stores.pools.lookup, functions =>
      logger.warn(
        { functions },
        'SQL functions differ from this release; larder migrate replaces older ones',
      ),
    )
    opened.push(schema.stop)
    const metrics: Metrics = createMetrics({
      build: { version, revision },
      pools: stores.pools,
      servers: stores.servers.states,
      log,
      redis: stores.redis,
      catalog: () => services.figures.catalog(),
    })
    instrumentRedis(stores.redis, metrics.timeRedis, tracing?.trace)
    const telemetry = { logger, metrics, tracing }
    const addresses = await resolveAddresses(config)
    const services: Services = await openServices(config, stores, telemetry, addresses.website.publicUrl)
    opened.push(services.stop)
    const metricsServer = await startMetricsServer(metrics, config.METRICS_HOST, config.METRICS_PORT)
    opened.push(metricsServer.close)

    const stopping: ShutdownState = { isBegun: false }
    const context: ServerContext = { config, stores, services, telemetry, addresses, stopping }
    const api = only === 'website' ? undefined : await startApi(context)
    if (api !== undefined) opened.push(() => api.app.close())
    const website = only === 'api' ? undefined : await startWebsite(context)
    const httpServers = [api, website].filter(server => server !== undefined)

    return {
      apiUrl: api?.url ?? '',
      websiteUrl: website?.url ?? '',
      publicWebsiteUrl: addresses.website.publicUrl,
      metricsUrl: metricsServer.url,
      failed: schema.failed,
      async stop() {
        // Balancers see it at /health and send nothing more, before nobody listens.
        stopping.isBegun = true
        await wait(config.SHUTDOWN_DELAY_MS)
        await closeServers(httpServers, config.SHUTDOWN_TIMEOUT_MS)
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

/** What still runs after the time allowed is cut off, so that a stop always ends. */
async function closeServers(servers: HttpServer[], timeoutMs: number): Promise<void> {
  const cut = setTimeout(() => {
    for (const { app } of servers) app.server.closeAllConnections()
  }, timeoutMs)
  await Promise.all(servers.map(({ app }) => app.close()))
  clearTimeout(cut)
}

/** Undefined where traces are off; what makes them is not even loaded then. */
async function tracingOf(config: Config, onDropped: (spans: number) => void): Promise<Tracing | undefined> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined
  const { startTracing } = await import('../platform/telemetry/tracing.ts')
  return startTracing({
    url: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    sampleRatio: config.OTEL_TRACES_SAMPLER_ARG,
    onDropped,
  })
}
