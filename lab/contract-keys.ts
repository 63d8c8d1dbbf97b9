import { createAccount, deleteAccount } from '../src/accounts/accounts.ts'
import { createNamedKey, revokeKey } from '../src/accounts/api-keys/api-keys.ts'
import type { Scope } from '../src/accounts/api-keys/queries.ts'
import type { Actor } from '../src/accounts/audit-log.ts'
import type { Plan } from '../src/accounts/plans.ts'
import type { DatabasePool } from '../src/platform/database/pool.ts'
import type { ServerSecret } from '../src/platform/server-secret.ts'
import { keyContext } from './service.ts'

const operator: Actor = { actor: 'operator', ipAddress: null }

/** Creates two accounts with the keys that the contract suite needs. */
export async function createContractKeys(database: DatabasePool, secret: ServerSecret) {
  const account = `contract-${Date.now()}`
  const create = async (name: string, plan: Plan) => {
    const created = await createAccount(database, secret, { name, plan }, operator)
    if (created === undefined) throw new Error(`the account ${name} exists already`)
    return created
  }
  const scale = await create(account, 'scale')
  const starter = await create(`${account}-free`, 'starter')
  const named = async (
    name: string,
    scope: Scope,
    { expiresAt = null, capPerMinute = null }: { expiresAt?: Date | null; capPerMinute?: number | null } = {},
  ) => {
    const wanted = { name, scope, expiresAt, capPerMinute }
    const created = await createNamedKey(keyContext(database, secret), scale.id, wanted, operator)
    if ('error' in created) throw new Error(created.error)
    return created
  }
  const revoked = await named('revoked', 'read')
  await revokeKey(database, scale.id, revoked.id, operator)
  return {
    keys: {
      account: scale.accountKey,
      starter: starter.accountKey,
      read: (await named('read', 'read')).key,
      full: (await named('full', 'full')).key,
      scale: (await named('scale', 'full')).key,
      capped: (await named('capped', 'read', { capPerMinute: 5 })).key,
      expired: (await named('expired', 'read', { expiresAt: new Date(0) })).key,
      revoked: revoked.key,
    },
    async deleteAccounts() {
      for (const name of [account, `${account}-free`]) await deleteAccount(database, name)
    },
  }
}
