import { describe, expect, it } from 'vitest'
import { isAccountError } from '../../../src/accounts/account-error.ts'
import { listAuditEvents } from '../../../src/accounts/audit-log.ts'
import {
  createSession,
  deleteOtherSessions,
  deleteSession,
  findSession,
} from '../../../src/accounts/sign-in/sessions.ts'
import { type SignedIn, signIn } from '../../../src/accounts/sign-in/sign-in.ts'
import { signUp } from '../../../src/accounts/sign-in/sign-up.ts'
import {
  accountsForTest,
  granted,
  password,
  signUpAs,
  type TestAccounts,
  visitor,
  whileLocked,
} from '../../support/accounts.ts'

const by = { actor: 'owner', address: visitor.address } as const

async function signInAs(accounts: TestAccounts, login: string): Promise<SignedIn> {
  const outcome = granted(await signIn(accounts, { login, password }, visitor))
  if ('challenge' in outcome) throw new Error('a code is asked for')
  return outcome
}

describe('signing up', () => {
  it('makes an account without a key, signed in, and leaves a trace', async () => {
    const accounts = await accountsForTest()
    const { accountId, session } = granted(await signUp(accounts, { name: ' Marmalade ', password }, visitor))
    expect(await findSession(accounts.database, accounts.secret, session)).toMatchObject({
      accountId,
      accountName: 'marmalade',
    })
    expect(await accounts.stores.sql('select * from api_keys')).toEqual([])
    expect(await listAuditEvents(accounts.database, accountId, 10)).toMatchObject([
      { actor: 'owner', action: 'signed up', subject: 'marmalade', ip_address: visitor.address },
    ])
  })
  it('says what is wrong', async () => {
    const accounts = await accountsForTest()
    await signUpAs(accounts, 'marmalade')
    const wanted = { name: 'quince', password }
    expect(await signUp(accounts, { ...wanted, name: 'marmalade' }, visitor)).toMatchObject({
      refused: 'taken',
    })
    expect(await signUp(accounts, { ...wanted, name: 'a b' }, visitor)).toMatchObject({ refused: 'invalid' })
    expect(await signUp(accounts, { ...wanted, password: 'short' }, visitor)).toMatchObject({
      refused: 'invalid',
    })
    // No mail server is set.
    expect(await signUp(accounts, { ...wanted, email: 'a@example.com' }, visitor)).toMatchObject({
      refused: 'not now',
    })
  })
  it('of one name by 10 at once makes one account', async () => {
    const accounts = await accountsForTest()
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => signUp(accounts, { name: 'marmalade', password }, visitor)),
    )
    expect(outcomes.filter(outcome => !isAccountError(outcome))).toHaveLength(1)
    expect(await accounts.stores.sql('select name from accounts')).toEqual([{ name: 'marmalade' }])
  })
  it('cannot be used to try names without end', async () => {
    const accounts = await accountsForTest()
    await signUpAs(accounts, 'marmalade')
    let told = 0
    for (let attempt = 0; attempt < 70; attempt++) {
      const outcome = await signUp(accounts, { name: 'marmalade', password }, visitor)
      if (isAccountError(outcome) && outcome.refused === 'taken') told++
    }
    expect(told).toBe(59)
  })
})

