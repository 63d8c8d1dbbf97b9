// Caches key lookups for half a second, so that a busy key costs two queries per second instead of one per
// request. Revocations and plan changes reach every node within that time. With replicas, keys are read from a
// replica that shows all changes this node has been notified of. While no server answers, a key that was valid at its last
// lookup stays valid for an hour (docs/decisions/0024-keys-from-replicas.md).
import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, DatabaseUnavailable } from '../../platform/database/pool.ts'
import { allSecrets, type ServerSecret, secretId } from '../../platform/server-secret.ts'
import { hashKey, isWellFormedKey } from './key-format.ts'
import { findPrincipal, findPrincipalByAnySecret, type Principal } from './principal.ts'
import { maxSilenceMs, type PrincipalChanges } from './principal-changes.ts'

const ttlMs = 500
const maxOutageMs = 3_600_000
const maxEntries = 10_000
const retryIntervalMs = 50

export interface ApiKeyCache {
  /** The principal of this key; undefined when the key is malformed, unknown, revoked or expired. */
  find(key: string, digest?: string): Principal | undefined | Promise<Principal | undefined>
  /** Whether the key with this digest was valid when this node last looked it up. */
  wasValid(digest: string): boolean
}

export interface ApiKeyCacheSettings {
  /** Read where no replica is, and while changes are not known. */
  database: Database
  secret: ServerSecret
  changes: Omit<PrincipalChanges, 'stop'>
  replicas?: KeyReplicas | undefined
}

interface ReplicaReads {
  database: Database
  position: number
}

interface KeyReplicas {
  /** Undefined while no replica is in rotation. */
  replica(): ReplicaReads | undefined
  /** For keys that a replica does not know or has not replayed the last change of. */
  primary: Database
}

interface Lookup {
  principal: Principal | undefined
  isFromReplica: boolean
  startedAt: number
}

interface Entry {
  /** Of the key under each secret, as the database stores it; no key stays in memory. */
  hashes: Buffer[]
  /** The last lookup that a server answered. */
  found?: Lookup
  pending?: { startedAt: number; principal: Promise<Principal | undefined> }
}

export function createApiKeyCache({ database, secret, changes, replicas }: ApiKeyCacheSettings): ApiKeyCache {
  const [current, ...others] = allSecrets(secret)
  const currentId = secretId(secret)
  const hashesOf = (key: string) => [current, ...others].map(each => hashKey(key, each))
  const cache = new Map<string, Entry>()
  let didLastLookupFail = false

  function findOn(server: Database, hashes: Buffer[]): Promise<Principal | undefined> {
    const [hash, ...previous] = hashes
    if (hash !== undefined && previous.length === 0) return findPrincipal(server, hash)
    // A write must not be routed: `database` is a replica while the primary is down.
    const primary = replicas?.primary ?? database
    return findPrincipalByAnySecret(server, primary, hashes, currentId)
  }

  async function lookUp(hashes: Buffer[]): Promise<Omit<Lookup, 'startedAt'>> {
    const replica = changes.isCurrent() ? replicas?.replica() : undefined
    if (replicas === undefined || replica === undefined) {
      return { principal: await findOn(database, hashes), isFromReplica: false }
    }
    const principal = await findOn(replica.database, hashes)
    if (principal !== undefined && showsAllChanges(replica, principal)) {
      return { principal, isFromReplica: true }
    }
    return { principal: await findOn(replicas.primary, hashes), isFromReplica: false }
  }

  /**
   * The primary may have failed just now, before a replica is known to have replayed the last change. Either one does soon,
   * or changes are no longer known and any replica is used.
   */
  async function lookUpWithRetries(hashes: Buffer[]): Promise<Omit<Lookup, 'startedAt'>> {
    const lastRetryAt = performance.now() + maxSilenceMs
    for (;;) {
      const mayRetry = replicas !== undefined && changes.isCurrent() && performance.now() < lastRetryAt
      try {
        return await lookUp(hashes)
      } catch (error) {
        if (!(mayRetry && error instanceof DatabaseUnavailable)) throw error
      }
      await wait(retryIntervalMs)
    }
  }

  /** Checked after the lookup: the node may have been notified of a change in the meantime. */
  function showsAllChanges({ position }: ReplicaReads, { accountId }: Principal): boolean {
    return changes.isCurrent() && position >= changes.requiredPosition(accountId)
  }

  const isUnchanged = ({ principal, startedAt }: Lookup) =>
    principal === undefined || changes.noticedAt(principal.accountId) < startedAt

  function isFresh(found: Lookup): boolean {
    if (performance.now() - found.startedAt >= ttlMs) return false
    return isUnchanged(found) && (changes.isCurrent() || !found.isFromReplica)
  }

  /** What was found last, for the time in which no server answers. */
  function keptLookup({ found }: Entry): Lookup | undefined {
    if (found === undefined || performance.now() - found.startedAt >= maxOutageMs) return undefined
    return isUnchanged(found) ? found : undefined
  }

  /** One lookup for requests at the same time. */
  function findAgain(digest: string, entry: Entry): Promise<Principal | undefined> {
    const startedAt = performance.now()
    if (entry.pending && startedAt - entry.pending.startedAt < ttlMs) return entry.pending.principal
    const principal = store(digest, entry, startedAt).finally(() => {
      if (entry.pending?.principal === principal) delete entry.pending
    })
    entry.pending = { startedAt, principal }
    return principal
  }

  async function store(digest: string, entry: Entry, startedAt: number) {
    cache.delete(digest)
    cache.set(digest, entry)
    evictOldest(cache)
    try {
      const found = { ...(await lookUpWithRetries(entry.hashes)), startedAt }
      didLastLookupFail = false
      // Unknown keys are cached only where the primary may be far away, so that a new key is accepted at once.
      const isUnknown = found.principal === undefined && entry.found === undefined && replicas === undefined
      const isLatest = entry.found === undefined || entry.found.startedAt < startedAt
      if (isLatest && !isUnknown) entry.found = found
      return found.principal
    } catch (error) {
      didLastLookupFail = error instanceof DatabaseUnavailable
      throw error
    } finally {
      if (entry.found === undefined && cache.get(digest) === entry) cache.delete(digest)
    }
  }

  function findOrKeep(digest: string, entry: Entry) {
    const looked = findAgain(digest, entry)
    // Not while changes are polled: then a server can be reached again.
    const kept = didLastLookupFail && !changes.isCurrent() ? keptLookup(entry) : undefined
    if (kept === undefined) {
      return looked.catch(error => {
        const last = error instanceof DatabaseUnavailable ? keptLookup(entry) : undefined
        if (last === undefined) throw error
        return last.principal
      })
    }
    looked.catch(() => undefined)
    return kept.principal
  }

  // So that an outage finds the keys of a changed account as they are, even if nobody has used them since.
  changes.onNotice(accountIds => {
    for (const [digest, entry] of cache) {
      const accountId = entry.found?.principal?.accountId
      if (accountId !== undefined && accountIds.has(accountId))
        findAgain(digest, entry).catch(() => undefined)
    }
  })

  return {
    find(key, digest = keyDigest(key)) {
      const entry = cache.get(digest)
      if (entry?.found && isFresh(entry.found)) return entry.found.principal
      if (entry) return findOrKeep(digest, entry)
      return isWellFormedKey(key) ? findOrKeep(digest, { hashes: hashesOf(key) }) : undefined
    },
    wasValid: digest => cache.get(digest)?.found?.principal !== undefined,
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
