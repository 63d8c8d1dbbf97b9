// Which server a key is read from. The servers here are functions; test/resilience/accounts/second-region.test.ts covers
// real ones.
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Database, DatabaseUnavailable } from '../../platform/database/pool.ts'
import { createApiKeyCache, keyDigest } from './api-key-cache.ts'
import { newKey } from './key-format.ts'

const secret = 'a secret of the tests, which is long enough'
const key = newKey('larder_read')
const accountId = 7

/** One key, as the primary and a replica show it. */
function keyOnTwoServers(hasReplicas = true) {
  const state = {
    onPrimary: true,
    onReplica: true,
    replicaPosition: 100,
    requiredPosition: 0,
    noticedAt: 0,
    isCurrent: true,
    hasReplica: true,
    isPrimaryUp: true,
    asked: [] as string[],
    /** What the next lookups on the primary wait for, one each. */
    delays: [] as Promise<void>[],
  }
  const server = (name: string, isValid: () => boolean) =>
    ({
      query: async () => {
        state.asked.push(name)
        if (name === 'primary') await state.delays.shift()
        if (name === 'primary' && !state.isPrimaryUp) throw new DatabaseUnavailable(new Error('gone'))
        return { rows: isValid() ? [{ keyId: 1, accountId }] : [] }
      },
    }) as unknown as Database
  const listeners: ((accountIds: ReadonlySet<number>) => void)[] = []
  const primary = server('primary', () => state.onPrimary)
  const replica = server('replica', () => state.onReplica)
  const cache = createApiKeyCache({
    database: primary,
    secret,
    changes: {
      isCurrent: () => state.isCurrent,
      requiredPosition: () => state.requiredPosition,
      noticedAt: () => state.noticedAt,
      onNotice: listener => listeners.push(listener),
    },
    replicas: hasReplicas
      ? {
          primary,
          replica: () =>
            state.hasReplica ? { database: replica, position: state.replicaPosition } : undefined,
        }
      : undefined,
  })
  const isAccepted = async () => (await cache.find(key)) !== undefined
  /** The change is committed and this node has been notified. */
  const change = () => Object.assign(state, { requiredPosition: 200, noticedAt: performance.now() })
  /** The cache looks up the keys of the account, as this node has found the change by polling. */
  const notice = async () => {
    change()
    for (const listener of listeners) listener(new Set([accountId]))
    await wait(0)
  }
  return { state, cache, isAccepted, change, notice }
}

it('reads a key from the replica, once for many requests', async () => {
  const { state, isAccepted } = keyOnTwoServers()
  expect(await Promise.all([isAccepted(), isAccepted()])).toEqual([true, true])
  expect(await isAccepted()).toBe(true)
  expect(state.asked).toEqual(['replica'])
})

it('rejects a revoked key that is cached and that the replica still shows, as soon as it is notified', async () => {
  const { state, isAccepted, change } = keyOnTwoServers()
  expect(await isAccepted()).toBe(true)
  state.onPrimary = false
  change()
  expect(await isAccepted()).toBe(false)
  expect(state.asked).toEqual(['replica', 'replica', 'primary'])
})

it('rejects a revoked key if the notification arrives during the lookup', async () => {
  const { state, cache, change } = keyOnTwoServers()
  const found = cache.find(key)
  state.onPrimary = false
  change()
  expect(await found).toBeUndefined()
})

it('reads from the replica again when it has replayed the change', async () => {
  const { state, isAccepted, change } = keyOnTwoServers()
  change()
  state.replicaPosition = 200
  expect(await isAccepted()).toBe(true)
  expect(state.asked).toEqual(['replica'])
})

it('accepts a new key that the replica does not have', async () => {
  const { state, isAccepted } = keyOnTwoServers()
  state.onReplica = false
  expect(await isAccepted()).toBe(true)
  expect(state.asked).toEqual(['replica', 'primary'])
})

it('looks an unknown key up on the primary once for many requests, and finds it when it exists', async () => {
  const { state, cache, isAccepted } = keyOnTwoServers()
  Object.assign(state, { onReplica: false, onPrimary: false })
  for (let n = 0; n < 10; n++) expect(await isAccepted()).toBe(false)
  expect(cache.wasValid(keyDigest(key))).toBe(false)
  expect(state.asked).toEqual(['replica', 'primary'])
  state.onPrimary = true
  await wait(600)
  expect(await isAccepted()).toBe(true)
})

