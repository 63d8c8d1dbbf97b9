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

const by = { actor: 'owner', ipAddress: visitor.ipAddress } as const

async function signInAs(accounts: TestAccounts, login: string): Promise<SignedIn> {
  const outcome = granted(await signIn(accounts, { login, password }, visitor))
  if ('challenge' in outcome) throw new Error('a code is asked for')
  return outcome
}

describe('sign-up', () => {
  it('creates an account without keys, signs it in and records an audit event', async () => {
    const accounts = await accountsForTest()
    const { accountId, session } = granted(await signUp(accounts, { name: ' Marmalade ', password }, visitor))
    expect(await findSession(accounts.database, accounts.secret, session)).toMatchObject({
      accountId,
      accountName: 'marmalade',
    })
    expect(await accounts.stores.sql('select * from api_keys')).toEqual([])
    expect(await listAuditEvents(accounts.database, accountId, 10)).toMatchObject([
      { actor: 'owner', action: 'signed up', subject: 'marmalade', ip_address: visitor.ipAddress },
    ])
  })
  it('reports invalid input', async () => {
    const accounts = await accountsForTest()
    await signUpAs(accounts, 'marmalade')
    const input = { name: 'quince', password }
    expect(await signUp(accounts, { ...input, name: 'marmalade' }, visitor)).toMatchObject({
      error: 'taken',
    })
    expect(await signUp(accounts, { ...input, name: 'a b' }, visitor)).toMatchObject({ error: 'invalid' })
    expect(await signUp(accounts, { ...input, password: 'short' }, visitor)).toMatchObject({
      error: 'invalid',
    })
    // No mail server is configured.
    expect(await signUp(accounts, { ...input, email: 'a@example.com' }, visitor)).toMatchObject({
      error: 'conflict',
    })
  })
  it('creates one account for 10 concurrent requests with the same name', async () => {
    const accounts = await accountsForTest()
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => signUp(accounts, { name: 'marmalade', password }, visitor)),
    )
    expect(outcomes.filter(outcome => !isAccountError(outcome))).toHaveLength(1)
    expect(await accounts.stores.sql('select name from accounts')).toEqual([{ name: 'marmalade' }])
  })
  it('is rate-limited to prevent enumeration of names', async () => {
    const accounts = await accountsForTest()
    await signUpAs(accounts, 'marmalade')
    let revealed = 0
    for (let attempt = 0; attempt < 70; attempt++) {
      const outcome = await signUp(accounts, { name: 'marmalade', password }, visitor)
      if (isAccountError(outcome) && outcome.error === 'taken') revealed++
    }
    expect(revealed).toBe(59)
  })
})

describe('sign-in', () => {
  it('accepts the name or a confirmed e-mail address and creates a new session each time', async () => {
    const accounts = await accountsForTest()
    const { accountId, session } = await signUpAs(accounts, 'marmalade')
    await accounts.stores.sql(`update accounts set email = 'Orange@example.com'`)
    const byEmail = { login: 'orange@Example.com', password }
    expect(await signIn(accounts, byEmail, visitor)).toMatchObject({ error: 'unauthorized' })
    await accounts.stores.sql('update accounts set email_confirmed_at = now()')
    const one = await signInAs(accounts, 'MARMALADE')
    const two = await signInAs(accounts, byEmail.login)
    expect([one.accountId, two.accountId]).toEqual([accountId, accountId])
    expect(new Set([session, one.session, two.session]).size).toBe(3)
  })

  it('responds identically and equally fast for an unknown name and a wrong password', async () => {
    const accounts = await accountsForTest()
    await signUpAs(accounts, 'marmalade')
    const attempts = { unknown: [] as number[], wrong: [] as number[] }
    const texts = new Set<string>()
    for (let round = 0; round < 45; round++) {
      const pair = [
        ['unknown', 'nobody-here'],
        ['wrong', 'marmalade'],
      ] as const
      // Alternating, so that neither is always first.
      for (const [kind, login] of round % 2 === 0 ? pair : pair.toReversed()) {
        await accounts.redis.flushdb()
        const start = performance.now()
        const outcome = await signIn(accounts, { login, password: 'not the password at all' }, visitor)
        // Ignore the warm-up.
        if (round >= 5) attempts[kind].push(performance.now() - start)
        texts.add(JSON.stringify(outcome))
      }
    }
    const [unknown, wrong] = [median(attempts.unknown), median(attempts.wrong)]
    console.log(
      `unknown name ${unknown.toFixed(2)} ms, wrong password ${wrong.toFixed(2)} ms (medians of 40)`,
    )
    expect(texts.size).toBe(1)
    // Nearly all of the time is the hash; on a busy machine everything is slower.
    const differences = attempts.unknown.map((ms, round) => ms - (attempts.wrong[round] ?? 0))
    expect(Math.abs(median(differences))).toBeLessThan(wrong / 4)
  })

  it('rejects the old password during a concurrent password change', async () => {
    const accounts = await accountsForTest()
    await signUpAs(accounts, 'marmalade')
    const outcome = await whileLocked(accounts, `update accounts set password_hash = 'another'`, 1, () =>
      signIn(accounts, { login: 'marmalade', password }, visitor),
    )
    expect(outcome).toMatchObject({ error: 'unauthorized' })
  })
})

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

describe('session', () => {
  it('is stored as a hash and expires after 14 idle days or 90 days in total', async () => {
    const accounts = await accountsForTest()
    const { session } = await signUpAs(accounts, 'marmalade')
    const find = () => findSession(accounts.database, accounts.secret, session)
    const rows = await accounts.stores.sql<{ token_hash: Buffer }>('select token_hash from sessions')
    expect(rows[0]?.token_hash).toHaveLength(32)
    expect(JSON.stringify(rows)).not.toContain(session)

    await accounts.stores.sql(`update sessions set last_seen_at = now() - interval '13 days 23 hours'`)
    expect(await find()).toBeDefined()
    // It was just used, so it stays valid.
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

  it('is not updated on every request', async () => {
    const accounts = await accountsForTest()
    const { session } = await signUpAs(accounts, 'marmalade')
    const seenAt = () => accounts.stores.sql('select last_seen_at from sessions')
    const before = await seenAt()
    await findSession(accounts.database, accounts.secret, session)
    expect(await seenAt()).toEqual(before)
  })

  it('can be deleted by its owner, alone or all others at once', async () => {
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
