// Which server a key is read from, and what holds without it. The servers here are functions;
// test/resilience/postgres.test.ts and test/resilience/accounts/second-region.test.ts cover real ones.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Database, DatabaseUnavailable } from '../../platform/database/pool.ts'
import { createApiKeyCache, keyDigest } from './api-key-cache.ts'
import { newKey } from './key-format.ts'
import type { PrincipalChanges } from './principal-changes.ts'

const secret = 'a secret of the tests, which is long enough'
const key = newKey('larder_read')
const digest = keyDigest(key)
const accountId = 7

interface Row {
  plan?: string
  endsInMs?: number
  planEndsInMs?: number
  transactions?: string[]
}

/** One key, as the primary and a replica show it. */
function oneKey({ hasReads = true } = {}) {
  const state = {
    /** Undefined: unknown, revoked or expired. */
    onPrimary: { plan: 'scale' } as Row | undefined,
    onReplica: { plan: 'scale', transactions: [] } as Row | undefined,
    isPrimaryUp: true,
    isCurrent: true,
    isWithinHold: true,
    count: 0,
    /** The last change of the account. */
    changedAt: 0,
    transactions: [] as string[],
    asked: [] as string[],
    /** What the next lookups on the primary wait for, one each. */
    delays: [] as Promise<void>[],
  }
  const server = (name: string, rowOf: () => Row | undefined) =>
    ({
      query: async () => {
        state.asked.push(name)
        const isUp = state.isPrimaryUp
        const row = rowOf()
        if (name === 'primary') await state.delays.shift()
        if (name === 'primary' && !isUp) throw new DatabaseUnavailable(new Error('gone'))
        return { rows: row === undefined ? [] : [{ keyId: 1, accountId, ...row }] }
      },
    }) as unknown as Database
  const listeners: Parameters<PrincipalChanges['onNotice']>[0][] = []
  const cache = createApiKeyCache({
    primary: server('primary', () => state.onPrimary),
    reads: hasReads ? server('replica', () => state.onReplica) : undefined,
    secret,
    changes: {
      isCurrent: () => state.isCurrent,
      isWithinHold: () => state.isWithinHold,
      count: () => state.count,
      hasChanged: (id, since) => id === accountId && state.changedAt > since,
      transactionsOf: () => state.transactions,
      onNotice: listener => listeners.push(listener),
    },
  })
  const isAccepted = async () => (await cache.find(key)) !== undefined
  /** A poll has found a change of this account; undefined: any account may have changed. */
  const notice = async (id: number | undefined = accountId) => {
    state.count++
    if (id === accountId || id === undefined) state.changedAt = state.count
    for (const listener of listeners) listener(id === undefined ? undefined : new Set([id]))
    await nextTurn()
  }
  const endPrimary = () => Object.assign(state, { isPrimaryUp: false })
  const endPolls = () => Object.assign(state, { isPrimaryUp: false, isCurrent: false })
  return { state, cache, isAccepted, notice, endPrimary, endPolls }
}

function fakeClock() {
  const clock = { now: performance.now() }
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => clock.now)
  onTestFinished(() => spy.mockRestore())
  return clock
}

it('looks a key up once, for requests at the same time and for later ones, which do not wait', async () => {
  const { state, cache, isAccepted } = oneKey()
  expect(await Promise.all([isAccepted(), isAccepted()])).toEqual([true, true])
  expect(cache.find(key)).toMatchObject({ accountId, plan: 'scale' })
  expect(cache.wasValid(digest)).toBe(true)
  expect(state.asked).toEqual(['primary'])
})

it('does not keep an unknown key, so that a new one is accepted at once', async () => {
  const { state, cache, isAccepted } = oneKey()
  state.onPrimary = undefined
  expect(await isAccepted()).toBe(false)
  expect(cache.wasValid(digest)).toBe(false)
  state.onPrimary = {}
  expect(await isAccepted()).toBe(true)
  expect(state.asked).toEqual(['primary', 'primary'])
})

