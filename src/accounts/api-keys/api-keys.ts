// API keys of an account. Every change locks the account row first, so that limits and names stay valid until
// commit, and writes its audit event in the same transaction.
import type { Database, DatabasePool } from '../../platform/database/pool.ts'
import { currentSecret, type ServerSecret, secretId } from '../../platform/server-secret.ts'
import { type Actor, recordAuditEvent } from '../audit-log.ts'
import { notifyOwner } from '../notifications/notify.ts'
import { effectivePlan, type Plan, planTable } from '../plans.ts'
import { hashKey, type KeyPrefix, newKey } from './key-format.ts'
import { findKey, type Key, keyColumns, listKeys, type Scope } from './queries.ts'

export const maxNamedKeys = 50

export interface KeyContext {
  database: DatabasePool
  secret: ServerSecret
  /** The limits of the plans, which no cap of a key may exceed. */
  requestsPerMinute: Record<Plan, number>
}

/** The cap of a key is above the limit of the plan, so it would never apply. */
export interface CapAbovePlan {
  error: 'cap_above_plan'
  plan: Plan
  planLimit: number
}

export function newStoredKey(prefix: KeyPrefix, secret: ServerSecret) {
  const key = newKey(prefix)
  return {
    key,
    prefix,
    hash: hashKey(key, currentSecret(secret)),
    secretId: secretId(secret),
    lastFour: key.slice(-4),
  }
}

export interface CreateKeyInput {
  name: string
  scope: Scope
  expiresAt: Date | null
  capPerMinute: number | null
}

export type NewKey = Key & { key: string }

export type CreatedKey =
  | NewKey
  | CapAbovePlan
  | { error: 'account_not_found' | 'name_taken' | 'too_many_keys' }

/** Creates a named key. The key itself is returned only here. */
export function createNamedKey(
  { database, secret, requestsPerMinute }: KeyContext,
  accountId: number,
  input: CreateKeyInput,
  by: Actor,
): Promise<CreatedKey> {
  return database.transaction(async transaction => {
    const plan = await lockAccount(transaction, accountId)
    if (plan === undefined) return { error: 'account_not_found' }
    const tooHigh = checkCap(input.capPerMinute, plan, requestsPerMinute)
    if (tooHigh) return tooHigh
    const active = await listKeys(transaction, accountId)
    if (isNameTaken(active, input.name)) return { error: 'name_taken' }
    if (active.filter(({ kind }) => kind === 'named').length >= maxNamedKeys) {
      return { error: 'too_many_keys' }
    }
    const key = newStoredKey(input.scope === 'read' ? 'larder_read' : 'larder_full', secret)
    const { rows } = await transaction.query<Key>({
      text: `
        insert into api_keys
          (account_id, kind, name, scope, secret_hash, server_secret_id, prefix, last_four, expires_at, cap_per_minute)
          values ($1, 'named', $2, $3, $4, $5, $6, $7, $8, $9)
          returning ${keyColumns}`,
      values: [
        accountId,
        input.name,
        input.scope,
        key.hash,
        key.secretId,
        key.prefix,
        key.lastFour,
        input.expiresAt,
        input.capPerMinute,
      ],
    })
    await recordAuditEvent(transaction, accountId, by, 'key created', input.name)
    await notifyOwner(transaction, accountId, { kind: 'key-created', by, name: input.name })
    return { ...firstRow(rows), key: key.key }
  })
}

/** Omitted fields keep their value, also a cap above the limit of a later plan; null removes the expiry or the cap. */
export interface UpdateKeyInput {
  name?: string | undefined
  expiresAt?: Date | null | undefined
  capPerMinute?: number | null | undefined
}

export function updateKey(
  { database, requestsPerMinute }: Omit<KeyContext, 'secret'>,
  accountId: number,
  keyId: number,
  changes: UpdateKeyInput,
  by: Actor,
): Promise<Key | CapAbovePlan | { error: 'not_found' | 'account_key' | 'name_taken' }> {
  return database.transaction(async transaction => {
    const plan = await lockAccount(transaction, accountId)
    if (plan === undefined) return { error: 'not_found' }
    const tooHigh = checkCap(changes.capPerMinute, plan, requestsPerMinute)
    if (tooHigh) return tooHigh
    const active = await listKeys(transaction, accountId)
    const before = active.find(({ id }) => id === keyId)
    if (before === undefined) return { error: 'not_found' }
    if (before.kind === 'account') return { error: 'account_key' }
    const {
      name = before.name,
      expiresAt = before.expires_at,
      capPerMinute = before.cap_per_minute,
    } = changes
    const others = active.filter(({ id }) => id !== keyId)
    if (isNameTaken(others, name)) return { error: 'name_taken' }
    await transaction.query({
      text: 'update api_keys set name = $2, expires_at = $3, cap_per_minute = $4 where id = $1',
      values: [keyId, name, expiresAt, capPerMinute],
    })
    await recordAuditEvent(
      transaction,
      accountId,
      by,
      'key changed',
      describeChanges(before, name, expiresAt, capPerMinute),
    )
    return { ...before, name, expires_at: expiresAt, cap_per_minute: capPerMinute }
  })
}

function describeChanges(before: Key, name: string, expiresAt: Date | null, cap: number | null): string {
  const changes = [
    name !== before.name && `renamed to ${name}`,
    expiresAt?.getTime() !== before.expires_at?.getTime() &&
      (expiresAt ? `expires ${expiresAt.toISOString()}` : 'does not expire'),
    cap !== before.cap_per_minute && (cap === null ? 'no rate limit' : `rate limit ${cap} per minute`),
  ].filter(change => change !== false)
  return [before.name, ...changes].join(', ')
}

