import type { KeyName } from 'larder-conformance'
import { createAccount } from '../../accounts/accounts.ts'
import { createNamedKey, revokeKey } from '../../accounts/api-keys/api-keys.ts'
import type { Scope } from '../../accounts/api-keys/queries.ts'
import { loadConfig } from '../config.ts'
import { operator, withDatabase } from './database.ts'
import { CliError } from './errors.ts'

export async function conformanceCommand(args: string[]): Promise<void> {
  // Loaded here, so that all other commands run from the sources without a build of the package.
  const { main } = await import('larder-conformance')
  process.exitCode = await main(args, 'larder conformance')
}

const namedKeys: { name: KeyName; scope: Scope; expiresAt?: Date; capPerMinute?: number }[] = [
  { name: 'read', scope: 'read' },
  { name: 'full', scope: 'full' },
  { name: 'scale', scope: 'full' },
  { name: 'capped', scope: 'read', capPerMinute: 5 },
  { name: 'expired', scope: 'read', expiresAt: new Date(0) },
  { name: 'revoked', scope: 'read' },
]

/** Creates the accounts and keys that the conformance suite needs, and prints them in the form that it reads. */
export async function conformanceKeysCommand(): Promise<void> {
  const { SECRET_KEY } = loadConfig()
  const account = `conformance-${Date.now()}`
  await withDatabase(async database => {
    const scale = await createAccount(database, SECRET_KEY, { name: account, plan: 'scale' }, operator)
    const starter = await createAccount(
      database,
      SECRET_KEY,
      { name: `${account}-free`, plan: 'starter' },
      operator,
    )
    if (!scale || !starter) throw new CliError(`there is an account "${account}" already`)
    console.log(`account=${scale.accountKey}\nstarter=${starter.accountKey}`)
    for (const { name, scope, expiresAt = null, capPerMinute = null } of namedKeys) {
      const wanted = { name, scope, expiresAt, capPerMinute }
      const created = await createNamedKey(database, SECRET_KEY, scale.id, wanted, operator)
      if ('error' in created) throw new CliError(created.error)
      if (name === 'revoked') await revokeKey(database, scale.id, created.id, operator)
      console.log(`${name}=${created.key}`)
    }
  })
  process.stderr.write(`made for the accounts ${account} and ${account}-free; delete them after the run:\n`)
  process.stderr.write(
    `  larder account delete --yes ${account} && larder account delete --yes ${account}-free\n`,
  )
}
