import { describe, expect, it } from 'vitest'
import { accountWindow, addressWindows, retryAfterSeconds } from './window.ts'

const windowsOf = (address: string) =>
  addressWindows(address, 'minute', 30, 60_000).map(({ name, limit }) => [name, limit])

describe('windows of an address', () => {
  it('count an IPv4 address once', () => {
    expect(windowsOf('198.51.100.7')).toEqual([['limit:ip:198.51.100.7:minute', 30]])
  })

  it('count an IPv6 network and the /56 and /48 around it, with multiples of the limit', () => {
    expect(windowsOf('2001:db8:1:2fe::/64')).toEqual([
      ['limit:ip:2001:db8:1:2fe::/64:minute', 30],
      ['limit:ip:2001:db8:1:200::/56:minute', 120],
      ['limit:ip:2001:db8:1::/48:minute', 480],
    ])
  })

  it('distinguish the /56 of a network from the /64 with the same digits', () => {
    expect(new Set(windowsOf('0:0:0:0::/64').map(([name]) => name)).size).toBe(3)
  })
})

it('counts all keys of an account in a window of a minute', () => {
  expect(accountWindow(7, 500)).toEqual({ name: 'limit:account:7:minute', limit: 500, lengthMs: 60_000 })
})

it.each([
  [60_000, 60],
  [1_001, 2],
  [1_000, 1],
  [1, 1],
  [0, 1],
  [-5_000, 1],
])('asks to retry a window that ends in %i ms after %i s: rounded up, at least one', (ms, seconds) => {
  expect(retryAfterSeconds({ allowed: false, limit: 1, remaining: 0, endsAt: 9_000 + ms, now: 9_000 })).toBe(
    seconds,
  )
})
