import { findAccountId } from '../../accounts/accounts.ts'
import {
  createNamedKey,
  explainCapAbovePlan,
  maxNamedKeys,
  revokeKey,
} from '../../accounts/api-keys/api-keys.ts'
import { type KeyOfAccount, listAllKeys, type Scope } from '../../accounts/api-keys/queries.ts'
import { loadConfig, requestsPerMinuteOf, serverSecretOf } from '../config.ts'
import { operator, withDatabase } from './database.ts'
import { CliError, usageError } from './errors.ts'
import { printResult, printSecret, table } from './output.ts'

interface CreateOptions {
  account: string
  name: string
  scope: Scope
  expires?: string
  rateLimit?: string
  json: boolean
}

export async function createKeyCommand(options: CreateOptions): Promise<void> {
  if (options.name.trim() === '') throw usageError('a key needs a name, such as ci or production')
  const input = {
    name: options.name,
    scope: options.scope,
    expiresAt: options.expires === undefined ? null : parseExpiry(options.expires),
    capPerMinute: options.rateLimit === undefined ? null : parseRateLimit(options.rateLimit),
  }
  const config = loadConfig()
  const secret = serverSecretOf(config)
  const created = await withDatabase(async database => {
    const accountId = await findAccountId(database, options.account)
    if (accountId === undefined) return { error: 'account_not_found' as const }
    const context = { database, secret, requestsPerMinute: requestsPerMinuteOf(config) }
    return createNamedKey(context, accountId, input, operator)
  })
  if ('error' in created) {
    if (created.error === 'cap_above_plan') throw usageError(explainCapAbovePlan(created))
    const reasons = {
      account_not_found: `there is no account "${options.account}"; create it with: larder account create ${options.account}`,
      name_taken: `the account already has a key "${options.name}"; choose another name or revoke it first`,
      too_many_keys: `the account already has ${maxNamedKeys} named keys, the maximum; revoke one first`,
    }
    throw new CliError(reasons[created.error])
  }
  printSecret(options, created, {
    explanation: `created key ${created.id} (${options.name}, scope ${options.scope}), shown only once:`,
    secret: created.key,
  })
}

export async function listKeysCommand(options: { account?: string; json: boolean }): Promise<void> {
  const keys = await withDatabase(database => listAllKeys(database, options.account ?? null))
  const header = ['ID', 'ACCOUNT', 'PLAN', 'NAME', 'SCOPE', 'KEY', 'RATE LIMIT', 'EXPIRES', 'STATE']
  const rows = keys.map(key => [
    String(key.id),
    key.account,
    key.plan,
    key.name,
    key.kind === 'account' ? 'account' : key.scope,
    `${key.prefix}_…${key.last_four}`,
    key.cap_per_minute === null ? '-' : `${key.cap_per_minute}/min`,
    key.expires_at?.toISOString() ?? 'never',
    stateOf(key),
  ])
  printResult(options, keys, table(header, rows))
}

export async function revokeKeyCommand(id: string, options: { json: boolean }): Promise<void> {
  if (!/^\d{1,15}$/.test(id)) throw usageError(`"${id}" is not a key id; see larder key list`)
  const revoked = await withDatabase(database => revokeKey(database, null, Number(id), operator))
  if (!revoked) throw new CliError(`there is no active key ${id}; see larder key list`)
  printResult(options, { revoked: Number(id) }, `revoked key ${id}; every node rejects it within a second`)
}

function stateOf(key: KeyOfAccount): string {
  if (key.revoked_at !== null) return `revoked ${key.revoked_at.toISOString()}`
  if (key.expires_at !== null && key.expires_at <= new Date()) return 'expired'
  return 'active'
}

/** A date alone means its end, in UTC: a key that expires on the 31st works on the 31st. */
function parseExpiry(written: string): Date {
  const dateAlone = /^\d{4}-\d{2}-\d{2}$/.test(written)
  const date = new Date(dateAlone ? `${written}T23:59:59.999Z` : written)
  // JavaScript parses 2027-02-31 as March 3rd.
  const day = new Date(`${written.slice(0, 10)}T00:00:00Z`)
  const exists = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(written.slice(0, 10))
  if (!exists || Number.isNaN(date.getTime())) {
    throw usageError(`"${written}" is not a date; expected 2027-01-31 or 2027-01-31T12:00:00Z`)
  }
  if (date.getTime() <= Date.now()) throw usageError(`${written} is in the past`)
  return date
}

function parseRateLimit(written: string): number {
  const limit = Number(written)
  if (!/^\d+$/.test(written) || limit < 1 || limit > 1_000_000_000) {
    throw usageError(`"${written}" is not a rate limit; expected a whole number of requests per minute`)
  }
  return limit
}
