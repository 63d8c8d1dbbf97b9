import { once } from 'node:events'
import type { Redis } from 'ioredis'
import { connectRedis } from '../../platform/rate-limit/redis.ts'
import { describeCause } from '../commands/errors.ts'
import type { Config } from '../config.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning, problem } = findingsOf('redis')

const timeoutMs = 5_000

export async function checkRedis({ REDIS_URL }: Pick<Config, 'REDIS_URL'>): Promise<Finding[]> {
  const { host } = new URL(REDIS_URL)
  const redis = connectRedis(REDIS_URL)
  try {
    await ready(redis)
    const info = await redis.info()
    const policy = fieldOf(info, 'maxmemory_policy') ?? 'noeviction'
    return policy === 'noeviction' || Number(fieldOf(info, 'maxmemory')) === 0
      ? [ok(`Redis ${fieldOf(info, 'redis_version')} at ${host}`)]
      : [
          warning(
            `maxmemory-policy is ${policy}: when memory is full, Redis forgets rate limits, sign-in attempts and usage. Set it to noeviction`,
          ),
        ]
  } catch (error) {
    return [problem(`${host}: ${describeCause(error, 'REDIS_URL')}`)]
  } finally {
    redis.disconnect()
  }
}

/** Rejects with the first error instead of retrying like a node. */
async function ready(redis: Redis): Promise<void> {
  try {
    await once(redis, 'ready', { signal: AbortSignal.timeout(timeoutMs) })
  } catch (error) {
    // The client goes on trying, and an error without a listener would be printed.
    redis.on('error', () => undefined)
    throw (error as Error).name === 'AbortError' ? new Error('Redis did not answer within 5 s') : error
  }
}

function fieldOf(info: string, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]
}
