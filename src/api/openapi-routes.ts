// The OpenAPI description without a running service: the routes are built, and nothing is asked of them.
import { BlockList } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { DatabasePool } from '../platform/database/pool.ts'
import { createApi } from './app.ts'

const unused = () => Promise.reject(new Error('only described, not served'))

const database: DatabasePool = {
  query: unused,
  transaction: unused,
  withDeadline: () => database,
  connections: () => ({ total: 0, idle: 0, waiting: 0 }),
  close: unused,
}

export async function describeApi(): Promise<object> {
  const api = await buildApiWithoutServices()
  const description = api.swagger()
  await api.close()
  return description
}

/** The server with all its routes and nothing behind them. */
export async function buildApiWithoutServices(): Promise<FastifyInstance> {
  const api = await createApi({
    database,
    searchDatabase: { query: unused, onSingleServer: unused },
    figures: { foods: () => 0 },
    keys: { find: unused, wasValid: () => false },
    accounts: {
      database,
      secret: '',
      attemptLimiter: { attempt: unused, succeeded: unused, refund: unused, reset: unused },
      mailer: undefined,
      providers: { list: [], has: () => false, find: unused, report: () => undefined },
      websiteUrl: '',
      billing: undefined,
    },
    usage: { count: () => undefined },
    limiter: { consume: unused, used: unused },
    limits: {
      anonymousPerMinute: 0,
      starterPerMinute: 0,
      proPerMinute: 0,
      scalePerMinute: 0,
      perHour: 0,
      fairnessDelayMs: 0,
    },
    invalidKeysPerMinute: 0,
    maxConcurrentRequests: 0,
    trustedProxies: new BlockList(),
    metrics: { countRequest: () => undefined, countOverload: () => undefined },
    tracing: undefined,
    watchSearch: (_phase, work) => work(),
    stopping: { isBegun: false },
    logger: pino({ level: 'silent' }),
  })
  await api.ready()
  return api
}
