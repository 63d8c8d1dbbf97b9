// Which address a request is counted under: trusted and untrusted peer × 0 to 3 hops × IPv4, IPv6, proxies and
// invalid values.
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startService } from '../../../lab/service.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { addressWindows } from '../../../src/platform/rate-limit/window.ts'
import { createStores, type TestStores } from '../../support/database.ts'

interface Hop {
  written: string
  /** Undefined when it is not an address; earlier hops are then ignored. */
  counted?: string
  isTrusted?: boolean
}

const hops: Hop[] = [
  { written: '198.51.100.7', counted: '198.51.100.7' },
  { written: '[2001:db8:1:2::7]:4711', counted: '2001:db8:1:2::/64' },
  { written: '::ffff:192.0.2.9', counted: '192.0.2.9' },
  { written: '10.1.2.3', counted: '10.1.2.3', isTrusted: true },
  { written: "junk' or 1=1" },
]

let stores: TestStores
let redis: Redis
const services: { trusts: boolean; service: RunningService }[] = []
beforeAll(async () => {
  stores = await createStores('fixture-foods')
  redis = new Redis(stores.redisUrl)
  for (const trusts of [true, false]) {
    const service = await startService(stores, { TRUSTED_PROXIES: trusts ? '127.0.0.1,10.0.0.0/8' : '' })
    services.push({ trusts, service })
  }
})
afterAll(async () => {
  for (const { service } of services) await service.stop()
  redis.disconnect()
  await stores.drop()
})

function chainsOf(length: number): Hop[][] {
  if (length === 0) return [[]]
  return chainsOf(length - 1).flatMap(chain => hops.map(hop => [...chain, hop]))
}

/** Evaluated from the right, as long as trusted proxies wrote the entries. */
function expectedFor(chain: Hop[], trusts: boolean): string {
  let counted = '127.0.0.1'
  let isBelieved = trusts
  for (const hop of chain.toReversed()) {
    if (!isBelieved || hop.counted === undefined) break
    counted = hop.counted
    isBelieved = hop.isTrusted === true
  }
  return counted
}

it('uses the last hop not written by a trusted proxy', async () => {
  const chains = [0, 1, 2, 3].flatMap(chainsOf)
  expect(chains).toHaveLength(1 + 5 + 25 + 125)
  for (const { trusts, service } of services) {
    for (const chain of chains) {
      await redis.flushdb()
      const written = chain.map(hop => hop.written).join(', ')
      const headers = chain.length === 0 ? {} : { 'x-forwarded-for': written }
      expect((await ask(service.apiUrl, '/food/1', { headers })).status).toBe(200)
      const counted = await redis.keys('limit:ip:*minute')
      const expected = addressWindows(expectedFor(chain, trusts), 'minute', 30, 60_000)
      expect([trusts, written, counted.sort()]).toEqual([
        trusts,
        written,
        expected.map(({ name }) => name).sort(),
      ])
    }
  }
})
