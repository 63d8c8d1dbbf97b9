import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isAccountError } from '../../../src/accounts/account-error.ts'
import { checkMailLimit } from '../../../src/accounts/email/email-address.ts'
import {
  accountAttemptKeys,
  createAttemptLimiter,
  hourlyAttempts,
  hourlyAttemptsByAddress,
} from '../../../src/accounts/sign-in/attempt-limiter.ts'
import { signIn } from '../../../src/accounts/sign-in/sign-in.ts'
import { signUp } from '../../../src/accounts/sign-in/sign-up.ts'
import { newDeviceToken } from '../../../src/accounts/sign-in/trusted-device.ts'
import { connectRedis } from '../../../src/platform/rate-limit/redis.ts'
import { accountsForTest, granted, password, signUpAs, visitor } from '../../support/accounts.ts'

const wrong = { login: 'marmalade', password: 'not the password at all' }
const otherClient = { ...visitor, ipAddress: '198.51.100.7' }

describe('attempt limiter', () => {
  it('delays attempts from the fifth failure on, doubling up to a minute', async () => {
    const accounts = await accountsForTest()
    await signUpAs(accounts, 'marmalade')
    const waits: (number | undefined)[] = []
    for (let attempt = 0; attempt < 13; attempt++) {
      expect(await signIn(accounts, wrong, otherClient)).toMatchObject({ error: 'unauthorized' })
      const error = attempt < 4 ? undefined : await signIn(accounts, wrong, otherClient)
      waits.push(isAccountError(error) ? error.retryAfter : undefined)
      await accounts.skipDelays()
    }
    expect(waits).toEqual([undefined, undefined, undefined, undefined, 1, 2, 4, 8, 16, 32, 60, 60, 60])
  })

  it('blocks unknown devices after 50 failures per day, but not a trusted device', async () => {
    const accounts = await accountsForTest()
    const { deviceToken } = await signUpAs(accounts, 'marmalade')
    let checked = 0
    for (let attempt = 0; attempt < 60; attempt++) {
      // From many IP addresses, so that the limit per address does not apply.
      const outcome = await signIn(accounts, wrong, { ...visitor, ipAddress: `198.51.100.${attempt}` })
      if (isAccountError(outcome) && outcome.error === 'unauthorized') checked++
      await accounts.skipDelays()
    }
    expect(checked).toBe(50)
    const right = { login: 'marmalade', password }
    const outcome = await signIn(accounts, right, otherClient)
    expect(outcome).toMatchObject({ error: 'rate_limited' })
    expect(isAccountError(outcome) && outcome.retryAfter).toBeGreaterThan(86_000)
    granted(await signIn(accounts, right, { ...otherClient, deviceToken }))
    // A device token of another account is not trusted.
    const others = newDeviceToken(accounts.secret, { accountId: 4711, generation: 0 })
    expect(await signIn(accounts, right, { ...otherClient, deviceToken: others })).toMatchObject({
      error: 'rate_limited',
    })
  })

  it('counts attempts before checking them: of 30 concurrent attempts only 5 are checked', async () => {
    const accounts = await accountsForTest()
    await signUpAs(accounts, 'marmalade')
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => signIn(accounts, wrong, otherClient)))
    const errors = outcomes.filter(isAccountError).map(({ error }) => error)
    expect(errors.filter(error => error === 'unauthorized')).toHaveLength(5)
    expect(errors.filter(error => error === 'rate_limited')).toHaveLength(25)
  })

  it('does not reveal that a name and an e-mail address belong to the same account', async () => {
    const accounts = await accountsForTest()
    const { accountId, deviceToken } = await signUpAs(accounts, 'marmalade')
    await accounts.stores.sql(
      `update accounts set email = 'orange@example.com', email_confirmed_at = now() where id = $1`,
      [accountId],
    )
    const logins = ['marmalade', 'orange@example.com', 'nobody', 'nobody@example.com']
    const attempt = async (login: string, typed: string, n: number) => {
      const outcome = await signIn(
        accounts,
        { login, password: typed },
        { ...visitor, ipAddress: `198.51.100.${n}` },
      )
      return isAccountError(outcome) ? outcome.error : 'signed in'
    }
    // A name that is locked does not lock another one.
    for (let n = 0; n < 5; n++) await attempt('marmalade', wrong.password, n)
    expect(await Promise.all(logins.map(login => attempt(login, wrong.password, 9)))).toEqual([
      'rate_limited',
      'unauthorized',
      'unauthorized',
      'unauthorized',
    ])

    // Both names together have 50 attempts. Then even the right password is answered like a wrong one.
    await accounts.skipDelays()
    const total = accountAttemptKeys(accounts.secret, { login: '', accountId })
    for (let n = 6; n < 49; n++) expect(await accounts.attemptLimiter.attempt(total)).toBeUndefined()
    expect(await attempt('marmalade', wrong.password, 10)).toBe('unauthorized')
    await accounts.skipDelays()
    for (const login of logins.slice(0, 2)) expect(await attempt(login, password, 11)).toBe('unauthorized')
    const right = { login: 'orange@example.com', password }
    granted(await signIn(accounts, right, { ...otherClient, deviceToken }))
  })

  it('counts attempts on unknown names in the same way', async () => {
    const accounts = await accountsForTest()
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => signIn(accounts, wrong, otherClient)))
    const errors = outcomes.filter(isAccountError).map(({ error }) => error)
    expect(errors.filter(error => error === 'unauthorized')).toHaveLength(5)
  })

  it('resets the counter after a successful sign-in', async () => {
    const accounts = await accountsForTest()
    await signUpAs(accounts, 'marmalade')
    for (let round = 0; round < 3; round++) {
      for (let attempt = 0; attempt < 4; attempt++) await signIn(accounts, wrong, otherClient)
      granted(await signIn(accounts, { login: 'marmalade', password }, otherClient))
    }
  })

  it('limits attempts per IP address across account names', async () => {
    const accounts = await accountsForTest()
    let checked = 0
    const window = [hourlyAttempts('sign-in', otherClient.ipAddress, 300, 'refund')]
    for (let attempt = 0; attempt < 310; attempt++) {
      if ((await accounts.attemptLimiter.attempt(window)) === undefined) checked++
    }
    expect(checked).toBe(300)
    expect(await signIn(accounts, { login: 'somebody', password }, otherClient)).toMatchObject({
      error: 'rate_limited',
    })
  })

  it('limits the IPv6 networks around an address: a /56 has four times its attempts, a /48 16 times', async () => {
    const accounts = await accountsForTest()
    const checked = async (networks: string[]) => {
      const outcomes = await Promise.all(
        networks.flatMap(ipAddress =>
          Array.from({ length: 5 }, () =>
            accounts.attemptLimiter.attempt(hourlyAttemptsByAddress('anything', { ipAddress }, 4)),
          ),
        ),
      )
      return outcomes.filter(outcome => outcome === undefined).length
    }
    const hex = (n: number) => n.toString(16)
    expect(await checked(Array.from({ length: 10 }, (_, n) => `2001:db8:1:5${hex(n)}::/64`))).toBe(16)
    expect(await checked(Array.from({ length: 40 }, (_, n) => `2001:db8:2:${hex(n << 8)}::/64`))).toBe(64)
  })

  it('limits mails requested from an IPv6 /56', async () => {
    const accounts = await accountsForTest()
    const errors: (string | undefined)[] = []
    for (let n = 0; n < 130; n++) {
      const client = { ...visitor, ipAddress: `2001:db8:1:5${n.toString(16).padStart(2, '0')}::/64` }
      errors.push((await checkMailLimit(accounts, 'reset', `peel${n}@example.com`, client))?.error)
    }
    expect(errors).toEqual([...Array(120).fill(undefined), ...Array(10).fill('rate_limited')])
  })

  it('stores no user input in Redis', async () => {
    const accounts = await accountsForTest()
    await signIn(accounts, { login: 'my password by mistake', password }, otherClient)
    const keys = await accounts.redis.keys('*')
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.join()).not.toContain('mistake')
  })
})

