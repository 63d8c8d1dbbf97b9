// The OpenAPI description without a running service: the routes are built, and nothing is asked of them.
import { BlockList } from 'node:net'
import { pino } from 'pino'
import { createApi } from './app.ts'
import { createMetrics } from './metrics.ts'

const unused = () => Promise.reject(new Error('only described, not served'))

export async function describeApi(): Promise<object> {
  const api = await createApi({
    database: { query: unused },
    searchDatabase: { withOneTimeout: () => ({ query: unused }) },
    figures: { foods: () => 0, stop: () => undefined },
    keys: { find: unused, knows: () => false },
    limiter: { take: unused },
    limits: {
      anonymousPerMinute: 0,
      starterPerMinute: 0,
      proPerMinute: 0,
      scalePerMinute: 0,
      perHour: 0,
      fairnessDelayMs: 0,
    },
    failedKeysPerMinute: 0,
    trustedProxies: new BlockList(),
    metrics: createMetrics({}, { dropped: 0 }),
    logger: pino({ level: 'silent' }),
  })
  await api.ready()
  const description = api.swagger()
  await api.close()
  return description
}
