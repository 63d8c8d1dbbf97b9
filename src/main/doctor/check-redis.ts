import { once } from 'node:events'
import type { Redis } from 'ioredis'
import { connectRedis } from '../../platform/rate-limit/redis.ts'
import { describeCause } from '../commands/errors.ts'
import type { Config } from '../config.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning, problem } = findingsOf('redis')

const minVersion = 7
const timeoutMs = 5_000

export async function checkRedis(config: Config): Promise<Finding[]> {
  const { host } = new URL(config.REDIS_URL)
  const redis = connectRedis(config.REDIS_URL)
  try {
    await ready(redis)
    return [...checkServer(host, await redis.info('server')), checkMemory(await redis.info('memory'))]
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

function checkServer(host: string, info: string): Finding[] {
  const valkey = fieldOf(info, 'valkey_version')
  if (valkey !== undefined) return [ok(`Valkey ${valkey} at ${host}`)]
  const version = fieldOf(info, 'redis_version') ?? 'unknown'
  return [
    Number.parseInt(version, 10) < minVersion
      ? problem(`Redis ${version} at ${host} is too old. Upgrade it to ${minVersion} or newer`)
      : ok(`Redis ${version} at ${host}`),
  ]
}

function checkMemory(info: string): Finding {
  const policy = fieldOf(info, 'maxmemory_policy') ?? 'noeviction'
  return policy === 'noeviction' || Number(fieldOf(info, 'maxmemory')) === 0
    ? ok('no counters are evicted')
    : warning(
        `maxmemory-policy is ${policy}: when memory is full, Redis forgets rate limits, sign-in attempts and usage. Set it to noeviction`,
      )
}

function fieldOf(info: string, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]
}
