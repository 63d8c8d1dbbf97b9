// Remembers for a moment which keys are valid, so that a busy key costs two statements a second and not
// one a request; a revoked key or a changed plan is seen by every node within that moment.
import { hash } from 'node:crypto'
import type { Database } from '../../platform/database/pool.ts'
import { allSecrets, type ServerSecret, secretId } from '../server-secret.ts'
import { hashKey, isWellFormedKey } from './key-format.ts'
import { findPrincipal, findPrincipalByAnySecret, type Principal } from './principal.ts'

const freshForMs = 500
const keysRemembered = 10_000

export interface ApiKeyCache {
  /** Who holds this key; undefined when it is malformed, unknown, revoked or expired. */
  find(key: string): Promise<Principal | undefined>
  /** Whether the key was valid when last seen here: such a key is no guess. */
  knows(key: string): boolean
}

export function createApiKeyCache(database: Database, secret: ServerSecret): ApiKeyCache {
  const [current, ...others] = allSecrets(secret)
  const currentId = secretId(secret)
  const findPrincipalOf = (key: string) => {
    const hash = hashKey(key, current)
    if (others.length === 0) return findPrincipal(database, hash)
    return findPrincipalByAnySecret(database, [hash, ...others.map(other => hashKey(key, other))], currentId)
  }
  const seen = new Map<string, { holder: Promise<Principal | undefined>; at: number; valid: boolean }>()

  return {
    async find(key) {
      const name = nameOf(key)
      const known = seen.get(name)
      const now = performance.now()
      if (known && now - known.at < freshForMs) return known.holder
      if (!isWellFormedKey(key)) return undefined

      const entry = {
        holder: findPrincipalOf(key),
        at: now,
        valid: known?.valid ?? false,
      }
      seen.delete(name)
      seen.set(name, entry)
      try {
        const holder = await entry.holder
        entry.valid = holder !== undefined
        if (!holder && seen.get(name) === entry) seen.delete(name)
        return holder
      } catch (error) {
        // A database that does not answer makes no key unknown.
        if (seen.get(name) === entry) known ? seen.set(name, known) : seen.delete(name)
        throw error
      } finally {
        forgetOldest(seen)
      }
    },
    knows: key => seen.get(nameOf(key))?.valid === true,
  }
}

/** Keys are remembered by a digest, so that none lies in memory; this one costs a fifth of the HMAC. */
function nameOf(key: string): string {
  return hash('sha256', key, 'base64')
}

function forgetOldest(seen: Map<string, unknown>): void {
  for (const name of seen.keys()) {
    if (seen.size <= keysRemembered) return
    seen.delete(name)
  }
}
