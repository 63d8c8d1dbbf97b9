// Redis holds only counters: without it sign-in is disabled, and losing it loses only the counters.
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { visitWebsite } from '../../../lab/clients/web-visitor.ts'
import { findFreePort } from '../../../lab/servers/free-port.ts'
import { keyContext, startService } from '../../../lab/service.ts'
import { isAccountError } from '../../../src/accounts/account-error.ts'
import { changePlan } from '../../../src/accounts/accounts.ts'
import { createNamedKey, rotateAccountKey } from '../../../src/accounts/api-keys/api-keys.ts'
import { requireReauthentication } from '../../../src/accounts/sign-in/reauthentication.ts'
import { findSession } from '../../../src/accounts/sign-in/sessions.ts'
import { completeMfaChallenge, signIn } from '../../../src/accounts/sign-in/sign-in.ts'
import { signUp } from '../../../src/accounts/sign-in/sign-up.ts'
import { readState } from '../../support/account-state.ts'
import {
  accountsForTest,
  granted,
  password,
  signUpAs,
  switchOnSecondFactor,
  type TestAccounts,
  visitor,
} from '../../support/accounts.ts'
import type { Contents } from '../../support/database.ts'
import { byTest } from '../../support/keys.ts'
import { ownRedis } from '../../support/own-servers.ts'

const right = { login: 'marmalade', password }
const wrong = { login: 'marmalade', password: 'not the password at all' }
const otherClient = { ...visitor, ipAddress: '198.51.100.7' }

async function onOwnRedis(contents: Contents = 'empty') {
  const server = await ownRedis()
  const accounts = await accountsForTest({ redisUrl: server.url, contents })
  const ready = async () => {
    while (accounts.redis.status !== 'ready') await wait(10)
  }
  await ready()
  return { server, accounts, ready }
}

async function challengeFor(accounts: TestAccounts): Promise<string> {
  const outcome = granted(await signIn(accounts, right, visitor))
  if (!('challenge' in outcome)) throw new Error('no code is asked for')
  return outcome.challenge
}

/** How many of these concurrent wrong attempts are checked. */
async function countCheckedAttempts(accounts: TestAccounts, attempts: number): Promise<number> {
  const outcomes = await Promise.all(
    Array.from({ length: attempts }, () => signIn(accounts, wrong, otherClient)),
  )
  return outcomes.filter(outcome => isAccountError(outcome) && outcome.error === 'unauthorized').length
}

/** Requests with a key update the time of its last use. */
async function stateWithoutUse(databaseUrl: string): ReturnType<typeof readState> {
  const state = await readState(databaseUrl)
  for (const key of state.get('api_keys') ?? []) delete key['last_used_at']
  return state
}

