import {
  changePlan,
  createAccount,
  deleteAccount,
  isAccountName,
  listAccounts,
  renewAccountKey,
} from '../accounts/accounts.ts'
import type { Plan } from '../accounts/plans.ts'
import { loadConfig } from '../config.ts'
import { withConnection } from '../database/pool.ts'
import { CommandFailure, table } from './output.ts'

export async function createAccountCommand(name: string, options: { plan: Plan }): Promise<void> {
  if (!isAccountName(name)) {
    throw new CommandFailure(
      `"${name}" cannot be a name: use up to 63 small letters, digits, dots, hyphens and underscores`,
    )
  }
  const { DATABASE_URL, KEY_SECRET } = loadConfig()
  const account = await withConnection(DATABASE_URL, client =>
    createAccount(client, KEY_SECRET, { name, plan: options.plan }),
  )
  if (account === undefined) throw new CommandFailure(`there is an account "${name}" already`)
  process.stderr.write(`account ${name} on the ${options.plan} plan; its account key, shown only now:\n`)
  console.log(account.accountKey)
}

export async function deleteAccountCommand(name: string): Promise<void> {
  const deleted = await withConnection(loadConfig().DATABASE_URL, client => deleteAccount(client, name))
  if (!deleted) throw noSuchAccount(name)
  console.log(`account ${name} and its keys are deleted; every node refuses them within a second`)
}

export async function listAccountsCommand(): Promise<void> {
  const accounts = await withConnection(loadConfig().DATABASE_URL, listAccounts)
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

export async function changePlanCommand(name: string, plan: Plan): Promise<void> {
  const changed = await withConnection(loadConfig().DATABASE_URL, client => changePlan(client, name, plan))
  if (!changed) throw noSuchAccount(name)
  console.log(`account ${name} is on the ${plan} plan; every node knows within a second`)
}

export async function renewAccountKeyCommand(name: string): Promise<void> {
  const { DATABASE_URL, KEY_SECRET } = loadConfig()
  const key = await withConnection(DATABASE_URL, client => renewAccountKey(client, KEY_SECRET, name))
  if (key === undefined) throw noSuchAccount(name)
  process.stderr.write(`the new account key of ${name}, shown only now; the old one is revoked:\n`)
  console.log(key)
}

function noSuchAccount(name: string): CommandFailure {
  return new CommandFailure(`there is no account "${name}"; larder account list shows them`)
}
