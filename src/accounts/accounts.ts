import type { Database, DatabasePool } from '../platform/database/pool.ts'
import type { ServerSecret } from '../platform/server-secret.ts'
import { newStoredKey } from './api-keys/api-keys.ts'
import { type Actor, recordAuditEvent } from './audit-log.ts'
import { notifyOwner } from './notifications/notify.ts'
import { effectivePlan, type Plan } from './plans.ts'

export interface NewAccount {
  id: number
  /** Shown once; only its hash is stored. */
  accountKey: string
}

/** Creates an account with its account key, or returns undefined when the name is taken. */
export async function createAccount(
  database: DatabasePool,
  secret: ServerSecret,
  account: { name: string; plan: Plan },
  by: Actor,
): Promise<NewAccount | undefined> {
  const key = newStoredKey('larder_account', secret)
  return database.transaction(async transaction => {
    const { rows } = await transaction.query<{ id: number }>({
      text: `
        with created as (
          insert into accounts (name, plan) values ($1, $2)
            on conflict (name) do nothing
            returning id
        )
        insert into api_keys (account_id, kind, name, scope, secret_hash, server_secret_id, prefix, last_four)
          select id, 'account', 'account', 'full', $3, $4, $5, $6 from created
          returning account_id as id`,
      values: [account.name, account.plan, key.hash, key.secretId, key.prefix, key.lastFour],
    })
    if (!rows[0]) return undefined
    await recordAuditEvent(transaction, rows[0].id, by, 'account created', account.plan)
    return { id: rows[0].id, accountKey: key.key }
  })
}

export async function findAccountId(database: Database, name: string): Promise<number | undefined> {
  const { rows } = await database.query<{ id: number }>({
    text: 'select id from accounts where name = $1',
    values: [name],
  })
  return rows[0]?.id
}

/** The effective plan: Starter once a paid plan has expired. Undefined when the account does not exist. */
export async function findPlan(database: Database, accountId: number): Promise<Plan | undefined> {
  const { rows } = await database.query<{ plan: Plan }>({
    text: `select ${effectivePlan} as plan from accounts where id = $1`,
    values: [accountId],
  })
  return rows[0]?.plan
}

export interface ListedAccount {
  name: string
  plan: Plan
  keys: number
  created_at: Date
  suspended_at: Date | null
}

/** All accounts with the number of their active keys. */
export async function listAccounts(database: Database): Promise<ListedAccount[]> {
  const { rows } = await database.query<ListedAccount>({
    text: `
      select accounts.name, ${effectivePlan} as plan,
             accounts.created_at, suspended_at,
             count(api_keys.id) filter (where revoked_at is null and (expires_at is null or expires_at > now())) as keys
        from accounts left join api_keys on api_keys.account_id = accounts.id
        group by accounts.id
        order by accounts.name`,
  })
  return rows
}

/**
 * Sets the plan without an expiry date. Undefined when the account does not exist. The plan of a subscription replaces
 * it when Stripe is next queried.
 */
export async function changePlan(
  database: DatabasePool,
  name: string,
  plan: Plan,
  by: Actor,
): Promise<{ isSubscribed: boolean } | undefined> {
  return database.transaction(async transaction => {
    const { rows } = await transaction.query<{ id: number; isSubscribed: boolean }>({
      text: `
        update accounts set plan = $2, plan_expires_at = null where name = $1
          returning id, exists (
            select from subscriptions where account_id = accounts.id and subscriptions.plan is not null
          ) as "isSubscribed"`,
      values: [name, plan],
    })
    if (!rows[0]) return undefined
    await recordAuditEvent(transaction, rows[0].id, by, 'plan changed', plan)
    await notifyOwner(transaction, rows[0].id, { kind: 'plan-changed', plan, expiresAt: null })
    return { isSubscribed: rows[0].isSubscribed }
  })
}

export type DeleteResult = 'deleted' | 'not_found' | 'active_subscription'

/** Deletes an account with all its data, unless a subscription would keep charging its owner. */
export async function deleteAccount(database: DatabasePool, name: string): Promise<DeleteResult> {
  return database.transaction(async transaction => {
    const { rows } = await transaction.query<{ id: number; renews: boolean }>({
      text: `
        select id, exists (
            select from subscriptions
              where account_id = accounts.id and stripe_subscription_id is not null and not cancel_at_period_end
                and status not in ('canceled', 'incomplete_expired')
          ) as renews
          from accounts where name = $1 for update`,
      values: [name],
    })
    if (!rows[0]) return 'not_found'
    if (rows[0].renews) return 'active_subscription'
    await transaction.query({ text: 'delete from accounts where id = $1', values: [rows[0].id] })
    return 'deleted'
  })
}

const accountName = /^[a-z0-9][a-z0-9._-]{0,62}$/

export function isAccountName(name: string): boolean {
  return accountName.test(name)
}
