// Caches key lookups for half a second, so that a busy key costs two queries per second instead of one per
// request. Revocations and plan changes reach every node within that time. With replicas, keys are read from a
// replica that shows all changes this node has been notified of (docs/decisions/0024-keys-from-replicas.md).
import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, DatabaseUnavailable } from '../../platform/database/pool.ts'
import type { ReplicaReads } from '../../platform/database/servers.ts'
import { allSecrets, type ServerSecret, secretId } from '../server-secret.ts'
import { hashKey, isWellFormedKey } from './key-format.ts'
import { findPrincipal, findPrincipalByAnySecret, type Principal } from './principal.ts'
import { maxSilenceMs, type PrincipalChanges } from './principal-changes.ts'

const ttlMs = 500
const maxEntries = 10_000
const retryIntervalMs = 50

export interface ApiKeyCache {
  /** The principal of this key; undefined when the key is malformed, unknown, revoked or expired. */
  find(key: string, digest?: string): Principal | undefined | Promise<Principal | undefined>
  /** Whether the key with this digest was valid when this node last looked it up. */
  wasValid(digest: string): boolean
}

export interface KeyReplicas {
  /** Undefined while no replica is in rotation. */
  replica(): ReplicaReads | undefined
  /** For keys that a replica does not know or has not replayed the last change of. */
  primary: Database
  changes: Omit<PrincipalChanges, 'stop'>
}

interface Lookup {
  principal: Principal | undefined
  isFromReplica: boolean
}

interface Entry {
  pending: Promise<Lookup>
  /** Undefined while pending. */
  found?: Lookup
  startedAt: number
  wasValid: boolean
}

/** Without `replicas`, and while changes are not known, keys are read from `database`. */
export function createApiKeyCache(
  database: Database,
  secret: ServerSecret,
  replicas?: KeyReplicas,
): ApiKeyCache {
  const [current, ...others] = allSecrets(secret)
  const currentId = secretId(secret)
  const cache = new Map<string, Entry>()

  function findOn(server: Database, key: string): Promise<Principal | undefined> {
    const hash = hashKey(key, current)
    if (others.length === 0) return findPrincipal(server, hash)
    const hashes = [hash, ...others.map(other => hashKey(key, other))]
    // A write must not be routed: `database` is a replica while the primary is down.
    const primary = replicas?.primary ?? database
    return findPrincipalByAnySecret(server, primary, hashes, currentId)
  }

  async function lookUp(key: string): Promise<Lookup> {
    const replica = replicas?.changes.isCurrent() ? replicas.replica() : undefined
    if (replicas === undefined || replica === undefined) {
      return { principal: await findOn(database, key), isFromReplica: false }
    }
    const principal = await findOn(replica.database, key)
    if (principal !== undefined && showsAllChanges(replica, principal)) {
      return { principal, isFromReplica: true }
    }
    return { principal: await findOn(replicas.primary, key), isFromReplica: false }
  }

  /**
   * The primary may have failed just now, before a replica is known to have replayed the last change. Either one does soon,
   * or changes are no longer known and any replica is used.
   */
  async function lookUpWithRetries(key: string): Promise<Lookup> {
    const lastRetryAt = performance.now() + maxSilenceMs
    for (;;) {
      const mayRetry = replicas?.changes.isCurrent() && performance.now() < lastRetryAt
      try {
        return await lookUp(key)
      } catch (error) {
        if (!(mayRetry && error instanceof DatabaseUnavailable)) throw error
      }
      await wait(retryIntervalMs)
    }
  }

  /** Checked after the lookup: the node may have been notified of a change in the meantime. */
  function showsAllChanges({ position }: ReplicaReads, { accountId }: Principal): boolean {
    if (!replicas?.changes.isCurrent()) return false
    return position >= replicas.changes.requiredPosition(accountId)
  }

  function isFresh({ found, startedAt }: Entry): boolean {
    if (performance.now() - startedAt >= ttlMs) return false
    if (replicas === undefined || found === undefined) return true
    if (found.isFromReplica && !replicas.changes.isCurrent()) return false
    return found.principal === undefined || replicas.changes.noticedAt(found.principal.accountId) < startedAt
  }

  async function findAgain(
    key: string,
    digest: string,
    cached: Entry | undefined,
  ): Promise<Principal | undefined> {
    const entry: Entry = {
      pending: lookUpWithRetries(key),
      startedAt: performance.now(),
      wasValid: cached?.wasValid ?? false,
    }
    cache.delete(digest)
    cache.set(digest, entry)
    try {
      entry.found = await entry.pending
      const { principal } = entry.found
      entry.wasValid = principal !== undefined
      // Unknown keys are cached only where the primary may be far away, so that a new key is accepted at once.
      if (!principal && !replicas && cache.get(digest) === entry) cache.delete(digest)
      return principal
    } catch (error) {
      // A database failure must not invalidate a cached key.
      if (cache.get(digest) === entry) cached ? cache.set(digest, cached) : cache.delete(digest)
      throw error
    } finally {
      evictOldest(cache)
    }
  }

  return {
    find(key, digest = keyDigest(key)) {
      const cached = cache.get(digest)
      if (cached && isFresh(cached)) {
        return cached.found ? cached.found.principal : cached.pending.then(({ principal }) => principal)
      }
      return isWellFormedKey(key) ? findAgain(key, digest, cached) : undefined
    },
    wasValid: digest => cache.get(digest)?.wasValid === true,
  }
}

/** Entries are keyed by a digest so that no key stays in memory. SHA-256 costs a fifth of the HMAC. */
export function keyDigest(key: string): string {
  return hash('sha256', key, 'base64')
}

function evictOldest(cache: Map<string, unknown>): void {
  for (const name of cache.keys()) {
    if (cache.size <= maxEntries) return
    cache.delete(name)
  }
}
