// Account settings: changes the signed-in owner makes to the account itself.
import type { Database } from '../platform/database/pool.ts'
import { type AccountError, isAccountError } from './account-error.ts'
import { recordAuditEvent } from './audit-log.ts'
import type { Billing } from './billing/billing.ts'
import { type ClientInfo, ownerActor } from './client-info.ts'
import type { AccountContext } from './context.ts'
import { notifyOwner } from './notifications/notify.ts'
import { effectivePlan, type Plan } from './plans.ts'
import { checkPassword, hashPassword } from './sign-in/passwords.ts'
import {
  type Reauthentication,
  requirePassword,
  requireReauthentication,
} from './sign-in/reauthentication.ts'
import { secureAccount } from './sign-in/secure-account.ts'

export interface OwnAccount {
  id: number
  name: string
  /** The effective plan: Starter once a paid plan has expired. */
  plan: Plan
  createdAt: Date
  email: string | null
  emailIsConfirmed: boolean
  hasPassword: boolean
  hasTwoFactor: boolean
  /** Whether the owner wants a mail when a rate limit is nearly used up. */
  hasLimitAlerts: boolean
  /** The language of mails; null is English. */
  locale: string | null
}

export async function findOwnAccount(database: Database, accountId: number): Promise<OwnAccount | undefined> {
  const { rows } = await database.query<OwnAccount>({
    text: `
      select id, name, ${effectivePlan} as plan,
             created_at as "createdAt", email, email_confirmed_at is not null as "emailIsConfirmed",
             password_hash is not null as "hasPassword", mfa_enabled_at is not null as "hasTwoFactor",
             limit_alerts as "hasLimitAlerts",
             locale
        from accounts where id = $1`,
    values: [accountId],
  })
  return rows[0]
}

export async function setLimitAlerts(database: Database, accountId: number, isOn: boolean): Promise<void> {
  await database.query({
    text: 'update accounts set limit_alerts = $2 where id = $1',
    values: [accountId, isOn],
  })
}

/** Sets the language of mails. */
export async function changeLocale(database: Database, accountId: number, locale: string): Promise<void> {
  await database.query({
    text: 'update accounts set locale = $2 where id = $1',
    values: [accountId, locale],
  })
}

const accountDeleted: AccountError = {
  error: 'conflict',
  code: 'account_deleted',
  message: 'This account no longer exists.',
}

/** Returns undefined on success; all other sessions are then signed out. */
export async function changePassword(
  context: AccountContext,
  account: { accountId: number; sessionId: number },
  passwords: { old: string; new: string },
  client: ClientInfo,
): Promise<AccountError | undefined> {
  const own = await findOwnAccount(context.database, account.accountId)
  if (!own) return accountDeleted
  const error =
    (await checkPassword(passwords.new, own)) ??
    (await requirePassword(context, account.accountId, passwords.old, client))
  return error ?? replacePassword(context, account, passwords.new, client, 'password-changed')
}

/** For accounts that so far sign in with a provider or a passkey. Returns undefined on success. */
export async function setPassword(
  context: AccountContext,
  account: { accountId: number; sessionId: number },
  input: { password: string; code?: string | undefined },
  client: ClientInfo,
): Promise<AccountError | undefined> {
  const own = await findOwnAccount(context.database, account.accountId)
  if (!own) return accountDeleted
  if (own.hasPassword) {
    return {
      error: 'conflict',
      code: 'password_already_set',
      message: 'This account already has a password. Change it instead.',
    }
  }
  const error =
    (await checkPassword(input.password, own)) ??
    (await requireReauthentication(
      context,
      account.accountId,
      { code: input.code, sessionId: account.sessionId },
      client,
    ))
  return error ?? replacePassword(context, account, input.password, client, 'password-set')
}

async function replacePassword(
  { database }: AccountContext,
  { accountId, sessionId }: { accountId: number; sessionId: number },
  password: string,
  client: ClientInfo,
  change: 'password-set' | 'password-changed',
): Promise<AccountError | undefined> {
  const hashed = await hashPassword(password)
  if (isAccountError(hashed)) return hashed
  return database.transaction(async transaction => {
    const { rowCount } = await transaction.query({
      // Two-factor authentication may have been disabled since a short password was accepted.
      text: `
        update accounts set password_hash = $2, password_meets_single_factor_policy = $3
          where id = $1 and ($3 or mfa_enabled_at is not null)`,
      values: [accountId, hashed.hash, hashed.meetsSingleFactorPolicy],
    })
    if (rowCount !== 1) return accountDeleted
    const by = ownerActor(client)
    await secureAccount(transaction, accountId, sessionId)
    await recordAuditEvent(
      transaction,
      accountId,
      by,
      change === 'password-set' ? 'password set' : 'password changed',
    )
    await notifyOwner(transaction, accountId, { kind: change, by })
    return undefined
  })
}

/** Cancels the subscription, then deletes the account with all its data. Returns undefined on success. */
export async function deleteOwnAccount(
  context: AccountContext & { billing: Pick<Billing, 'cancelSubscription'> | undefined },
  accountId: number,
  input: Reauthentication & { name: string },
  client: ClientInfo,
): Promise<AccountError | undefined> {
  const own = await findOwnAccount(context.database, accountId)
  if (!own) return accountDeleted
  if (input.name.trim().toLowerCase() !== own.name) {
    return {
      error: 'invalid',
      code: 'wrong_account_name',
      parameters: { name: own.name },
      message: `This is not the name of the account. Type ${own.name} to delete it.`,
    }
  }
  const error = await requireReauthentication(context, accountId, input, client)
  if (error) return error
  // Cancel first: a deleted account must not be charged again.
  const cancelled = await context.billing?.cancelSubscription(accountId)
  if (cancelled && isAccountError(cancelled)) return cancelled
  const isDeleted = await context.database.transaction(async transaction => {
    const { rowCount } = await transaction.query({
      text: `
        select from accounts
          where id = $1
            and ($2 or not exists (
              select 1 from subscriptions
                where account_id = $1 and stripe_subscription_id is not null and not cancel_at_period_end
                  and status not in ('canceled', 'incomplete_expired')))
          for update`,
      values: [accountId, cancelled !== undefined],
    })
    if (rowCount !== 1) return false
    await transaction.query({ text: 'delete from accounts where id = $1', values: [accountId] })
    return true
  })
  if (isDeleted) return undefined
  return {
    error: 'conflict',
    code: 'plan_renews',
    message:
      'This account has a paid plan that renews. Cancel the plan first, so that you are not charged again.',
  }
}