it('looks the keys of a changed account up again, even if nobody uses them', async () => {
  const { state, cache, isAccepted, notice } = oneKey()
  expect(await isAccepted()).toBe(true)
  state.onPrimary = { plan: 'pro' }
  await notice()
  expect(cache.find(key)).toMatchObject({ plan: 'pro' })
  await notice(accountId + 1)
  expect(state.asked).toEqual(['primary', 'primary'])
})

it('looks all keys up again when any account may have changed', async () => {
  const { state, isAccepted, notice } = oneKey()
  expect(await isAccepted()).toBe(true)
  state.onPrimary = undefined
  await notice(undefined)
  expect(await isAccepted()).toBe(false)
})

it('asks again for a key that was refused, because a poll does not report that it was restored', async () => {
  const { state, isAccepted, notice } = oneKey()
  expect(await isAccepted()).toBe(true)
  state.onPrimary = undefined
  await notice()
  expect(await isAccepted()).toBe(false)
  state.onPrimary = {}
  expect(await isAccepted()).toBe(true)
})

it('does not keep what it read before a change, and asks again for later requests', async () => {
  const { state, isAccepted, notice } = oneKey()
  const { promise, resolve } = Promise.withResolvers<void>()
  state.delays.push(promise)
  const slow = isAccepted()
  await notice()
  state.onPrimary = undefined
  resolve()
  expect(await slow).toBe(true)
  expect(await isAccepted()).toBe(false)
})

it('does not keep what it read before a change of a key that it knows', async () => {
  const { state, isAccepted, notice } = oneKey()
  expect(await isAccepted()).toBe(true)
  const { promise, resolve } = Promise.withResolvers<void>()
  state.delays.push(promise)
  await notice()
  state.onPrimary = undefined
  await notice()
  expect(await isAccepted()).toBe(false)
  resolve()
  await nextTurn()
  expect(await isAccepted()).toBe(false)
})

it('refuses a key at its expiry', async () => {
  const { state, isAccepted, endPolls } = oneKey({ hasReads: false })
  const clock = fakeClock()
  state.onPrimary = { endsInMs: 60_000 }
  expect(await isAccepted()).toBe(true)
  clock.now += 59_999
  expect(await isAccepted()).toBe(true)
  clock.now += 1
  state.onPrimary = undefined
  expect(await isAccepted()).toBe(false)
  endPolls()
  expect(await isAccepted()).toBe(false)
  expect(state.asked).toEqual(['primary', 'primary'])
})

it('gives an account the Starter plan when its plan ends', async () => {
  const { state, cache, isAccepted } = oneKey()
  const clock = fakeClock()
  state.onPrimary = { plan: 'scale', planEndsInMs: 60_000 }
  expect(await isAccepted()).toBe(true)
  clock.now += 60_000
  expect(cache.find(key)).toMatchObject({ plan: 'starter' })
})

