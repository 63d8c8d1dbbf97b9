import { createAccount, deleteAccount, isAccountName } from '../accounts/accounts.ts'
import type { Plan } from '../accounts/plans.ts'
import { loadConfig } from '../config.ts'
import { withConnection } from '../database/pool.ts'
import { CommandFailure } from './output.ts'

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
  if (!deleted) throw new CommandFailure(`there is no account "${name}"`)
  console.log(`account ${name} and its keys are deleted; every node refuses them within a second`)
}