describe('Redis', () => {
  it('down: sign-in is disabled and reads continue; back and empty: everything works', async () => {
    const { server, accounts, ready } = await onOwnRedis('fixture-foods')
    const { database, secret, stores } = accounts
    const { accountId, session } = await signUpAs(accounts, 'marmalade')
    const factor = await switchOnSecondFactor(accounts, accountId)
    await changePlan(database, 'marmalade', 'pro', byTest)
    const input = { name: 'shop', scope: 'read', expiresAt: null, capPerMinute: null } as const
    const created = await createNamedKey(keyContext(database, secret), accountId, input, byTest)
    const accountKey = await rotateAccountKey(database, secret, accountId, byTest)
    if ('error' in created || !accountKey) throw new Error('no key')
    const challenge = await challengeFor(accounts)
    const port = await findFreePort()
    const website = `http://localhost:${port}`
    const service = await startService(stores, {
      WEB_PORT: String(port),
      WEB_PUBLIC_URL: website,
      REDIS_URL: server.url,
      REDIS_TIMEOUT_MS: '80',
    })
    onTestFinished(async () => {
      await service.stop()
    })
    const code = await factor.code()
    const before = await stateWithoutUse(stores.databaseUrl)

    await server.kill()
    const unavailable = { error: 'unavailable', retryAfter: 5 }
    expect(await signIn(accounts, right, visitor)).toMatchObject(unavailable)
    expect(await signIn(accounts, wrong, otherClient)).toMatchObject(unavailable)
    expect(await signUp(accounts, { name: 'quince', password }, visitor)).toMatchObject(unavailable)
    expect(await completeMfaChallenge(accounts, challenge, code, visitor)).toMatchObject(unavailable)
    expect(await requireReauthentication(accounts, accountId, { code }, visitor)).toMatchObject(unavailable)
    const browser = visitWebsite(website)
    const page = await browser.send('/sign-in', '/sign-in', right)
    expect([page.status, page.headers['retry-after']]).toEqual([503, '5'])
    expect(page.text).toContain('Try again in a minute')
    const reads = async () => {
      const answers = await Promise.all([
        ask(service.apiUrl, '/food/1'),
        ask(service.apiUrl, '/food/1', { key: created.key }),
        ask(service.apiUrl, '/search?q=milk', { key: accountKey.key }),
      ])
      return answers.map(({ status, headers }) => [status, headers['x-ratelimit-limit']])
    }
    const served = [
      [200, undefined],
      [200, '500'],
      [200, '500'],
    ]
    for (let turn = 0; turn < 10; turn++) expect(await reads()).toEqual(served)
    expect(await ask(service.apiUrl, '/auth/account', { key: accountKey.key })).toMatchObject({ status: 200 })
    expect(await findSession(database, secret, session)).toMatchObject({ accountId })
    expect(await stateWithoutUse(stores.databaseUrl)).toEqual(before)

    await server.start()
    await ready()
    await accounts.redis.flushall()
    expect(await stateWithoutUse(stores.databaseUrl)).toEqual(before)
    expect(await reads()).toEqual(served)
    expect(await findSession(database, secret, session)).toMatchObject({ accountId })
    const signedIn = await browser.send('/sign-in', '/sign-in', right)
    expect([signedIn.status, signedIn.headers['location']]).toEqual([303, '/sign-in/code'])
    // The attempt that could not be counted did not consume the code.
    granted(await completeMfaChallenge(accounts, challenge, code, visitor))
  })

  it('flushed: attempts are counted from zero, with the same limits', async () => {
    const { accounts } = await onOwnRedis()
    await signUpAs(accounts, 'marmalade')
    expect(await countCheckedAttempts(accounts, 20)).toBe(5)
    expect(await countCheckedAttempts(accounts, 20)).toBe(0)
    await accounts.redis.flushall()
    expect(await countCheckedAttempts(accounts, 20)).toBe(5)
    expect(await countCheckedAttempts(accounts, 20)).toBe(0)
    expect(await signIn(accounts, wrong, otherClient)).toMatchObject({ error: 'rate_limited' })
  })

  it('flushed: a challenge still ends after five codes, which are counted in PostgreSQL', async () => {
    const { accounts } = await onOwnRedis()
    const { accountId } = await signUpAs(accounts, 'marmalade')
    const factor = await switchOnSecondFactor(accounts, accountId)
    const challenge = await challengeFor(accounts)
    const wrongCode = String((Number(await factor.code()) + 500_000) % 1_000_000).padStart(6, '0')
    for (let attempt = 1; attempt <= 5; attempt++) {
      await accounts.redis.flushall()
      const error = attempt < 5 ? 'unauthorized' : 'conflict'
      expect(await completeMfaChallenge(accounts, challenge, wrongCode, visitor)).toMatchObject({ error })
    }
    await accounts.redis.flushall()
    expect(await completeMfaChallenge(accounts, challenge, await factor.code(), visitor)).toMatchObject({
      error: 'conflict',
    })
  })

  it('flushed: used TOTP and recovery codes stay used', async () => {
    const { accounts } = await onOwnRedis()
    const { accountId } = await signUpAs(accounts, 'marmalade')
    const factor = await switchOnSecondFactor(accounts, accountId)
    for (const code of [await factor.code(), factor.recoveryCodes[0] ?? '']) {
      granted(await completeMfaChallenge(accounts, await challengeFor(accounts), code, visitor))
      await accounts.redis.flushall()
      const again = await completeMfaChallenge(accounts, await challengeFor(accounts), code, visitor)
      expect(again).toMatchObject({ error: 'unauthorized' })
    }
  })

  it('killed during an attack: earlier attempts still count after a restart', async () => {
    const { server, accounts, ready } = await onOwnRedis()
    await signUpAs(accounts, 'marmalade')
    expect(await countCheckedAttempts(accounts, 20)).toBe(5)
    await server.kill()
    while (accounts.redis.status === 'ready') await wait(5)
    expect(await countCheckedAttempts(accounts, 20)).toBe(0)
    await server.start()
    await ready()
    await accounts.skipDelays()
    // One more attempt is checked because the delay has passed; five would mean that the counter was lost.
    expect(await countCheckedAttempts(accounts, 20)).toBe(1)
  })
})
