// Puts the parts together and runs them until it is told to stop.

import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { pino } from 'pino'
import { keyRing } from './accounts/key-ring.ts'
import { createApi } from './api/app.ts'
import { createMetrics, type Metrics } from './api/metrics.ts'
import { keepFigures } from './catalog/figures.ts'
import type { Config } from './config.ts'
import { openPool } from './database/pool.ts'
import { limiter } from './limits/limiter.ts'
import { connectRedis } from './limits/redis.ts'
import { LogSink } from './log-sink.ts'

const finishLogMs = 1_000

export interface RunningService {
  apiUrl: string
  metricsUrl: string
  /** Resolves to whether everything was ended and written. */
  stop(): Promise<boolean>
}

export async function serve(config: Config): Promise<RunningService> {
  const log = new LogSink(1)
  const logger = pino({ level: config.LOG_LEVEL, base: { pid: process.pid } }, log)
  const pool = (applicationName: string) =>
    openPool({
      url: config.DATABASE_URL,
      connections: config.DATABASE_POOL,
      connectTimeoutMs: config.DATABASE_CONNECT_TIMEOUT_MS,
      queryTimeoutMs: config.DATABASE_QUERY_TIMEOUT_MS,
      applicationName,
      onIdleError: error => logger.warn({ err: error }, 'a connection to PostgreSQL broke'),
    })
  const database = pool('larder lookup')
  const searchDatabase = pool('larder search')
  const metrics = createMetrics({ lookup: database, search: searchDatabase }, log)

  const redis = connectRedis(config.REDIS_URL)
  // Not the error itself: it carries the command that failed, and that may be the password.
  redis.on('error', ({ name, message }) =>
    logger.warn({ name, message }, 'Redis does not answer; counting locally'),
  )
  redis.on('ready', () => logger.info('Redis answers'))

  const figures = await keepFigures(database)
  const api = await createApi({
    database,
    searchDatabase,
    figures,
    keys: keyRing(database, config.KEY_SECRET),
    limiter: limiter(redis, config.REDIS_TIMEOUT_MS, { onFallback: metrics.countLimitFallback }),
    limits: {
      anonymousPerMinute: config.LIMIT_ANONYMOUS_PER_MINUTE,
      starterPerMinute: config.LIMIT_STARTER_PER_MINUTE,
      proPerMinute: config.LIMIT_PRO_PER_MINUTE,
      scalePerMinute: config.LIMIT_SCALE_PER_MINUTE,
      perHour: config.LIMIT_PER_HOUR,
      fairnessDelayMs: config.FAIRNESS_DELAY_MS,
    },
    failedKeysPerMinute: config.LIMIT_FAILED_KEYS_PER_MINUTE,
    trustedProxies: config.TRUSTED_PROXIES,
    metrics,
    logger,
  })

  const metricsServer = await listenForMetrics(metrics, config.METRICS_HOST, config.METRICS_PORT)
  // A burst of new connections waits in the kernel; with Node's 511 the rest would try again a second later.
  const apiUrl = await api.listen({ host: config.API_HOST, port: config.API_PORT, backlog: 4_096 })

  return {
    apiUrl,
    metricsUrl: urlOf(metricsServer),
    async stop() {
      // What still runs after the time allowed is cut off, so that a stop always ends.
      const cut = setTimeout(() => api.server.closeAllConnections(), config.STOP_TIMEOUT_MS)
      await api.close()
      clearTimeout(cut)
      figures.stop()
      metricsServer.close()
      metricsServer.closeAllConnections()
      redis.disconnect()
      await Promise.all([database.close(), searchDatabase.close()])
      return log.finish(finishLogMs)
    },
  }
}

async function listenForMetrics(metrics: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === '/metrics') void answerMetrics(metrics, response)
    else response.writeHead(404).end()
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

async function answerMetrics(metrics: Metrics, response: ServerResponse): Promise<void> {
  const text = await metrics.registry.metrics()
  response.setHeader('content-type', metrics.registry.contentType)
  response.end(text)
}

function urlOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the metrics server does not listen')
  return `http://${address.address}:${address.port}/metrics`
}