it('reads from the primary while changes are not known, and does not use what it read from the replica before', async () => {
  const { state, isAccepted } = keyOnTwoServers()
  expect(await isAccepted()).toBe(true)
  Object.assign(state, { isCurrent: false, onPrimary: false })
  expect(await isAccepted()).toBe(false)
  expect(state.asked).toEqual(['replica', 'primary'])
})

it('reads from the primary if no replica is in rotation', async () => {
  const { state, isAccepted } = keyOnTwoServers()
  state.hasReplica = false
  expect(await isAccepted()).toBe(true)
  expect(state.asked).toEqual(['primary'])
})

it('accepts a key of an account that has just changed when the primary fails, as soon as a replica shows the change', async () => {
  const { state, isAccepted, change } = keyOnTwoServers()
  change()
  state.isPrimaryUp = false
  const accepted = isAccepted()
  await wait(120)
  state.replicaPosition = 200
  expect(await accepted).toBe(true)
  expect(state.asked.at(-1)).toBe('replica')
})

it('rejects a revoked key when the primary fails, even if the replica shows the revocation only later', async () => {
  const { state, isAccepted, change } = keyOnTwoServers()
  change()
  state.isPrimaryUp = false
  const accepted = isAccepted()
  await wait(120)
  Object.assign(state, { onReplica: false, replicaPosition: 200, isPrimaryUp: true, onPrimary: false })
  expect(await accepted).toBe(false)
})

it('fails at once if changes are not known and the primary is down', async () => {
  const { state, isAccepted } = keyOnTwoServers()
  Object.assign(state, { isCurrent: false, isPrimaryUp: false })
  await expect(isAccepted()).rejects.toThrow(DatabaseUnavailable)
  expect(state.asked).toEqual(['primary'])
})

it('fails after a second if the primary stays down and no replica shows the change', async () => {
  const { state, isAccepted, change } = keyOnTwoServers()
  change()
  state.isPrimaryUp = false
  const startedAt = performance.now()
  await expect(isAccepted()).rejects.toThrow(DatabaseUnavailable)
  expect(performance.now() - startedAt).toBeGreaterThan(900)
})

it('accepts a key at once after it was unknown, without replicas', async () => {
  const { state, isAccepted } = keyOnTwoServers(false)
  state.onPrimary = false
  expect(await isAccepted()).toBe(false)
  state.onPrimary = true
  expect(await isAccepted()).toBe(true)
  expect(state.asked).toEqual(['primary', 'primary'])
})

