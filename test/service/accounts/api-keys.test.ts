import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyContext, keySecret } from '../../../lab/service.ts'
import { findAccountId } from '../../../src/accounts/accounts.ts'
import {
  createNamedKey,
  revokeKey,
  rotateAccountKey,
  rotateKey,
  updateKey,
} from '../../../src/accounts/api-keys/api-keys.ts'
import { hashKey } from '../../../src/accounts/api-keys/key-format.ts'
import { findPrincipal } from '../../../src/accounts/api-keys/principal.ts'
import { findKey, listKeys } from '../../../src/accounts/api-keys/queries.ts'
import type { Database, DatabasePool } from '../../../src/platform/database/pool.ts'
import { createStores, type TestStores } from '../../support/database.ts'
import { accountKey, byTest, openTestPool } from '../../support/keys.ts'

let stores: TestStores
let database: DatabasePool
beforeAll(async () => {
  stores = await createStores()
  database = openTestPool(stores, 8)
})
afterAll(async () => {
  await database.close()
  await stores.drop()
})

let accounts = 0
async function newAccount(): Promise<number> {
  const name = `keys-${++accounts}`
  await accountKey(stores, name, 'scale')
  return (await findAccountId(database, name)) ?? 0
}

const input = { name: 'ci', scope: 'read', expiresAt: null, capPerMinute: null } as const
const principalOf = async (key: string) => (await findPrincipal(database, hashKey(key, keySecret)))?.principal
const auditOf = async (accountId: number) =>
  (
    await stores.sql<{ line: string }>(
      `select actor || ': ' || action || coalesce(' ' || subject, '') as line
         from audit_log where account_id = $1 order by id`,
      [accountId],
    )
  ).map(({ line }) => line)

async function create(accountId: number, name = 'ci') {
  const created = await createNamedKey(keyContext(database), accountId, { ...input, name }, byTest)
  if ('error' in created) throw new Error(created.error)
  return created
}

