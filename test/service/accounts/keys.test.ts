import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keySecret } from '../../../lab/service.ts'
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

const wanted = { name: 'ci', scope: 'read', expiresAt: null, capPerMinute: null } as const
const holderOf = (key: string) => findPrincipal(database, hashKey(key, keySecret))
const auditOf = async (accountId: number) =>
  (
    await stores.sql<{ line: string }>(
      `select actor || ': ' || action || coalesce(' ' || subject, '') as line
         from audit_log where account_id = $1 order by id`,
      [accountId],
    )
  ).map(({ line }) => line)

async function create(accountId: number, name = 'ci') {
  const created = await createNamedKey(database, keySecret, accountId, { ...wanted, name }, byTest)
  if ('refused' in created) throw new Error(created.refused)
  return created
}

describe('keys of an account', () => {
  it('are made, changed and revoked, each with its line in the audit', async () => {
    const account = await newAccount()
    const before = await auditOf(account)
    const { id, key } = await create(account)
    expect(await holderOf(key)).toEqual({
      keyId: id,
      accountId: account,
      plan: 'scale',
      kind: 'named',
      scope: 'read',
      capPerMinute: null,
    })
    const expiresAt = new Date(Date.now() + 86_400_000)
    const changes = { name: 'build', expiresAt, capPerMinute: 7 }
    expect(await updateKey(database, account, id, changes, byTest)).toMatchObject({ name: 'build' })
    expect(await findKey(database, account, id)).toMatchObject({
      name: 'build',
      expires_at: expiresAt,
      cap_per_minute: 7,
      last_four: key.slice(-4),
    })
    // What is not named stays; null takes away.
    await updateKey(database, account, id, { expiresAt: null }, byTest)
    expect(await findKey(database, account, id)).toMatchObject({
      name: 'build',
      expires_at: null,
      cap_per_minute: 7,
    })
    expect(await revokeKey(database, account, id, byTest)).toBe(true)
    expect(await holderOf(key)).toBeUndefined()
    expect((await listKeys(database, account)).map(({ kind }) => kind)).toEqual(['account'])
    expect(await revokeKey(database, account, id, byTest)).toBe(false)
    expect((await auditOf(account)).slice(before.length)).toEqual([
      'operator: key created ci',
      `operator: key changed ci, now called build, expires ${expiresAt.toISOString()}, cap 7 a minute`,
      'operator: key changed build, does not expire',
      'operator: key revoked build',
    ])
  })

  it('show no hash', async () => {
    const account = await newAccount()
    const { key, ...shown } = await create(account)
    expect(Object.keys(shown).filter(member => /hash/.test(member))).toEqual([])
    expect(JSON.stringify(await listKeys(database, account))).not.toContain(key.slice(-20))
  })

  it('of another account are not found', async () => {
    const [mine, other] = [await newAccount(), await newAccount()]
    const { id, key } = await create(other)
    expect(await findKey(database, mine, id)).toBeUndefined()
    expect(await updateKey(database, mine, id, { name: 'mine' }, byTest)).toEqual({ refused: 'not found' })
    expect(await rotateKey(database, keySecret, mine, id, 0, byTest)).toEqual({ refused: 'not found' })
    expect(await revokeKey(database, mine, id, byTest)).toBe(false)
    expect(await holderOf(key)).toBeDefined()
  })

  it('a name is used once, also when two ask at once, and is free again after', async () => {
    const account = await newAccount()
    const both = await Promise.all(
      [1, 2].map(() => createNamedKey(database, keySecret, account, wanted, byTest)),
    )
    expect(both.filter(outcome => 'refused' in outcome)).toEqual([{ refused: 'name in use' }])
    const second = await create(account, 'other')
    expect(await updateKey(database, account, second.id, { name: 'ci' }, byTest)).toEqual({
      refused: 'name in use',
    })
    expect(await updateKey(database, account, second.id, { name: 'account' }, byTest)).toEqual({
      refused: 'name in use',
    })
    const first = both.find(outcome => 'id' in outcome)
    if (first && 'id' in first) await revokeKey(database, account, first.id, byTest)
    expect(await updateKey(database, account, second.id, { name: 'ci' }, byTest)).toMatchObject({
      name: 'ci',
    })
  })

  it('are at most 50, also when 60 are asked for at once', async () => {
    const account = await newAccount()
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        createNamedKey(database, keySecret, account, { ...wanted, name: `k${n}` }, byTest),
      ),
    )
    expect(outcomes.filter(outcome => 'key' in outcome)).toHaveLength(50)
    expect(
      outcomes.filter(outcome => 'refused' in outcome && outcome.refused === 'too many keys'),
    ).toHaveLength(10)
  })

  it('rotation: the old secret lives on as long as it is told, and no longer', async () => {
    const account = await newAccount()
    const { id, key: first } = await create(account)
    const second = await rotateKey(database, keySecret, account, id, 1, byTest)
    if ('refused' in second) throw new Error(second.refused)
    expect([(await holderOf(first))?.keyId, (await holderOf(second.key))?.keyId]).toEqual([id, id])
    expect(second.previous_secret_expires_at).toBeInstanceOf(Date)
    await new Promise(resolve => setTimeout(resolve, 1_100))
    expect(await holderOf(first)).toBeUndefined()
    expect(await findKey(database, account, id)).toMatchObject({ previous_secret_expires_at: null })

    const third = await rotateKey(database, keySecret, account, id, 0, byTest)
    if ('refused' in third) throw new Error(third.refused)
    expect(third.previous_secret_expires_at).toBeNull()
    expect(await holderOf(second.key)).toBeUndefined()
    const fourth = await rotateKey(database, keySecret, account, id, 86_400, byTest)
    if ('refused' in fourth) throw new Error(fourth.refused)
    await revokeKey(database, account, id, byTest)
    for (const { key } of [third, fourth]) expect(await holderOf(key)).toBeUndefined()
  })

  it('the account key is replaced at once, made where there is none, and else left alone', async () => {
    const account = await newAccount()
    const [listed] = await listKeys(database, account)
    const id = listed?.id ?? 0
    expect(await updateKey(database, account, id, { name: 'x' }, byTest)).toEqual({ refused: 'account key' })
    expect(await rotateKey(database, keySecret, account, id, 60, byTest)).toEqual({ refused: 'account key' })
    const first = await rotateAccountKey(database, keySecret, account, byTest)
    const second = await rotateAccountKey(database, keySecret, account, byTest)
    expect([first?.id, second?.id]).toEqual([id, id])
    expect(await holderOf(first?.key ?? '')).toBeUndefined()
    expect(await holderOf(second?.key ?? '')).toMatchObject({ kind: 'account', scope: 'full' })
    await revokeKey(database, account, id, byTest)
    const third = await rotateAccountKey(database, keySecret, account, byTest)
    expect(await holderOf(third?.key ?? '')).toMatchObject({ keyId: third?.id, kind: 'account' })
    expect((await auditOf(account)).slice(-4)).toEqual([
      'operator: account key rotated',
      'operator: account key rotated',
      'operator: key revoked account',
      'operator: account key created',
    ])
    expect(await rotateAccountKey(database, keySecret, 999_999_999, byTest)).toBeUndefined()
  })

  it('a plan that ran out is Starter by itself', async () => {
    const account = await newAccount()
    const { key } = await create(account)
    const planWith = async (until: string) => {
      await stores.sql(`update accounts set plan_expires_at = now() + interval '${until}' where id = $1`, [
        account,
      ])
      return (await holderOf(key))?.plan
    }
    expect([await planWith('1 minute'), await planWith('-1 second')]).toEqual(['scale', 'starter'])
  })

  it('are looked up in two indexes, however many there are', async () => {
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

describe('a database that fails at any step', () => {
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
          return createNamedKey(on, keySecret, account, { ...wanted, name: 'new' }, byTest)
        if (what === 'change') return updateKey(on, account, id, { name: 'changed' }, byTest)
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

  /** The n-th statement of the transaction fails; the commit is one too. */
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