describe('while polls fail', () => {
  it('keeps what was known, without waiting for a server', async () => {
    const { state, cache, isAccepted, endPolls } = oneKey()
    expect(await isAccepted()).toBe(true)
    endPolls()
    state.delays.push(new Promise(() => undefined))
    expect(cache.find(key)).toMatchObject({ accountId })
    expect(state.asked).toEqual(['primary'])
  })

  it('keeps a key valid at once when the primary hangs and no poll has failed yet', async () => {
    const { state, cache, isAccepted } = oneKey()
    expect(await isAccepted()).toBe(true)
    state.delays.push(new Promise(() => undefined))
    expect(cache.find(key)).toMatchObject({ accountId })
  })

  it.each([true, false])(
    'keeps a key that nobody used after a change of its account, valid: %s',
    async isValid => {
      const { state, cache, isAccepted, notice, endPolls } = oneKey()
      expect(await isAccepted()).toBe(true)
      state.onPrimary = isValid ? {} : undefined
      await notice()
      endPolls()
      // The replica lags.
      expect(state.onReplica).toBeDefined()
      expect(cache.find(key) !== undefined).toBe(isValid)
    },
  )

  it('refuses a key that was revoked, when the primary fails before a poll does', async () => {
    const { state, isAccepted, notice, endPrimary } = oneKey()
    expect(await isAccepted()).toBe(true)
    state.onPrimary = undefined
    await notice()
    endPrimary()
    expect(await isAccepted()).toBe(false)
  })

  it('keeps nothing of an account whose change it could not read', async () => {
    const { state, isAccepted, notice, endPrimary } = oneKey({ hasReads: false })
    expect(await isAccepted()).toBe(true)
    endPrimary()
    await notice()
    await expect(isAccepted()).rejects.toThrow(DatabaseUnavailable)
    state.isCurrent = false
    await expect(isAccepted()).rejects.toThrow(DatabaseUnavailable)
  })

  it('keeps nothing longer than polls have failed for an hour', async () => {
    const { state, cache, isAccepted, endPolls } = oneKey({ hasReads: false })
    expect(await isAccepted()).toBe(true)
    endPolls()
    state.isWithinHold = false
    await expect(isAccepted()).rejects.toThrow(DatabaseUnavailable)
    expect(cache.wasValid(digest)).toBe(true)
  })

  it('asks the replica for a key that it has not seen, each time', async () => {
    const { state, isAccepted, endPolls } = oneKey()
    endPolls()
    expect([await isAccepted(), await isAccepted()]).toEqual([true, true])
    state.onReplica = undefined
    expect(await isAccepted()).toBe(false)
    expect(state.asked).toEqual(['replica', 'replica', 'replica'])
  })

  it('asks the replica when the primary fails before a poll does', async () => {
    const { state, isAccepted, endPrimary } = oneKey()
    endPrimary()
    expect(await isAccepted()).toBe(true)
    expect(state.asked).toEqual(['primary', 'replica'])
  })

  it('does not believe a replica that lags behind a change of the account', async () => {
    const { state, isAccepted, endPolls } = oneKey()
    endPolls()
    state.transactions = ['10', '12']
    state.onReplica = { transactions: ['10', '11'] }
    await expect(isAccepted()).rejects.toThrow(DatabaseUnavailable)
    state.onReplica = { transactions: ['10', '11', '12'] }
    expect(await isAccepted()).toBe(true)
  })

  it('fails without a replica for a key that it has not seen, once for requests at the same time', async () => {
    const { state, cache, isAccepted, endPolls } = oneKey({ hasReads: false })
    endPolls()
    const [one, other] = await Promise.allSettled([isAccepted(), isAccepted()])
    expect([one.status, other.status, state.asked]).toEqual(['rejected', 'rejected', ['primary']])
    expect(cache.wasValid(digest)).toBe(false)
    Object.assign(state, { isPrimaryUp: true, isCurrent: true })
    expect(await isAccepted()).toBe(true)
  })
})

it('hashes a key again on the primary alone, which no replica stands in for', async () => {
  const written: string[] = []
  const server = (name: string, isUp: boolean) =>
    ({
      query: async ({ text }: { text: string }) => {
        if (text.startsWith('update')) written.push(name)
        if (!isUp) throw new DatabaseUnavailable(new Error('gone'))
        return { rows: [{ keyId: 1, accountId, isStale: true, transactions: [] }] }
      },
    }) as unknown as Database
  const cache = createApiKeyCache({
    primary: server('primary', false),
    reads: server('replica', true),
    secret: [secret, 'the secret before it, long enough as well'],
    changes: {
      isCurrent: () => false,
      isWithinHold: () => false,
      count: () => 0,
      hasChanged: () => false,
      transactionsOf: () => [],
      onNotice: () => undefined,
    },
  })
  expect(await cache.find(key)).toBeDefined()
  expect(written).toEqual(['primary'])
})
