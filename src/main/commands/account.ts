import { createRecoveryLink, resetTwoFactor } from '../../accounts/account-recovery.ts'
import {
  changePlan,
  createAccount,
  deleteAccount,
  findAccountId,
  isAccountName,
  listAccounts,
} from '../../accounts/accounts.ts'
import { rotateAccountKey } from '../../accounts/api-keys/api-keys.ts'
import type { Plan } from '../../accounts/plans.ts'
import { resumeAccount, suspendAccount } from '../../accounts/suspension.ts'
import { loadConfig, serverSecretOf } from '../config.ts'
import { resolveAddresses } from '../server-addresses.ts'
import { confirm } from './confirm.ts'
import { operator, withDatabase } from './database.ts'
import { CliError, usageError } from './errors.ts'
import { printResult, printSecret, table } from './output.ts'

interface Options {
  json: boolean
}

interface ConfirmedOptions extends Options {
  yes: boolean
}

export async function createAccountCommand(name: string, options: Options & { plan: Plan }): Promise<void> {
  if (!isAccountName(name)) {
    throw usageError(
      `"${name}" is not a valid account name: use up to 63 lower-case letters, digits, dots, hyphens and underscores`,
    )
  }
  const { plan } = options
  const secret = serverSecretOf(loadConfig())
  const account = await withDatabase(database => createAccount(database, secret, { name, plan }, operator))
  if (account === undefined) throw new CliError(`the account "${name}" already exists`)
  printSecret(
    options,
    { id: account.id, name, plan, account_key: account.accountKey },
    {
      explanation: `created account ${name} on the ${plan} plan; its account key, shown only once:`,
      secret: account.accountKey,
    },
  )
}

export async function deleteAccountCommand(name: string, options: ConfirmedOptions): Promise<void> {
  await confirm(`Delete the account ${name} with its keys, usage and audit log?`, options)
  const deleted = await withDatabase(database => deleteAccount(database, name))
  if (deleted === 'not_found') throw noSuchAccount(name)
  if (deleted === 'active_subscription') {
    throw new CliError(`${name} has an active subscription: cancel it at the payment service first`)
  }
  printResult(
    options,
    { deleted: name },
    `deleted account ${name} and its keys; every node rejects them within a second`,
  )
}

export async function listAccountsCommand(options: Options): Promise<void> {
  const accounts = await withDatabase(listAccounts)
  const rows = accounts.map(({ name, plan, keys, created_at, suspended_at }) => [
    name,
    plan,
    String(keys),
    created_at.toISOString(),
    suspended_at === null ? 'active' : `suspended ${suspended_at.toISOString()}`,
  ])
  printResult(options, accounts, table(['NAME', 'PLAN', 'KEYS', 'CREATED', 'STATE'], rows))
}

export async function setPlanCommand(name: string, plan: Plan, options: Options): Promise<void> {
  const changed = await withDatabase(database => changePlan(database, name, plan, operator))
  if (changed === undefined) throw noSuchAccount(name)
  if (changed.isSubscribed) {
    process.stderr.write(
      `larder: warning: ${name} has a subscription, which sets the plan again within a day; change it at Stripe\n`,
    )
  }
  printResult(
    options,
    { name, plan },
    `account ${name} is now on the ${plan} plan; every node applies it within a second`,
  )
}

export async function rotateAccountKeyCommand(name: string, options: ConfirmedOptions): Promise<void> {
  await confirm(`Replace the account key of ${name}? The present one stops working at once.`, options)
  const secret = serverSecretOf(loadConfig())
  const rotated = await withDatabase(async database => {
    const accountId = await findAccountId(database, name)
    return accountId === undefined ? undefined : rotateAccountKey(database, secret, accountId, operator)
  })
  if (rotated === undefined) throw noSuchAccount(name)
  printSecret(
    options,
    { name, account_key: rotated.key },
    {
      explanation: `new account key of ${name}, shown only once; the old one is revoked:`,
      secret: rotated.key,
    },
  )
}

export async function resetTwoFactorCommand(name: string, options: ConfirmedOptions): Promise<void> {
  await confirm(
    `Turn two-factor authentication of ${name} off and remove its passkeys? Make sure that the owner asks for it.`,
    options,
  )
  const reset = await withDatabase(database => resetTwoFactor(database, name, operator))
  if ('error' in reset) {
    if (reset.error === 'not_found') throw noSuchAccount(name)
    throw new CliError(`${name} uses neither two-factor authentication nor passkeys; nothing was changed`)
  }
  const { isPasswordRemoved, removedPasskeys } = reset
  const lines = [`two-factor authentication of ${name} is off, and all its sessions are signed out`]
  if (removedPasskeys > 0) lines.push(`Its passkeys were removed: ${removedPasskeys}`)
  if (isPasswordRemoved)
    lines.push('Its password was removed, because it is too short without two-factor authentication')
  if (isPasswordRemoved || removedPasskeys > 0)
    lines.push(`If the owner has no other way to sign in, create a link: larder account recover ${name}`)
  printResult(
    options,
    { name, password_removed: isPasswordRemoved, passkeys_removed: removedPasskeys },
    lines.join('\n'),
  )
}

export async function recoverAccountCommand(name: string, options: ConfirmedOptions): Promise<void> {
  await confirm(
    `Create a link that gives access to ${name}? Make sure that the person who asks is the owner.`,
    options,
  )
  const config = loadConfig()
  const { website } = await resolveAddresses(config)
  const link = await withDatabase(database =>
    createRecoveryLink(database, serverSecretOf(config), website.publicUrl, name, operator),
  )
  if (link === undefined) throw noSuchAccount(name)
  printSecret(
    options,
    { name, link },
    {
      explanation:
        `link to choose a new password for ${name}, valid once within 24 hours. ` +
        'Two-factor authentication stays on; see also larder account reset-two-factor:',
      secret: link,
    },
  )
}

export async function suspendAccountCommand(name: string, options: ConfirmedOptions): Promise<void> {
  await confirm(`Suspend ${name}? Its keys are rejected, and its owner cannot sign in.`, options)
  const result = await withDatabase(database => suspendAccount(database, name, operator))
  if (result === 'not_found') throw noSuchAccount(name)
  if (result === 'unchanged') throw new CliError(`${name} is already suspended`)
  const text = `suspended account ${name}; every node rejects its keys within a second. If it has a subscription at Stripe, cancel that there`
  printResult(options, { suspended: name }, text)
}

export async function resumeAccountCommand(name: string, options: Options): Promise<void> {
  const result = await withDatabase(database => resumeAccount(database, name, operator))
  if (result === 'not_found') throw noSuchAccount(name)
  if (result === 'unchanged') throw new CliError(`${name} is not suspended`)
  printResult(options, { resumed: name }, `resumed account ${name}; its keys work within a second`)
}

function noSuchAccount(name: string): CliError {
  return new CliError(`there is no account "${name}"; see larder account list`)
}
