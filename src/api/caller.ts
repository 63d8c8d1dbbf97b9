// Identifies the caller: anonymous, or the principal of a valid key. An invalid key is never treated as
// anonymous (rule invalid-key-everywhere).
import type { Socket } from 'node:net'
import { type ApiKeyCache, keyDigest } from '../accounts/api-keys/api-key-cache.ts'
import type { RateLimiter } from '../platform/rate-limit/rate-limiter.ts'
import { addressWindows, networksOf, retryAfterSeconds } from '../platform/rate-limit/window.ts'
import type { ApiRequest, Caller } from './api-request.ts'
import { rateLimitHeaders, tooManyRequests, unauthorized } from './errors.ts'

export interface CallerSettings {
  keys: ApiKeyCache
  limiter: RateLimiter
  invalidKeysPerMinute: number
}

interface SentKey {
  header: string
  key: string
  digest: string
}

// Clients send the same key with every request of a connection, so it is digested once.
const lastKeys = new WeakMap<Socket, SentKey>()

/** The key in an `Authorization` header; undefined if it has another form. */
function sentKey(socket: Socket, header: string): SentKey | undefined {
  const last = lastKeys.get(socket)
  if (last?.header === header) return last
  const key = /^bearer +(\S+) *$/i.exec(header)?.[1]
  if (key === undefined) return undefined
  const sent = { header, key, digest: keyDigest(key) }
  lastKeys.set(socket, sent)
  return sent
}

const maxBlockedNetworks = 10_000

export function createCallerReader(
  settings: CallerSettings,
): (request: ApiRequest, ipAddress: string) => Caller | Promise<Caller> {
  const blocked = new Map<string, { until: number; headers: Record<string, string> }>()

  return (request, ipAddress) => {
    const header = request.headers.authorization
    if (header === undefined) return { ipAddress, principal: undefined }

    const sent = sentKey(request.raw.socket, header)
    rejectWhileBlocked(ipAddress, sent)
    const principal = sent && settings.keys.find(sent.key, sent.digest)
    return principal === undefined || principal instanceof Promise
      ? whenFound(principal, ipAddress)
      : { ipAddress, principal }
  }

  async function whenFound(found: ReturnType<ApiKeyCache['find']>, ipAddress: string): Promise<Caller> {
    const principal = await found
    if (principal === undefined) {
      await countInvalidKey(ipAddress)
      throw unauthorized()
    }
    return { ipAddress, principal }
  }

  /**
   * After too many invalid keys, only keys that were valid before are looked up, so that guessing costs no
   * database queries.
   */
  function rejectWhileBlocked(ipAddress: string, sent: SentKey | undefined): void {
    if (blocked.size === 0) return
    for (const { network } of networksOf(ipAddress)) {
      const block = blocked.get(network)
      if (block === undefined) continue
      const waitMs = block.until - performance.now()
      if (waitMs <= 0) blocked.delete(network)
      else if (sent === undefined || !settings.keys.wasValid(sent.digest))
        throw tooManyRequests(Math.ceil(waitMs / 1000), block.headers)
    }
  }

  /** Invalid keys are counted by IP address, never by key (rule invalid-key-limit). */
  async function countInvalidKey(ipAddress: string): Promise<void> {
    const { invalidKeysPerMinute: limit } = settings
    const result = await settings.limiter.consume(addressWindows(ipAddress, 'failed-keys', limit, 60_000))
    if (result.allowed) return
    if (blocked.size >= maxBlockedNetworks) blocked.clear()
    const headers = rateLimitHeaders(result)
    const exhausted = networksOf(ipAddress).find(({ multiple }) => multiple * limit === result.limit)
    const until = performance.now() + result.endsAt - result.now
    blocked.set(exhausted?.network ?? ipAddress, { until, headers })
    throw tooManyRequests(retryAfterSeconds(result), headers)
  }
}