describe('a lookup that fails', () => {
  const digest = keyDigest(key)
  /** Cached keys are looked up again after it. */
  const lifetime = () => wait(600)

  it('fails for the requests that wait for it, and is not handed to later ones', async () => {
    const { state, isAccepted } = keyOnTwoServers(false)
    state.isPrimaryUp = false
    const [one, other] = await Promise.allSettled([isAccepted(), isAccepted()])
    expect([one?.status, other?.status, state.asked]).toEqual(['rejected', 'rejected', ['primary']])
    state.isPrimaryUp = true
    expect(await isAccepted()).toBe(true)
    expect(state.asked).toEqual(['primary', 'primary'])
  })

  it('leaves nothing in the cache', async () => {
    const { state, cache, isAccepted } = keyOnTwoServers(false)
    state.isPrimaryUp = false
    await expect(isAccepted()).rejects.toThrow(DatabaseUnavailable)
    await expect(isAccepted()).rejects.toThrow(DatabaseUnavailable)
    expect([cache.wasValid(digest), state.asked]).toEqual([false, ['primary', 'primary']])
  })

  it('leaves a key valid that was valid before, for an hour', async () => {
    const { state, cache, isAccepted } = keyOnTwoServers(false)
    expect(await isAccepted()).toBe(true)
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now')
    onTestFinished(() => clock.mockRestore())
    state.isPrimaryUp = false
    clock.mockReturnValue(now + 3_599_000)
    expect(await isAccepted()).toBe(true)
    clock.mockReturnValue(now + 3_601_000)
    await expect(isAccepted()).rejects.toThrow(DatabaseUnavailable)
    expect(cache.wasValid(digest)).toBe(true)
  })

  it('does not leave a key valid of an account that has changed since', async () => {
    const { state, isAccepted, change } = keyOnTwoServers(false)
    expect(await isAccepted()).toBe(true)
    change()
    state.isPrimaryUp = false
    await expect(isAccepted()).rejects.toThrow(DatabaseUnavailable)
  })

  it('leaves a key refused that was refused before', async () => {
    const { state, isAccepted } = keyOnTwoServers(false)
    expect(await isAccepted()).toBe(true)
    await lifetime()
    state.onPrimary = false
    expect(await isAccepted()).toBe(false)
    await lifetime()
    state.isPrimaryUp = false
    expect(await isAccepted()).toBe(false)
  })

  it.each([true, false])(
    'knows a key that nobody used after a change of its account, valid: %s',
    async isValid => {
      const { state, isAccepted, notice } = keyOnTwoServers(false)
      expect(await isAccepted()).toBe(true)
      await lifetime()
      state.onPrimary = isValid
      await notice()
      state.isPrimaryUp = false
      await lifetime()
      expect(await isAccepted()).toBe(isValid)
    },
  )

  it('makes later requests during an outage wait for nothing', async () => {
    const { state, cache, isAccepted } = keyOnTwoServers(false)
    expect(await isAccepted()).toBe(true)
    await lifetime()
    Object.assign(state, { isPrimaryUp: false, isCurrent: false })
    expect(await isAccepted()).toBe(true)
    state.delays.push(new Promise(() => undefined))
    expect(cache.find(key)).toMatchObject({ accountId })
  })

  it('makes requests wait again as soon as changes are known', async () => {
    const { state, isAccepted } = keyOnTwoServers(false)
    expect(await isAccepted()).toBe(true)
    await lifetime()
    state.isPrimaryUp = false
    expect(await isAccepted()).toBe(true)
    Object.assign(state, { isPrimaryUp: true, onPrimary: false })
    expect(await isAccepted()).toBe(false)
  })

  it('does not replace what a later lookup found', async () => {
    const { state, cache, isAccepted } = keyOnTwoServers(false)
    const { promise, reject } = Promise.withResolvers<void>()
    state.delays.push(promise)
    const slow = isAccepted()
    await lifetime()
    expect(await isAccepted()).toBe(true)
    reject(new DatabaseUnavailable(new Error('gone')))
    expect(await slow).toBe(true)
    expect(cache.wasValid(digest)).toBe(true)
    expect(await isAccepted()).toBe(true)
    expect(state.asked).toEqual(['primary', 'primary'])
  })
})

it('does not drop what a later lookup found when an earlier one finds nothing', async () => {
  const { state, isAccepted } = keyOnTwoServers(false)
  const { promise, resolve } = Promise.withResolvers<void>()
  state.delays.push(promise)
  const slow = isAccepted()
  await wait(600)
  expect(await isAccepted()).toBe(true)
  state.onPrimary = false
  resolve()
  expect(await slow).toBe(false)
  expect(await isAccepted()).toBe(true)
  expect(state.asked).toEqual(['primary', 'primary'])
})

it('hashes a key again on the primary alone, which no replica stands in for', async () => {
  const written: string[] = []
  const server = (name: string) =>
    ({
      query: async ({ text }: { text: string }) => {
        if (text.startsWith('update')) written.push(name)
        return { rows: [{ keyId: 1, accountId, isStale: true }] }
      },
    }) as unknown as Database
  const cache = createApiKeyCache({
    database: server('current'),
    secret: [secret, 'the secret before it, long enough as well'],
    changes: {
      isCurrent: () => true,
      requiredPosition: () => 0,
      noticedAt: () => 0,
      onNotice: () => undefined,
    },
    replicas: {
      primary: server('primary'),
      replica: () => ({ database: server('replica'), position: 100 }),
    },
  })
  expect(await cache.find(key)).toBeDefined()
  expect(written).toEqual(['primary'])
})
