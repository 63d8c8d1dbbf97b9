// A new account for somebody whom a provider vouches for.
import { randomInt } from 'node:crypto'
import type { Database, DatabasePool } from '../../platform/database/pool.ts'
import type { AccountError } from '../account-error.ts'
import { type Actor, recordAuditEvent } from '../audit-log.ts'
import { isEmail } from '../email/email-address.ts'
import { isUniqueViolation } from '../unique-violation.ts'
import { findIdentity, insertIdentity } from './identities.ts'

/** What a provider says about somebody. */
export interface ProviderClaims {
  subject: string
  email: string | null
  emailIsVerified: boolean
  username: string | null
}

const notVerified: AccountError = {
  error: 'conflict',
  message:
    'The provider has not verified your e-mail address. Verify it there and try again, or sign up with a name and password.',
}

/** Never linked by the address: whoever holds it at the provider need not be who holds the account. */
const emailInUse: AccountError = {
  error: 'taken',
  message:
    'An account with your e-mail address exists. Sign in with your password and link the provider in your settings.',
}

/** The id of the new account, or of the one that another request made for the same person just now. */
export async function createAccountFromClaims(
  database: DatabasePool,
  provider: string,
  claims: ProviderClaims,
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
      const accountId = await createNamed(transaction, nameFrom(claims.username ?? email), email)
      await insertIdentity(transaction, accountId, provider, claims)
      await recordAuditEvent(transaction, accountId, by, 'signed up', provider)
      return accountId
    })
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_email')) return emailInUse
    throw error
  }
}

/** The name wanted, or the same with a number. */
async function createNamed(database: Database, name: string, email: string): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    const suffix = attempt === 0 ? '' : `-${attempt < 9 ? attempt + 1 : randomInt(1_000_000)}`
    const { rows } = await database.query<{ id: number }>({
      text: `
        insert into accounts (name, email, email_confirmed_at) values ($1, $2, now())
          on conflict (name) do nothing
          returning id`,
      values: [name.slice(0, 63 - suffix.length) + suffix, email],
    })
    if (rows[0]) return rows[0].id
  }
}

/** As much of it as a name may have. */
function nameFrom(text: string): string {
  const [local = ''] = text.toLowerCase().split('@')
  const name = local.replaceAll(/[^a-z0-9._-]+/g, '-').replace(/^[^a-z0-9]+/, '')
  return name === '' ? 'cook' : name
}
