import type { Database } from '../../platform/database/pool.ts'
import { effectivePlan, type Plan } from '../plans.ts'
import type { Scope } from './queries.ts'

/** The identity and permissions of a valid key. */
export interface Principal {
  keyId: number
  accountId: number
  /** The effective plan: Starter once a paid plan has expired. */
  plan: Plan
  kind: 'account' | 'named'
  scope: Scope
  capPerMinute: number | null
}

export interface FoundPrincipal {
  principal: Principal
  /** By the clock of PostgreSQL; null if the key does not expire. */
  endsInMs: number | null
  /** Until the account has the Starter plan; null if its plan does not expire. */
  planEndsInMs: number | null
  /** Those that have changed the account lately; only where they were asked for. */
  transactions?: string[]
}

type FoundRow = Principal & Omit<FoundPrincipal, 'principal'>

/**
 * Undefined when the key is unknown, revoked or expired, or its account is suspended. A previous secret is valid until its grace period
 * ends. The two lookups use two indexes; an `or` would scan the whole table.
 */
export async function findPrincipal(
  database: Database,
  hash: Buffer,
  withChanges = false,
): Promise<FoundPrincipal | undefined> {
  const { rows } = await database.query<FoundRow>({
    name: withChanges ? 'find-principal-with-changes' : 'find-principal',
    text: `select ${columns(withChanges)} ${keysMatching('= $1')}`,
    values: [hash],
  })
  return rows[0] && toFound(rows[0])
}

/**
 * Used while SECRET_KEY is being rotated: looks the key up by its hash under each secret, the current one
 * first, and re-hashes it on the primary under the current one in the background. A failed update is retried
 * on the next use.
 */
export async function findPrincipalByAnySecret(
  database: Database,
  primary: Database,
  hashes: Buffer[],
  secretId: string,
  withChanges = false,
): Promise<FoundPrincipal | undefined> {
  // Not `any`: a list of unknown length is planned again on every execution.
  const any = `in (${hashes.map((_, index) => `$${index + 2}`).join(', ')})`
  const { rows } = await database.query<FoundRow & { isStale: boolean }>({
    name: `find-principal-by-${hashes.length}-hashes${withChanges ? '-with-changes' : ''}`,
    text: `select ${columns(withChanges)}, secret_hash ${any} and server_secret_id is distinct from $1 as "isStale" ${keysMatching(any)}`,
    values: [secretId, ...hashes],
  })
  if (!rows[0]) return undefined
  const { isStale, ...found } = rows[0]
  if (isStale) {
    void primary
      .query({
        text: 'update api_keys set secret_hash = $2, server_secret_id = $3 where id = $1 and secret_hash = any ($4)',
        values: [found.keyId, hashes[0], secretId, hashes],
      })
      .catch(() => undefined)
  }
  return toFound(found)
}

function toFound({ endsInMs, planEndsInMs, transactions, ...principal }: FoundRow): FoundPrincipal {
  return { principal, endsInMs, planEndsInMs, ...(transactions && { transactions }) }
}

const principalColumns = `
  matching.id as "keyId", accounts.id as "accountId", kind, scope, cap_per_minute as "capPerMinute",
  ${effectivePlan} as plan,
  (extract(epoch from ends_at) - extract(epoch from now())) * 1000 as "endsInMs",
  (extract(epoch from plan_expires_at) - extract(epoch from now())) * 1000 as "planEndsInMs"`

function columns(withChanges: boolean): string {
  if (!withChanges) return principalColumns
  return `${principalColumns}, array(
    select transaction_id::text from principal_changes where account_id = accounts.id) as transactions`
}

function keysMatching(condition: string): string {
  return `
    from (
      select *, expires_at as ends_at from api_keys where secret_hash ${condition}
      union all
      select *, least(expires_at, previous_expires_at) as ends_at from api_keys
        where previous_secret_hash ${condition} and previous_expires_at > now()
    ) as matching join accounts on accounts.id = matching.account_id
    where revoked_at is null and (expires_at is null or expires_at > now()) and suspended_at is null`
}
