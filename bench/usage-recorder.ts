// Time of recording one request, with and without what the request log shows. The call to Redis is left out: it is made in the
// background, once for all requests within 50 ms.
//   node --import tsx bench/usage-recorder.ts
import { createUsageRecorder } from '../src/accounts/usage/record.ts'
import type { RedisClient } from '../src/platform/rate-limit/redis.ts'

const redis = {
  status: 'ready',
  defineCommand: () => undefined,
  countUsage: async () => [],
} as unknown as RedisClient

const requests = 200_000
const details = { method: 'GET', url: '/search?q=whole+milk&limit=10', durationMs: 12.4 }

async function measure(withDetails: boolean): Promise<number> {
  const recorder = createUsageRecorder(redis, () => undefined)
  const started = process.cpuUsage()
  for (let n = 0; n < requests; n++) {
    recorder.count({
      accountId: n % 50,
      keyId: n % 100,
      endpoint: '/search',
      status: n % 20 === 0 ? 404 : 200,
      details: withDetails ? details : undefined,
    })
  }
  const { user, system } = process.cpuUsage(started)
  await recorder.settle()
  return (user + system) / requests
}

// The recorder's timers do not keep the process running.
const keepRunning = setInterval(() => undefined, 1_000)
for (let round = 0; round < 5; round++) {
  const counted = await measure(false)
  const logged = await measure(true)
  console.log(
    `microseconds of processor time per request: counted ${counted.toFixed(2)}, with details ${logged.toFixed(2)}`,
  )
}
clearInterval(keepRunning)
