import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isAccountError } from '../../../src/accounts/account-error.ts'
import { createAttemptLimiter, hourlyAttempts } from '../../../src/accounts/sign-in/attempt-limiter.ts'
import { signIn } from '../../../src/accounts/sign-in/sign-in.ts'
import { signUp } from '../../../src/accounts/sign-in/sign-up.ts'
import { newDeviceToken } from '../../../src/accounts/sign-in/trusted-device.ts'
import { connectRedis } from '../../../src/platform/rate-limit/redis.ts'
import { accountsForTest, granted, password, signUpAs, visitor } from '../../support/accounts.ts'

const wrong = { login: 'marmalade', password: 'not the password at all' }
const stranger = { ...visitor, ipAddress: '198.51.100.7' }

describe('wrong passwords', () => {
  it('have to wait from the fifth on, twice as long each time, at most a minute', async () => {
    const accounts = await accountsForTest()
    await signUpAs(accounts, 'marmalade')
    const waits: (number | undefined)[] = []
    for (let attempt = 0; attempt < 13; attempt++) {
      expect(await signIn(accounts, wrong, stranger)).toMatchObject({ error: 'unauthorized' })
      const error = attempt < 4 ? undefined : await signIn(accounts, wrong, stranger)
      waits.push(isAccountError(error) ? error.retryAfter : undefined)
      await accounts.skipDelays()
    }
    expect(waits).toEqual([undefined, undefined, undefined, undefined, 1, 2, 4, 8, 16, 32, 60, 60, 60])
  })

  it('end at 50 a day for strangers, while the browser that the account knows gets in', async () => {
    const accounts = await accountsForTest()
    const { deviceToken } = await signUpAs(accounts, 'marmalade')
    let checked = 0
    for (let attempt = 0; attempt < 60; attempt++) {
      // From many addresses, so that no window of an address is what refuses.
      const outcome = await signIn(accounts, wrong, { ...visitor, ipAddress: `198.51.100.${attempt}` })
      if (isAccountError(outcome) && outcome.error === 'unauthorized') checked++
      await accounts.skipDelays()
    }
    expect(checked).toBe(50)
    const right = { login: 'marmalade', password }
    const outcome = await signIn(accounts, right, stranger)
    expect(outcome).toMatchObject({ error: 'rate_limited' })
    expect(isAccountError(outcome) && outcome.retryAfter).toBeGreaterThan(86_000)
    granted(await signIn(accounts, right, { ...stranger, deviceToken }))
    // Known to another account is not known.
    const others = newDeviceToken(accounts.secret, 4711)
    expect(await signIn(accounts, right, { ...stranger, deviceToken: others })).toMatchObject({
      error: 'rate_limited',
    })
  })

  it('are counted before they are looked at: 30 at once are no more than 5', async () => {
    const accounts = await accountsForTest()
    await signUpAs(accounts, 'marmalade')
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => signIn(accounts, wrong, stranger)))
    const errors = outcomes.filter(isAccountError).map(({ error }) => error)
    expect(errors.filter(error => error === 'unauthorized')).toHaveLength(5)
    expect(errors.filter(error => error === 'rate_limited')).toHaveLength(25)
  })

  it('at an unknown name are counted just the same', async () => {
    const accounts = await accountsForTest()
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => signIn(accounts, wrong, stranger)))
    const errors = outcomes.filter(isAccountError).map(({ error }) => error)
    expect(errors.filter(error => error === 'unauthorized')).toHaveLength(5)
  })

  it('are forgotten after the right one', async () => {
    const accounts = await accountsForTest()
    await signUpAs(accounts, 'marmalade')
    for (let round = 0; round < 3; round++) {
      for (let attempt = 0; attempt < 4; attempt++) await signIn(accounts, wrong, stranger)
      granted(await signIn(accounts, { login: 'marmalade', password }, stranger))
    }
  })

  it('of one address at many names end too', async () => {
    const accounts = await accountsForTest()
    let checked = 0
    const window = [hourlyAttempts('sign-in', stranger.ipAddress, 300, 'refund')]
    for (let attempt = 0; attempt < 310; attempt++) {
      if ((await accounts.attemptLimiter.attempt(window)) === undefined) checked++
    }
    expect(checked).toBe(300)
    expect(await signIn(accounts, { login: 'somebody', password }, stranger)).toMatchObject({
      error: 'rate_limited',
    })
  })

  it('leave nothing in Redis that was typed', async () => {
    const accounts = await accountsForTest()
    await signIn(accounts, { login: 'my password by mistake', password }, stranger)
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
  it('nobody signs in or up', async () => {
    const accounts = await accountsForTest({ redisUrl: 'redis://127.0.0.1:1' })
    expect(await signIn(accounts, wrong, visitor)).toMatchObject({ error: 'unavailable', retryAfter: 5 })
    const wanted = { name: 'marmalade', password }
    expect(await signUp(accounts, wanted, visitor)).toMatchObject({ error: 'unavailable' })
  })

  it('that hangs nobody waits longer than the time allowed', async () => {
    const { child, socket } = startRedis()
    const redis = connectRedis(socket)
    redis.on('error', () => undefined)
    onTestFinished(() => redis.disconnect())
    await new Promise(resolve => redis.once('ready', resolve))
    const attemptLimiter = createAttemptLimiter(redis, 80)
    const subjects = [hourlyAttempts('anything', 'anybody', 10)]
    expect(await attemptLimiter.attempt(subjects)).toBeUndefined()
    child.kill('SIGSTOP')
    const start = performance.now()
    expect(await attemptLimiter.attempt(subjects)).toMatchObject({ error: 'unavailable' })
    expect(performance.now() - start).toBeLessThan(500)
  })
})