function startRedis(): { child: ChildProcess; socket: string } {
  const socket = join(mkdtempSync(join(tmpdir(), 'larder-redis-')), 'socket')
  const child = spawn('redis-server', ['--port', '0', '--unixsocket', socket, '--save', ''], {
    stdio: 'ignore',
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return { child, socket }
}

describe('without Redis', () => {
  it('rejects sign-in and sign-up', async () => {
    const accounts = await accountsForTest({ redisUrl: 'redis://127.0.0.1:1' })
    expect(await signIn(accounts, wrong, visitor)).toMatchObject({ error: 'unavailable', retryAfter: 5 })
    const input = { name: 'marmalade', password }
    expect(await signUp(accounts, input, visitor)).toMatchObject({ error: 'unavailable' })
  })

  it('times out when Redis hangs', async () => {
    const { child, socket } = startRedis()
    const redis = connectRedis(socket)
    redis.on('error', () => undefined)
    onTestFinished(() => redis.disconnect())
    await new Promise(resolve => redis.once('ready', resolve))
    const attemptLimiter = createAttemptLimiter(redis, 80)
    const keys = [hourlyAttempts('anything', 'anybody', 10)]
    expect(await attemptLimiter.attempt(keys)).toBeUndefined()
    child.kill('SIGSTOP')
    const start = performance.now()
    expect(await attemptLimiter.attempt(keys)).toMatchObject({ error: 'unavailable' })
    expect(performance.now() - start).toBeLessThan(500)
  })
})
