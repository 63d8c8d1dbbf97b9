import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { requestTo } from '../../test/support/api-request.ts'
import { keyDigest } from '../accounts/api-keys/api-key-cache.ts'
import type { Principal } from '../accounts/api-keys/principal.ts'
import { consumeLocally, type LocalCounters } from '../platform/rate-limit/local-counters.ts'
import { createCallerReader } from './caller.ts'

const principal: Principal = {
  accountId: 1,
  keyId: 2,
  kind: 'account',
  scope: 'full',
  plan: 'pro',
  capPerMinute: null,
}

/** Knows the key `cached` at once, `stored` after a query and `revoked` from before. */
function createReader(invalidKeysPerMinute: number, { now = 0, lengthMs = 60_000 } = {}) {
  const counts: LocalCounters = new Map()
  const lookups: string[] = []
  const read = createCallerReader({
    keys: {
      find(key, digest) {
        lookups.push(key)
        expect(digest).toBe(keyDigest(key))
        if (key === 'cached') return principal
        return Promise.resolve(key === 'stored' ? principal : undefined)
      },
      wasValid: digest => digest === keyDigest('revoked') || digest === keyDigest('cached'),
    },
    limiter: {
      consume: async windows =>
        consumeLocally(
          counts,
          windows.map(window => ({ ...window, lengthMs })),
          now,
        ),
      used: async () => 0,
    },
    invalidKeysPerMinute,
  })
  const socket = new Socket()
  const send = async (authorization: string | undefined, ipAddress = '192.0.2.1', on = socket) =>
    read(
      requestTo([], { headers: authorization === undefined ? {} : { authorization }, socket: on }),
      ipAddress,
    )
  return { send, lookups }
}

describe('the caller', () => {
  it('is anonymous without a key', async () => {
    expect(await createReader(5).send(undefined)).toEqual({ ipAddress: '192.0.2.1', principal: undefined })
  })

  it.each(['Bearer cached', 'bearer stored', 'BEARER   cached  '])(
    'has the principal of %j',
    async header => {
      expect(await createReader(5).send(header)).toEqual({ ipAddress: '192.0.2.1', principal })
    },
  )

  it.each([
    'Bearer unknown',
    'Bearer',
    'Bearer ',
    'Bearercached',
    'Basic cached',
    'x Bearer cached',
    'Bearer cached x',
    '',
  ])('is rejected, not anonymous, with %j', async header => {
    await expect(createReader(5).send(header)).rejects.toMatchObject({ status: 401 })
  })

  it('is that of the key in each request of a connection', async () => {
    const { send, lookups } = createReader(5)
    for (const key of ['cached', 'cached', 'stored', 'cached']) await send(`Bearer ${key}`)
    expect(lookups).toEqual(['cached', 'cached', 'stored', 'cached'])
  })
})

describe('invalid keys', () => {
  it('are limited by address, with the time to wait', async () => {
    const { send } = createReader(2)
    for (const status of [401, 401, 429, 429]) {
      await expect(send('Bearer unknown')).rejects.toMatchObject({ status })
    }
    await expect(send('Bearer unknown')).rejects.toMatchObject({
      headers: { 'retry-after': '60', 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '0' },
    })
    await expect(send('Bearer unknown', '192.0.2.2')).rejects.toMatchObject({ status: 401 })
  })

  it('are not looked up beyond the limit, unlike keys that were valid before', async () => {
    const { send, lookups } = createReader(1)
    for (let count = 0; count < 2; count++) await send('Bearer unknown').catch(() => undefined)
    lookups.length = 0
    await expect(send('Bearer unknown')).rejects.toMatchObject({ status: 429 })
    await expect(send('Basic x')).rejects.toMatchObject({ status: 429 })
    expect(lookups).toEqual([])
    expect(await send('Bearer cached')).toMatchObject({ principal })
    expect(await send(undefined)).toMatchObject({ principal: undefined })
    await expect(send('Bearer revoked')).rejects.toMatchObject({ status: 429 })
    expect(lookups).toEqual(['cached', 'revoked'])
  })

  it('of a network are counted together, and block the network that used up its limit', async () => {
    const { send, lookups } = createReader(1)
    const statusFrom = (address: string) =>
      send('Bearer unknown', address).then(
        () => 200,
        error => error.status,
      )
    // The /56 has four times the limit of a /64.
    for (const host of ['1', '2', '3', '4']) expect(await statusFrom(`2001:db8:0:${host}::/64`)).toBe(401)
    expect(await statusFrom('2001:db8:0:5::/64')).toBe(429)
    const lookedUp = lookups.length
    expect(await statusFrom('2001:db8:0:6::/64')).toBe(429)
    expect(lookups.length).toBe(lookedUp)
    expect(await statusFrom('2001:db8:0:100::/64')).toBe(401)
    expect(await statusFrom('2001:db8:0:100::/64')).toBe(429)
    // Only that /64 is blocked now.
    expect(await statusFrom('2001:db8:0:101::/64')).toBe(401)
  })

  it('are looked up again once the window has ended', async () => {
    const { send, lookups } = createReader(1, { now: 60_000, lengthMs: 1 })
    for (const status of [401, 429]) await expect(send('Bearer unknown')).rejects.toMatchObject({ status })
    const blockedAt = performance.now()
    await expect.poll(() => performance.now() - blockedAt, { interval: 1 }).toBeGreaterThan(1)
    await expect(send('Bearer unknown')).rejects.toMatchObject({ status: 429 })
    expect(lookups).toHaveLength(3)
  })
})
