// Whether PostgreSQL and Redis can be reached, for readiness, metrics and the log: one line when one of them becomes
// unavailable and one when it is back, not one per attempt.
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import type { Database } from '../platform/database/pool.ts'
import { describeCause } from './commands/errors.ts'

export interface Reachability {
  isUp(): boolean
  /** Whether this process has ever reached it. */
  wasReached(): boolean
  /** Why it is unavailable and what to check. */
  reason(): string
}

export interface Availability extends Reachability {
  succeeded(): void
  failed(error: unknown): void
}

interface AvailabilitySettings {
  logger: FastifyBaseLogger
  /** Where it is configured, for the advice. */
  setting: 'DATABASE_URL' | 'REDIS_URL'
  /** Log messages. */
  unavailable: string
  available: string
}

export function createAvailability({
  logger,
  setting,
  unavailable,
  available,
}: AvailabilitySettings): Availability {
  let state: 'unknown' | 'up' | 'down' = 'unknown'
  let isReached = false
  let reason = 'no connection yet'
  let downSince = 0
  return {
    isUp: () => state === 'up',
    wasReached: () => isReached,
    reason: () => reason,
    succeeded() {
      if (state === 'down')
        logger.info({ unavailable_ms: Math.round(performance.now() - downSince) }, available)
      else if (state === 'unknown') logger.info(available)
      state = 'up'
      isReached = true
    },
    failed(error) {
      reason = describeCause(error, setting)
      if (state === 'down') return
      state = 'down'
      downSince = performance.now()
      // Not the error itself: that of Redis carries the command that failed, and that may be the password.
      logger.warn({ reason }, unavailable)
    },
  }
}

export function watchRedis(redis: Redis, logger: FastifyBaseLogger): Reachability {
  const availability = createAvailability({
    logger,
    setting: 'REDIS_URL',
    unavailable: 'redis unavailable; rate limits counted locally',
    available: 'redis connected',
  })
  redis.on('ready', availability.succeeded)
  redis.on('error', availability.failed)
  // A server that shuts down closes the connection without an error.
  redis.on('reconnecting', () => {
    if (availability.isUp()) availability.failed(new Error('Redis closed the connection'))
  })
  return availability
}

/** Each query of this database shows whether it can be reached. */
export function watchQueries(database: Database, availability: Availability): Database {
  return {
    async query(statement) {
      try {
        const result = await database.query<never>(statement)
        availability.succeeded()
        return result
      } catch (error) {
        availability.failed(error)
        throw error
      }
    },
  }
}