export const maxRotationOverlapSeconds = 86_400

/**
 * Gives a named key a new secret. The old secret stays valid for the grace period (0: it stops working at
 * once).
 */
export function rotateKey(
  database: DatabasePool,
  secret: ServerSecret,
  accountId: number,
  keyId: number,
  gracePeriodSeconds: number,
  by: Actor,
): Promise<NewKey | { error: 'not_found' | 'account_key' }> {
  return database.transaction(async transaction => {
    await lockAccount(transaction, accountId)
    const before = await findKey(transaction, accountId, keyId)
    if (before === undefined) return { error: 'not_found' }
    if (before.kind === 'account') return { error: 'account_key' }
    const key = newStoredKey(before.scope === 'read' ? 'larder_read' : 'larder_full', secret)
    const { rows } = await transaction.query<Key>({
      text: `
        update api_keys
          set secret_hash = $2, prefix = $3, last_four = $4, server_secret_id = $6, rotated_at = now(),
              previous_secret_hash = case when $5 > 0 then secret_hash end,
              previous_expires_at = case when $5 > 0 then now() + make_interval(secs => $5) end
          where id = $1
          returning ${keyColumns}`,
      values: [keyId, key.hash, key.prefix, key.lastFour, gracePeriodSeconds, key.secretId],
    })
    await recordAuditEvent(transaction, accountId, by, 'key rotated', before.name)
    await notifyOwner(transaction, accountId, { kind: 'key-rotated', by, name: before.name })
    return { ...firstRow(rows), key: key.key }
  })
}

/**
 * Replaces the account key, or creates the first one; the old key stops working at once. Undefined when the
 * account does not exist.
 */
export function rotateAccountKey(
  database: DatabasePool,
  secret: ServerSecret,
  accountId: number,
  by: Actor,
): Promise<NewKey | undefined> {
  const key = newStoredKey('larder_account', secret)
  return database.transaction(async transaction => {
    if ((await lockAccount(transaction, accountId)) === undefined) return undefined
    const { rows } = await transaction.query<Key>({
      text: `
        insert into api_keys (account_id, kind, name, scope, secret_hash, server_secret_id, prefix, last_four)
          values ($1, 'account', 'account', 'full', $2, $3, $4, $5)
          on conflict (account_id) where kind = 'account' and revoked_at is null
            do update set secret_hash = excluded.secret_hash, server_secret_id = excluded.server_secret_id,
              last_four = excluded.last_four, rotated_at = now()
          returning ${keyColumns}`,
      values: [accountId, key.hash, key.secretId, key.prefix, key.lastFour],
    })
    const stored = firstRow(rows)
    await recordAuditEvent(
      transaction,
      accountId,
      by,
      stored.rotated_at ? 'account key rotated' : 'account key created',
    )
    await notifyOwner(transaction, accountId, {
      kind: stored.rotated_at ? 'key-rotated' : 'key-created',
      by,
      name: 'account key',
    })
    return { ...stored, key: key.key }
  })
}

/**
 * Revokes a key, including a previous secret in its grace period. Returns false when there is no such active
 * key. Operators pass null as the account.
 */
export function revokeKey(
  database: DatabasePool,
  accountId: number | null,
  keyId: number,
  by: Actor,
): Promise<boolean> {
  return database.transaction(async transaction => {
    const { rows } = await transaction.query<{ account_id: number; name: string }>({
      text: `
        update api_keys set revoked_at = now(), previous_secret_hash = null, previous_expires_at = null
          where id = $2 and ($1::bigint is null or account_id = $1) and revoked_at is null
          returning account_id, name`,
      values: [accountId, keyId],
    })
    if (rows[0] === undefined) return false
    await recordAuditEvent(transaction, rows[0].account_id, by, 'key revoked', rows[0].name)
    return true
  })
}

function checkCap(
  capPerMinute: number | null | undefined,
  plan: Plan,
  requestsPerMinute: Record<Plan, number>,
): CapAbovePlan | undefined {
  const planLimit = requestsPerMinute[plan]
  return (capPerMinute ?? 0) > planLimit ? { error: 'cap_above_plan', plan, planLimit } : undefined
}

export function explainCapAbovePlan({ plan, planLimit }: CapAbovePlan): string {
  return (
    `The ${planTable[plan].name} plan allows ${planLimit.toLocaleString('en-US')} requests per minute, ` +
    'so a higher limit of a key has no effect. Choose a lower one, or none.'
  )
}

/** The name `account` is reserved for the account key, even while there is none. */
function isNameTaken(active: Key[], name: string): boolean {
  return name === 'account' || active.some(key => key.name === name)
}

/**
 * Serializes changes of the account's keys and of its plan until the transaction ends. Returns its plan; undefined if
 * the account does not exist.
 */
async function lockAccount(transaction: Database, accountId: number): Promise<Plan | undefined> {
  const { rows } = await transaction.query<{ plan: Plan }>({
    text: `select ${effectivePlan} as plan from accounts where id = $1 for no key update`,
    values: [accountId],
  })
  return rows[0]?.plan
}

function firstRow<Row>(rows: Row[]): Row {
  const [first] = rows
  if (first === undefined) throw new Error('the statement returned no row')
  return first
}
