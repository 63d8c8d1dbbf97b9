// Creates an account from the claims of an OIDC provider.
import { randomInt } from 'node:crypto'
import type { Database, DatabasePool } from '../../platform/database/pool.ts'
import type { AccountError } from '../account-error.ts'
import { type Actor, recordAuditEvent } from '../audit-log.ts'
import { isEmail } from '../email/email-address.ts'
import { isUniqueViolation } from '../unique-violation.ts'
import { findIdentity, insertIdentity } from './identities.ts'

export interface ProviderClaims {
  subject: string
  email: string | null
  emailIsVerified: boolean
  username: string | null
}

const notVerified: AccountError = {
  error: 'conflict',
  code: 'email_not_verified',
  message:
    'The provider has not verified your email address. Verify it there and try again, or sign up with a user name and password.',
}

/** Accounts are never linked by e-mail address: the person at the provider may not be the account owner. */
const emailInUse: AccountError = {
  error: 'taken',
  code: 'email_in_use',
  message:
    'An account with your email address already exists. Sign in with your password and link the provider in your settings.',
}

/** Returns the id of the new account, or of the one a concurrent request created for the same identity. */
export async function createAccountFromClaims(
  database: DatabasePool,
  provider: string,
  claims: ProviderClaims,
  locale: string | undefined,
  by: Actor,
): Promise<number | AccountError> {
  const { email } = claims
  if (!claims.emailIsVerified || email === null || !isEmail(email)) return notVerified
  try {
    return await database.transaction(async transaction => {
      await transaction.query({
        text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
        values: [`identity ${provider} ${claims.subject}`],
      })
      const known = await findIdentity(transaction, provider, claims.subject)
      if (known !== undefined) return known
      const accountId = await insertAccount(
        transaction,
        toAccountName(claims.username ?? email),
        email,
        locale,
      )
      await insertIdentity(transaction, accountId, provider, claims)
      await recordAuditEvent(transaction, accountId, by, 'signed up', provider)
      return accountId
    })
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_email')) return emailInUse
    throw error
  }
}

/** Uses the name, or the name with a number if it is taken. */
async function insertAccount(
  database: Database,
  name: string,
  email: string,
  locale: string | undefined,
): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    const suffix = attempt === 0 ? '' : `-${attempt < 9 ? attempt + 1 : randomInt(1_000_000)}`
    const { rows } = await database.query<{ id: number }>({
      text: `
        insert into accounts (name, email, email_confirmed_at, locale) values ($1, $2, now(), $3)
          on conflict (name) do nothing
          returning id`,
      values: [name.slice(0, 63 - suffix.length) + suffix, email, locale ?? null],
    })
    if (rows[0]) return rows[0].id
  }
}

/** Reduces the text to a valid account name. */
function toAccountName(text: string): string {
  const [local = ''] = text.toLowerCase().split('@')
  const name = local.replaceAll(/[^a-z0-9._-]+/g, '-').replace(/^[^a-z0-9]+/, '')
  return name === '' ? 'cook' : name
}