describe('signing in', () => {
  it('works by name and by confirmed e-mail, with a new session each time', async () => {
    const accounts = await accountsForTest()
    const { accountId, session } = await signUpAs(accounts, 'marmalade')
    await accounts.stores.sql(`update accounts set email = 'Orange@example.com'`)
    const byEmail = { login: 'orange@Example.com', password }
    expect(await signIn(accounts, byEmail, visitor)).toMatchObject({ refused: 'wrong' })
    await accounts.stores.sql('update accounts set email_confirmed_at = now()')
    const one = await signInAs(accounts, 'MARMALADE')
    const two = await signInAs(accounts, byEmail.login)
    expect([one.accountId, two.accountId]).toEqual([accountId, accountId])
    expect(new Set([session, one.session, two.session]).size).toBe(3)
  })

  it('takes as long and says the same for an unknown name as for a wrong password', async () => {
    const accounts = await accountsForTest()
    await signUpAs(accounts, 'marmalade')
    const attempts = { unknown: [] as number[], wrong: [] as number[] }
    const texts = new Set<string>()
    for (let round = 0; round < 45; round++) {
      const pair = [
        ['unknown', 'nobody-here'],
        ['wrong', 'marmalade'],
      ] as const
      // In turns, so that neither is always the first.
      for (const [kind, login] of round % 2 === 0 ? pair : pair.toReversed()) {
        await accounts.redis.flushdb()
        const start = performance.now()
        const outcome = await signIn(accounts, { login, password: 'not the password at all' }, visitor)
        // The first ones warm things up.
        if (round >= 5) attempts[kind].push(performance.now() - start)
        texts.add(JSON.stringify(outcome))
      }
    }
    const [unknown, wrong] = [median(attempts.unknown), median(attempts.wrong)]
    console.log(
      `unknown name ${unknown.toFixed(2)} ms, wrong password ${wrong.toFixed(2)} ms (medians of 40)`,
    )
    expect(texts.size).toBe(1)
    // Nearly all of it is the hash; on a busy machine everything takes longer.
    const differences = attempts.unknown.map((ms, round) => ms - (attempts.wrong[round] ?? 0))
    expect(Math.abs(median(differences))).toBeLessThan(wrong / 4)
  })

  it('by the old password is refused when it is changed in the same moment', async () => {
    const accounts = await accountsForTest()
    await signUpAs(accounts, 'marmalade')
    const outcome = await whileLocked(accounts, `update accounts set password_hash = 'another'`, 1, () =>
      signIn(accounts, { login: 'marmalade', password }, visitor),
    )
    expect(outcome).toMatchObject({ refused: 'wrong' })
  })
})

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

describe('a session', () => {
  it('is stored as a hash, and ends after 14 days unused or 90 days in all', async () => {
    const accounts = await accountsForTest()
    const { session } = await signUpAs(accounts, 'marmalade')
    const find = () => findSession(accounts.database, accounts.secret, session)
    const rows = await accounts.stores.sql<{ token_hash: Buffer }>('select token_hash from sessions')
    expect(rows[0]?.token_hash).toHaveLength(32)
    expect(JSON.stringify(rows)).not.toContain(session)

    await accounts.stores.sql(`update sessions set last_seen_at = now() - interval '13 days 23 hours'`)
    expect(await find()).toBeDefined()
    // It was seen now, so it lives on.
    const [seen] = await accounts.stores.sql<{ fresh: boolean }>(
      `select last_seen_at > now() - interval '1 minute' as fresh from sessions`,
    )
    expect(seen?.fresh).toBe(true)
    await accounts.stores.sql(`update sessions set last_seen_at = now() - interval '14 days 1 minute'`)
    expect(await find()).toBeUndefined()
    await accounts.stores.sql(
      `update sessions set last_seen_at = now(), expires_at = created_at + interval '90 days'`,
    )
    expect(await find()).toBeDefined()
    await accounts.stores.sql(`update sessions set expires_at = now() - interval '1 second'`)
    expect(await find()).toBeUndefined()
    expect(await findSession(accounts.database, accounts.secret, 'made up')).toBeUndefined()
  })

  it('is not written at every request', async () => {
    const accounts = await accountsForTest()
    const { session } = await signUpAs(accounts, 'marmalade')
    const seenAt = () => accounts.stores.sql('select last_seen_at from sessions')
    const before = await seenAt()
    await findSession(accounts.database, accounts.secret, session)
    expect(await seenAt()).toEqual(before)
  })

  it('can be ended alone, or all others, by its owner only', async () => {
    const accounts = await accountsForTest()
    const { accountId, session } = await signUpAs(accounts, 'marmalade')
    const { accountId: otherId, session: others } = await signUpAs(accounts, 'quince')
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map(() => createSession(accounts.database, accounts.secret, accountId, visitor)),
    )
    const find = (token = '') => findSession(accounts.database, accounts.secret, token)
    const own = await find(session)
    const first = await find(one)
    if (!own || !first) throw new Error('no session')
    expect(await deleteSession(accounts.database, otherId, first.id, by)).toBe(false)
    expect(await deleteSession(accounts.database, accountId, first.id, by)).toBe(true)
    expect(await find(one)).toBeUndefined()
    expect(await deleteOtherSessions(accounts.database, accountId, own.id, by)).toBe(2)
    expect([await find(two), await find(three)]).toEqual([undefined, undefined])
    expect(await find(session)).toEqual(own)
    expect(await find(others)).toMatchObject({ accountId: otherId })
  })
})
