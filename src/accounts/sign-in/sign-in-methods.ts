import type { Database } from '../../platform/database/pool.ts'
import type { AccountContext } from '../context.ts'

/**
 * Whether the owner can still sign in without this provider or passkey. Providers that the operator has removed do not count. Call it
 * with the account row locked: otherwise two concurrent requests could remove both remaining methods.
 */
export async function hasOtherSignInMethod(
  transaction: Database,
  { providers }: Pick<AccountContext, 'providers'>,
  accountId: number,
  removed: { provider?: string; passkeyId?: number },
): Promise<boolean> {
  const others = providers.list.map(({ id }) => id).filter(id => id !== removed.provider)
  const { rows } = await transaction.query<{ found: boolean }>({
    text: `
      select password_hash is not null
             or exists (select from identities where account_id = $1 and provider = any ($2))
             or exists (select from passkeys where account_id = $1 and id is distinct from $3) as found
        from accounts where id = $1`,
    values: [accountId, others, removed.passkeyId ?? null],
  })
  return rows[0]?.found ?? false
}
