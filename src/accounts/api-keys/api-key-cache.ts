// Keeps the keys that were looked up until their account changes. While polls for changes fail, what was last known holds for an
// hour, and other keys are looked up where the catalog is read (docs/decisions/0024-api-keys.md).
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Database, DatabaseUnavailable } from '../../platform/database/pool.ts'
import { allSecrets, type ServerSecret, secretId } from '../../platform/server-secret.ts'
import { hashKey, isWellFormedKey } from './key-format.ts'
import { type FoundPrincipal, findPrincipal, findPrincipalByAnySecret, type Principal } from './principal.ts'
import type { PrincipalChanges } from './principal-changes.ts'

const maxEntries = 10_000

export interface ApiKeyCache {
  /** The principal of this key; undefined when the key is malformed, unknown, revoked or expired. */
  find(key: string, digest?: string): Principal | undefined | Promise<Principal | undefined>
  /** Whether the key with this digest was valid when this node last looked it up. */
  wasValid(digest: string): boolean
}

export interface ApiKeyCacheSettings {
  primary: Database
  /** Asked while the primary cannot be reached; undefined without DATABASE_READ_URL. */
  reads?: Database | undefined
  secret: ServerSecret
  changes: Omit<PrincipalChanges, 'stop'>
}

interface Entry {
  /** Of the key under each secret, as the database stores it; no key stays in memory. */
  hashes: Buffer[]
  accountId: number
  /** Undefined if the key was refused. */
  principal: Principal | undefined
  endsAt: number
  planEndsAt: number
  /** The account has changed since, so nothing is known until the key is looked up again. */
  isChanged?: boolean
}

export function createApiKeyCache({ primary, reads, secret, changes }: ApiKeyCacheSettings): ApiKeyCache {
  const [current, ...others] = allSecrets(secret)
  const currentId = secretId(secret)
  const hashesOf = (key: string) => [current, ...others].map(each => hashKey(key, each))
  const cache = new LRUCache<string, Entry>({ max: maxEntries })
  const pending = new Map<string, Promise<Principal | undefined>>()

  function findOn(server: Database, hashes: Buffer[], withChanges = false) {
    const [hash, ...previous] = hashes
    if (hash !== undefined && previous.length === 0) return findPrincipal(server, hash, withChanges)
    return findPrincipalByAnySecret(server, primary, hashes, currentId, withChanges)
  }

  /** One lookup for requests at the same time. */
  function lookUp(digest: string, hashes: Buffer[]): Promise<Principal | undefined> {
    const running = pending.get(digest)
    if (running !== undefined) return running
    const lookup = lookUpNow(digest, hashes).finally(() => {
      if (pending.get(digest) === lookup) pending.delete(digest)
    })
    pending.set(digest, lookup)
    return lookup
  }

  async function lookUpNow(digest: string, hashes: Buffer[]): Promise<Principal | undefined> {
    const startedAt = performance.now()
    const count = changes.count()
    if (reads !== undefined && !changes.isCurrent()) return findOnReplica(reads, hashes)
    try {
      const found = await findOn(primary, hashes)
      keep(digest, hashes, found, { startedAt, count })
      return found?.principal
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      const entry = knownEntry(digest)
      if (entry !== undefined) return principalOf(entry)
      if (reads === undefined) throw error
      return findOnReplica(reads, hashes)
    }
  }

  function keep(
    digest: string,
    hashes: Buffer[],
    found: FoundPrincipal | undefined,
    { startedAt, count }: { startedAt: number; count: number },
  ): void {
    // Unknown keys are not kept, so that a new key is accepted at once.
    const accountId = found?.principal.accountId ?? cache.get(digest)?.accountId
    if (accountId === undefined || changes.hasChanged(accountId, count)) return
    const { principal, endsInMs, planEndsInMs } = found ?? {}
    const timeAfter = (ms: number | null | undefined) => startedAt + (ms ?? Number.POSITIVE_INFINITY)
    const [endsAt, planEndsAt] = [timeAfter(endsInMs), timeAfter(planEndsInMs)]
    cache.set(digest, { hashes, accountId, principal, endsAt, planEndsAt })
  }

  function knownEntry(digest: string): Entry | undefined {
    const entry = cache.get(digest)
    return entry?.isChanged || !changes.isWithinHold() ? undefined : entry
  }

  /** Not kept: a replica may lag, and so it is not believed before it shows all changes that this node has noticed. */
  async function findOnReplica(server: Database, hashes: Buffer[]): Promise<Principal | undefined> {
    const found = await findOn(server, hashes, true)
    const noticed = found === undefined ? [] : changes.transactionsOf(found.principal.accountId)
    if (noticed.every(transaction => found?.transactions?.includes(transaction))) return found?.principal
    throw new DatabaseUnavailable(new Error('the replica lags behind a change of the account'))
  }

  /** So that an outage finds the keys of a changed account as they are, even if nobody has used them since. */
  async function lookUpAgain(digests: string[]): Promise<void> {
    for (const digest of digests) {
      const entry = cache.peek(digest)
      if (entry !== undefined && changes.isCurrent())
        await lookUp(digest, entry.hashes).catch(() => undefined)
    }
  }

  changes.onNotice(accountIds => {
    const changed = [...cache.entries()].filter(([, { accountId }]) => accountIds?.has(accountId) ?? true)
    for (const [digest, entry] of changed) {
      entry.isChanged = true
      pending.delete(digest)
    }
    void lookUpAgain(changed.map(([digest]) => digest))
  })

  return {
    find(key, digest = keyDigest(key)) {
      const entry = knownEntry(digest)
      const principal = entry && principalOf(entry)
      // A refused key may be valid again, such as that of a restored account, which no poll reports.
      if (principal !== undefined || (entry !== undefined && !changes.isCurrent())) return principal
      return isWellFormedKey(key) ? lookUp(digest, hashesOf(key)) : undefined
    },
    wasValid: digest => cache.peek(digest)?.principal !== undefined,
  }
}

function principalOf({ principal, endsAt, planEndsAt }: Entry): Principal | undefined {
  const now = performance.now()
  if (principal === undefined || now >= endsAt) return undefined
  return now < planEndsAt ? principal : { ...principal, plan: 'starter' }
}

/** Entries are keyed by a digest so that no key stays in memory. SHA-256 costs a fifth of the HMAC. */
export function keyDigest(key: string): string {
  return hash('sha256', key, 'base64')
}
