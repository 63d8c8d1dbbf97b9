// Caches key lookups for half a second, so that a busy key costs two queries per second instead of one per
// request. Revocations and plan changes reach every node within that time.
import { hash } from 'node:crypto'
import type { Database } from '../../platform/database/pool.ts'
import { allSecrets, type ServerSecret, secretId } from '../server-secret.ts'
import { hashKey, isWellFormedKey } from './key-format.ts'
import { findPrincipal, findPrincipalByAnySecret, type Principal } from './principal.ts'

const ttlMs = 500
const maxEntries = 10_000

export interface ApiKeyCache {
  /** The principal of this key; undefined when the key is malformed, unknown, revoked or expired. */
  find(key: string): Promise<Principal | undefined>
  /** Whether the key was valid when this node last looked it up. */
  wasValid(key: string): boolean
}

export function createApiKeyCache(database: Database, secret: ServerSecret): ApiKeyCache {
  const [current, ...others] = allSecrets(secret)
  const currentId = secretId(secret)
  const findPrincipalOf = (key: string) => {
    const hash = hashKey(key, current)
    if (others.length === 0) return findPrincipal(database, hash)
    return findPrincipalByAnySecret(database, [hash, ...others.map(other => hashKey(key, other))], currentId)
  }
  const cache = new Map<
    string,
    { principal: Promise<Principal | undefined>; fetchedAt: number; valid: boolean }
  >()

  return {
    async find(key) {
      const name = cacheKey(key)
      const cached = cache.get(name)
      const now = performance.now()
      if (cached && now - cached.fetchedAt < ttlMs) return cached.principal
      if (!isWellFormedKey(key)) return undefined

      const entry = {
        principal: findPrincipalOf(key),
        fetchedAt: now,
        valid: cached?.valid ?? false,
      }
      cache.delete(name)
      cache.set(name, entry)
      try {
        const principal = await entry.principal
        entry.valid = principal !== undefined
        if (!principal && cache.get(name) === entry) cache.delete(name)
        return principal
      } catch (error) {
        // A database failure must not invalidate a cached key.
        if (cache.get(name) === entry) cached ? cache.set(name, cached) : cache.delete(name)
        throw error
      } finally {
        evictOldest(cache)
      }
    },
    wasValid: key => cache.get(cacheKey(key))?.valid === true,
  }
}

/** Entries are keyed by a digest so that no key stays in memory. SHA-256 costs a fifth of the HMAC. */
function cacheKey(key: string): string {
  return hash('sha256', key, 'base64')
}

function evictOldest(cache: Map<string, unknown>): void {
  for (const name of cache.keys()) {
    if (cache.size <= maxEntries) return
    cache.delete(name)
  }
}
