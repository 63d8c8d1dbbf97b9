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
import { restoreAccount } from '../../accounts/restore-account.ts'
import { withConnection } from '../../platform/database/pool.ts'
import { loadConfig, serverSecretOf } from '../config.ts'
import { withDatabase } from './database.ts'
import { CliError } from './errors.ts'
import { operator } from './operator.ts'
import { table } from './output.ts'

export async function createAccountCommand(name: string, options: { plan: Plan }): Promise<void> {
  if (!isAccountName(name)) {
    throw new CliError(
      `"${name}" is not a valid account name: use up to 63 lower-case letters, digits, dots, hyphens and underscores`,
    )
  }
  const secret = serverSecretOf(loadConfig())
  const account = await withDatabase(database =>
    createAccount(database, secret, { name, plan: options.plan }, operator),
  )
  if (account === undefined) throw new CliError(`the account "${name}" already exists`)
  process.stderr.write(
    `created account ${name} on the ${options.plan} plan; its account key, shown only once:\n`,
  )
  console.log(account.accountKey)
}

export async function deleteAccountCommand(name: string): Promise<void> {
  const deleted = await withDatabase(database => deleteAccount(database, name))
  if (deleted === 'not_found') throw noSuchAccount(name)
  if (deleted === 'active_subscription') {
    throw new CliError(`${name} has an active subscription: cancel it at the payment service first`)
  }
  console.log(`deleted account ${name} and its keys; every node rejects them within a second`)
}

export async function listAccountsCommand(): Promise<void> {
  const accounts = await withDatabase(listAccounts)
  console.log(
    table(
      ['NAME', 'PLAN', 'KEYS', 'CREATED'],
      accounts.map(({ name, plan, keys, created_at }) => [
        name,
        plan,
        String(keys),
        created_at.toISOString(),
      ]),
    ),
  )
}

export async function setPlanCommand(name: string, plan: Plan): Promise<void> {
  const changed = await withDatabase(database => changePlan(database, name, plan, operator))
  if (!changed) throw noSuchAccount(name)
  console.log(`account ${name} is now on the ${plan} plan; every node applies it within a second`)
}

export async function rotateAccountKeyCommand(name: string): Promise<void> {
  const secret = serverSecretOf(loadConfig())
  const rotated = await withDatabase(async database => {
    const accountId = await findAccountId(database, name)
    return accountId === undefined ? undefined : rotateAccountKey(database, secret, accountId, operator)
  })
  if (rotated === undefined) throw noSuchAccount(name)
  process.stderr.write(`new account key of ${name}, shown only once; the old one is revoked:\n`)
  console.log(rotated.key)
}

export async function restoreAccountCommand(name: string, { from }: { from: string }): Promise<void> {
  const copied = await withConnection(from, source =>
    withDatabase(database => restoreAccount(source, database, name, operator)),
  )
  if ('error' in copied) {
    const reasons = {
      not_found: `the server given by --from has no account "${name}"`,
      already_exists: `the account "${name}" or one with its id already exists; nothing was changed`,
      conflict: `the e-mail address or a linked provider of ${name} now belongs to another account; nothing was changed`,
    }
    throw new CliError(reasons[copied.error])
  }
  console.log(`restored account ${name} (${copied.rows} rows); its keys work on every node within a second`)
  console.log('Keys that were revoked after that time are active again: check larder key list')
}

function noSuchAccount(name: string): CliError {
  return new CliError(`there is no account "${name}"; see larder account list`)
}
