// Who calls: nobody in particular, or the holder of a valid key. Never a silent downgrade (decision 12).
import type { FastifyRequest } from 'fastify'
import type { ApiKeyCache } from '../accounts/api-keys/api-key-cache.ts'
import type { Principal } from '../accounts/api-keys/principal.ts'
import type { RateLimiter } from '../platform/rate-limit/rate-limiter.ts'
import { retryAfterSeconds } from '../platform/rate-limit/window.ts'
import { tooManyRequests, unauthorized } from './errors.ts'

export interface Caller {
  /** What anonymous and free callers are counted under. */
  address: string
  /** Undefined: anonymous. */
  holder: Principal | undefined
}

export interface CallerSettings {
  keys: ApiKeyCache
  limiter: RateLimiter
  failedKeysPerMinute: number
}

const addressesRemembered = 10_000

export function callerReader(
  settings: CallerSettings,
): (request: FastifyRequest, address: string) => Promise<Caller> {
  const blockedUntil = new Map<string, number>()

  return async (request, address) => {
    const header = request.headers.authorization
    if (header === undefined) return { address, holder: undefined }

    const key = /^bearer +(\S+) *$/i.exec(header)?.[1]
    refuseGuesses(address, key)
    const holder = key === undefined ? undefined : await settings.keys.find(key)
    if (holder === undefined) {
      await countFailedKey(address)
      throw unauthorized()
    }
    return { address, holder }
  }

  /** After too many wrong keys only those known here are looked up, so guessing costs the database nothing. */
  function refuseGuesses(address: string, key: string | undefined): void {
    const until = blockedUntil.get(address)
    if (until === undefined) return
    const waitMs = until - performance.now()
    if (waitMs <= 0) blockedUntil.delete(address)
    else if (key === undefined || !settings.keys.knows(key)) throw tooManyRequests(Math.ceil(waitMs / 1000))
  }

  /** Wrong keys are counted by address, never by key (decision 25). */
  async function countFailedKey(address: string): Promise<void> {
    const taken = await settings.limiter.consume([
      { name: `limit:{ip:${address}}:failed-keys`, limit: settings.failedKeysPerMinute, lengthMs: 60_000 },
    ])
    if (taken.allowed) return
    if (blockedUntil.size >= addressesRemembered) blockedUntil.clear()
    blockedUntil.set(address, performance.now() + taken.endsAt - taken.now)
    throw tooManyRequests(retryAfterSeconds(taken))
  }
}
