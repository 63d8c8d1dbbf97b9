// What the signed-in owner does to the account as a whole.
import type { Database } from '../platform/database/pool.ts'
import { type AccountError, isAccountError } from './account-error.ts'
import { recordAuditEvent } from './audit-log.ts'
import type { Billing } from './billing/billing.ts'
import { type ClientInfo, ownerActor } from './client-info.ts'
import type { AccountContext } from './context.ts'
import type { Plan } from './plans.ts'
import { checkPassword, hashPassword } from './sign-in/passwords.ts'
import {
  type Reauthentication,
  requirePassword,
  requireReauthentication,
  requireTwoFactorCode,
} from './sign-in/reauthentication.ts'
import { deleteSessions } from './sign-in/sessions.ts'

export interface OwnAccount {
  id: number
  name: string
  /** The plan in force: a paid one that has run out is Starter. */
  plan: Plan
  createdAt: Date
  email: string | null
  emailIsConfirmed: boolean
  hasPassword: boolean
  hasTwoFactor: boolean
}

export async function findOwnAccount(database: Database, accountId: number): Promise<OwnAccount | undefined> {
  const { rows } = await database.query<OwnAccount>({
    text: `
      select id, name, case when plan_expires_at < now() then 'starter' else plan end as plan,
             created_at as "createdAt", email, email_confirmed_at is not null as "emailIsConfirmed",
             password_hash is not null as "hasPassword", mfa_enabled_at is not null as "hasTwoFactor"
        from accounts where id = $1`,
    values: [accountId],
  })
  return rows[0]
}

const gone: AccountError = { error: 'conflict', message: 'There is no such account any more.' }

/** Undefined: it is changed, and every other browser is signed out. */
export async function changePassword(
  context: AccountContext,
  account: { accountId: number; sessionId: number },
  passwords: { old: string; new: string },
  client: ClientInfo,
): Promise<AccountError | undefined> {
  const own = await findOwnAccount(context.database, account.accountId)
  if (!own) return gone
  const error =
    checkPassword(passwords.new, own) ??
    (await requirePassword(context, account.accountId, passwords.old, client))
  return error ?? replacePassword(context, account, passwords.new, client, 'password changed')
}

/** For an account that only a provider lets in so far. Undefined: it is set. */
export async function setPassword(
  context: AccountContext,
  account: { accountId: number; sessionId: number },
  wanted: { password: string; code?: string | undefined },
  client: ClientInfo,
): Promise<AccountError | undefined> {
  const own = await findOwnAccount(context.database, account.accountId)
  if (!own) return gone
  if (own.hasPassword) {
    return { error: 'conflict', message: 'The account has a password already. Change it instead.' }
  }
  const error =
    checkPassword(wanted.password, own) ??
    (await requireTwoFactorCode(context, account.accountId, wanted.code ?? '', client))
  return error ?? replacePassword(context, account, wanted.password, client, 'password set')
}

async function replacePassword(
  { database }: AccountContext,
  { accountId, sessionId }: { accountId: number; sessionId: number },
  password: string,
  client: ClientInfo,
  action: string,
): Promise<AccountError | undefined> {
  const hashed = await hashPassword(password)
  if (isAccountError(hashed)) return hashed
  return database.transaction(async transaction => {
    const { rowCount } = await transaction.query({
      // A short password was judged next to a second factor that may be off by now.
      text: `
        update accounts set password_hash = $2, password_meets_single_factor_policy = $3
          where id = $1 and ($3 or mfa_enabled_at is not null)`,
      values: [accountId, hashed.hash, hashed.isLong],
    })
    if (rowCount !== 1) return gone
    await deleteSessions(transaction, accountId, sessionId)
    await recordAuditEvent(transaction, accountId, ownerActor(client), action)
    return undefined
  })
}

/** Deletes the account with everything it owns, its subscription first. Undefined: it is gone. */
export async function deleteOwnAccount(
  context: AccountContext & { billing: Pick<Billing, 'cancelSubscription'> | undefined },
  accountId: number,
  typed: Reauthentication & { name: string },
  client: ClientInfo,
): Promise<AccountError | undefined> {
  const own = await findOwnAccount(context.database, accountId)
  if (!own) return gone
  if (typed.name.trim().toLowerCase() !== own.name) {
    return {
      error: 'invalid',
      message: `That is not the name of the account. Type ${own.name} to delete it.`,
    }
  }
  const error = await requireReauthentication(context, accountId, typed, client)
  if (error) return error
  // Nobody goes on paying for an account that is gone.
  const ended = await context.billing?.cancelSubscription(accountId)
  if (ended && isAccountError(ended)) return ended
  const { rowCount } = await context.database.query({
    text: `
      delete from accounts
        where id = $1
          and ($2 or not exists (
            select 1 from subscriptions
              where account_id = $1 and stripe_subscription_id is not null and not cancel_at_period_end
                and status not in ('canceled', 'incomplete_expired')))`,
    values: [accountId, ended !== undefined],
  })
  if (rowCount === 1) return undefined
  return {
    error: 'conflict',
    message:
      'The account has a paid plan that renews. Cancel the plan first, so that nothing more is charged.',
  }
}