describe('API keys', () => {
  it('are created, updated and revoked, each with an audit event', async () => {
    const account = await newAccount()
    const before = await auditOf(account)
    const { id, key } = await create(account)
    expect(await principalOf(key)).toEqual({
      keyId: id,
      accountId: account,
      plan: 'scale',
      kind: 'named',
      scope: 'read',
      capPerMinute: null,
    })
    const expiresAt = new Date(Date.now() + 86_400_000)
    const changes = { name: 'build', expiresAt, capPerMinute: 7 }
    expect(await updateKey(keyContext(database), account, id, changes, byTest)).toMatchObject({
      name: 'build',
    })
    expect(await findKey(database, account, id)).toMatchObject({
      name: 'build',
      expires_at: expiresAt,
      cap_per_minute: 7,
      last_four: key.slice(-4),
    })
    // Omitted fields keep their value; null removes it.
    await updateKey(keyContext(database), account, id, { expiresAt: null }, byTest)
    expect(await findKey(database, account, id)).toMatchObject({
      name: 'build',
      expires_at: null,
      cap_per_minute: 7,
    })
    expect(await revokeKey(database, account, id, byTest)).toBe(true)
    expect(await principalOf(key)).toBeUndefined()
    expect((await listKeys(database, account)).map(({ kind }) => kind)).toEqual(['account'])
    expect(await revokeKey(database, account, id, byTest)).toBe(false)
    expect((await auditOf(account)).slice(before.length)).toEqual([
      'operator: key created ci',
      `operator: key changed ci, renamed to build, expires ${expiresAt.toISOString()}, rate limit 7 per minute`,
      'operator: key changed build, does not expire',
      'operator: key revoked build',
    ])
  })

  it('are listed without hashes', async () => {
    const account = await newAccount()
    const { key, ...shown } = await create(account)
    expect(Object.keys(shown).filter(field => /hash/.test(field))).toEqual([])
    expect(JSON.stringify(await listKeys(database, account))).not.toContain(key.slice(-20))
  })

  it('are not found in another account', async () => {
    const [mine, other] = [await newAccount(), await newAccount()]
    const { id, key } = await create(other)
    expect(await findKey(database, mine, id)).toBeUndefined()
    expect(await updateKey(keyContext(database), mine, id, { name: 'mine' }, byTest)).toEqual({
      error: 'not_found',
    })
    expect(await rotateKey(database, keySecret, mine, id, 0, byTest)).toEqual({ error: 'not_found' })
    expect(await revokeKey(database, mine, id, byTest)).toBe(false)
    expect(await principalOf(key)).toBeDefined()
  })

  it('have unique names, even for concurrent requests, until they are revoked', async () => {
    const account = await newAccount()
    const both = await Promise.all(
      [1, 2].map(() => createNamedKey(keyContext(database), account, input, byTest)),
    )
    expect(both.filter(outcome => 'error' in outcome)).toEqual([{ error: 'name_taken' }])
    const second = await create(account, 'other')
    expect(await updateKey(keyContext(database), account, second.id, { name: 'ci' }, byTest)).toEqual({
      error: 'name_taken',
    })
    expect(await updateKey(keyContext(database), account, second.id, { name: 'account' }, byTest)).toEqual({
      error: 'name_taken',
    })
    const first = both.find(outcome => 'id' in outcome)
    if (first && 'id' in first) await revokeKey(database, account, first.id, byTest)
    expect(await updateKey(keyContext(database), account, second.id, { name: 'ci' }, byTest)).toMatchObject({
      name: 'ci',
    })
  })

  it('are limited to 50, even for 60 concurrent requests', async () => {
    const account = await newAccount()
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        createNamedKey(keyContext(database), account, { ...input, name: `k${n}` }, byTest),
      ),
    )
    expect(outcomes.filter(outcome => 'key' in outcome)).toHaveLength(50)
    expect(outcomes.filter(outcome => 'error' in outcome && outcome.error === 'too_many_keys')).toHaveLength(
      10,
    )
  })

  it('have caps up to the limit of the plan, also while the plan changes', async () => {
    const account = await newAccount()
    const { id } = await create(account)
    const context = keyContext(database)
    const capped = { ...input, name: 'capped', capPerMinute: 3_000 }
    const change = { capPerMinute: 3_000 }
    const both = await database.transaction(async transaction => {
      await transaction.query({ text: "update accounts set plan = 'pro' where id = $1", values: [account] })
      const outcomes = [
        createNamedKey(context, account, capped, byTest),
        updateKey(context, account, id, change, byTest),
      ]
      const waiting = () =>
        stores.sql(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      await expect.poll(waiting).toHaveLength(2)
      return () => Promise.all(outcomes)
    })
    const rejected = { error: 'cap_above_plan', plan: 'pro', planLimit: 500 }
    expect(await both()).toEqual([rejected, rejected])

    const atLimit = { ...capped, capPerMinute: 500 }
    expect(await createNamedKey(context, account, atLimit, byTest)).toMatchObject({ cap_per_minute: 500 })
    await stores.sql('update accounts set plan_expires_at = now() where id = $1', [account])
    expect(await updateKey(context, account, id, { capPerMinute: 31 }, byTest)).toEqual({
      error: 'cap_above_plan',
      plan: 'starter',
      planLimit: 30,
    })
    expect(await updateKey(context, account, id, { name: 'renamed' }, byTest)).toMatchObject({
      name: 'renamed',
    })
  })

  it('keep the old secret valid for the grace period after a rotation', async () => {
    const account = await newAccount()
    const { id, key: first } = await create(account)
    const second = await rotateKey(database, keySecret, account, id, 1, byTest)
    if ('error' in second) throw new Error(second.error)
    expect([(await principalOf(first))?.keyId, (await principalOf(second.key))?.keyId]).toEqual([id, id])
    expect(second.previous_secret_expires_at).toBeInstanceOf(Date)
    await new Promise(resolve => setTimeout(resolve, 1_100))
    expect(await principalOf(first)).toBeUndefined()
    expect(await findKey(database, account, id)).toMatchObject({ previous_secret_expires_at: null })

    const third = await rotateKey(database, keySecret, account, id, 0, byTest)
    if ('error' in third) throw new Error(third.error)
    expect(third.previous_secret_expires_at).toBeNull()
    expect(await principalOf(second.key)).toBeUndefined()
    const fourth = await rotateKey(database, keySecret, account, id, 86_400, byTest)
    if ('error' in fourth) throw new Error(fourth.error)
    await revokeKey(database, account, id, byTest)
    for (const { key } of [third, fourth]) expect(await principalOf(key)).toBeUndefined()
  })

  it('replace or create the account key and leave other keys alone', async () => {
    const account = await newAccount()
    const [listed] = await listKeys(database, account)
    const id = listed?.id ?? 0
    expect(await updateKey(keyContext(database), account, id, { name: 'x' }, byTest)).toEqual({
      error: 'account_key',
    })
    expect(await rotateKey(database, keySecret, account, id, 60, byTest)).toEqual({ error: 'account_key' })
    const first = await rotateAccountKey(database, keySecret, account, byTest)
    const second = await rotateAccountKey(database, keySecret, account, byTest)
    expect([first?.id, second?.id]).toEqual([id, id])
    expect(await principalOf(first?.key ?? '')).toBeUndefined()
    expect(await principalOf(second?.key ?? '')).toMatchObject({ kind: 'account', scope: 'full' })
    await revokeKey(database, account, id, byTest)
    const third = await rotateAccountKey(database, keySecret, account, byTest)
    expect(await principalOf(third?.key ?? '')).toMatchObject({ keyId: third?.id, kind: 'account' })
    expect((await auditOf(account)).slice(-4)).toEqual([
      'operator: account key rotated',
      'operator: account key rotated',
      'operator: key revoked account',
      'operator: account key created',
    ])
    expect(await rotateAccountKey(database, keySecret, 999_999_999, byTest)).toBeUndefined()
  })

  it('use Starter once the plan has expired', async () => {
    const account = await newAccount()
    const { key } = await create(account)
    const planWith = async (until: string) => {
      await stores.sql(`update accounts set plan_expires_at = now() + interval '${until}' where id = $1`, [
        account,
      ])
      return (await principalOf(key))?.plan
    }
    expect([await planWith('1 minute'), await planWith('-1 second')]).toEqual(['scale', 'starter'])
  })

  it('are looked up in two indexes', async () => {
    const account = await newAccount()
    await stores.sql(
      `insert into api_keys (account_id, kind, name, scope, secret_hash, prefix, last_four, previous_secret_hash, previous_expires_at)
         select $1, 'named', 'many ' || n, 'read', sha256(n::text::bytea), 'larder_read', '0000',
                case when n % 10 = 0 then sha256(('old ' || n)::bytea) end, now() + interval '1 day'
           from generate_series(1, 20000) as n`,
      [account],
    )
    await stores.sql('analyze api_keys')
    let text = ''
    const explaining: Database = {
      query: async statement => {
        text = statement.text
        return database.query(statement)
      },
    }
    await findPrincipal(explaining, Buffer.alloc(32))
    const plan = await database.transaction(async inside => {
      await inside.query({ text: `prepare find (bytea) as ${text}` })
      await inside.query({ text: 'set local plan_cache_mode = force_generic_plan' })
      const { rows } = await inside.query<{ 'QUERY PLAN': string }>({
        text: "explain execute find ('\\x00')",
      })
      return rows.map(row => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('api_keys_secret_hash_key')
    expect(plan).toContain('api_keys_previous_secret')
    expect(plan).not.toMatch(/Seq Scan on api_keys/)
  })
})

describe('database failure at any step', () => {
  it.each(['create', 'change', 'rotate', 'rotate the account key', 'revoke'])(
    '%s: all or nothing',
    async what => {
      const account = await newAccount()
      const { id } = await create(account)
      const stateOf = () =>
        stores.sql(
          `select (select json_agg(api_keys order by id) from api_keys where account_id = $1) as keys,
                (select count(*) from audit_log where account_id = $1) as audit`,
          [account],
        )
      const doIt = (on: DatabasePool) => {
        if (what === 'create')
          return createNamedKey(keyContext(on), account, { ...input, name: 'new' }, byTest)
        if (what === 'change') return updateKey(keyContext(on), account, id, { name: 'changed' }, byTest)
        if (what === 'rotate') return rotateKey(on, keySecret, account, id, 60, byTest)
        if (what === 'revoke') return revokeKey(on, account, id, byTest)
        return rotateAccountKey(on, keySecret, account, byTest)
      }
      const before = await stateOf()
      let steps = 0
      for (;;) {
        const failing = failingAt(++steps)
        const outcome = await doIt(failing.database).catch(() => 'failed')
        if (!failing.happened()) break
        expect(outcome).toBe('failed')
        expect(await stateOf()).toEqual(before)
      }
      expect(steps).toBeGreaterThan(2)
      expect(await stateOf()).not.toEqual(before)
    },
  )

  /** Makes the n-th statement of the transaction fail, including the commit. */
  function failingAt(step: number): { database: DatabasePool; happened: () => boolean } {
    let happened = false
    return {
      happened: () => happened,
      database: {
        ...database,
        transaction: work =>
          database.transaction(async inside => {
            let statements = 0
            const next = () => {
              if (++statements < step) return
              happened = true
              throw new Error('the server is gone')
            }
            const result = await work({
              query: async statement => {
                next()
                return inside.query(statement)
              },
            })
            next()
            return result
          }),
      },
    }
  }
})
