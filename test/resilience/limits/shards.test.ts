// Rate limits over three Redis shards: three nodes behind a round-robin balancer, single servers and a Redis Cluster.
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Answer, ask } from '../../../lab/clients/http.ts'
import { startRedisCluster } from '../../../lab/servers/redis-cluster.ts'
import { type RedisServer, startRedis } from '../../../lab/servers/redis-server.ts'
import { startService } from '../../../lab/service.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { addressWindows } from '../../../src/platform/rate-limit/window.ts'
import { createStores, type TestStores } from '../../support/database.ts'
import { accountKey, namedKey } from '../../support/keys.ts'

const settings = {
  RATE_LIMIT_PRO_PER_MINUTE: '500',
  RATE_LIMIT_ANONYMOUS_PER_MINUTE: '30',
  RATE_LIMIT_STARTER_PER_MINUTE: '30',
  TRUSTED_PROXIES: '127.0.0.1',
}
const waitOptions = { timeout: 120_000, interval: 100 }

describe.each([
  {
    shards: 'three Redis servers',
    start: () => Promise.all([startRedis(), startRedis(), startRedis()]),
    more: { REDIS_CLUSTER: 'off' },
  },
  { shards: 'a Redis Cluster of three masters', start: startRedisCluster, more: { REDIS_CLUSTER: 'on' } },
])('$shards', ({ start, more }) => {
  let servers: RedisServer[]
  let stores: TestStores
  let nodes: RunningService[]

  beforeAll(async () => {
    servers = await start()
    stores = await createStores('fixture-foods')
    // Every node lists the servers in another order.
    nodes = await Promise.all(
      [0, 1, 2].map(first => {
        const urls = [...servers.slice(first), ...servers.slice(0, first)].map(({ url }) => url)
        return startService(stores, { ...settings, ...more, REDIS_URL: urls.join(',') })
      }),
    )
    await vi.waitFor(async () => {
      for (const node of nodes) {
        const text = await metricsOf(node)
        expect(text).toMatch(/^larder_live_nodes 3$/m)
        expect(text.match(/^larder_redis_up\{shard="[^"]+"\} 1$/gm)).toHaveLength(3)
      }
    }, waitOptions)
  })
  afterAll(async () => {
    for (const node of nodes ?? []) await node.stop()
    await stores?.drop()
    for (const server of servers ?? []) await server.remove()
  })

  const metricsOf = async (node: RunningService) => (await fetch(node.metricsUrl)).text()

  let turn = 0
  const askNext = (options: Parameters<typeof ask>[2]): Promise<Answer> =>
    ask(nodes[turn++ % nodes.length]?.apiUrl ?? '', '/food/1', options)

  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

  /** Sends the requests round-robin, 20 at a time. */
  async function sendAll(requests: Parameters<typeof ask>[2][]): Promise<Answer[]> {
    const answers: Answer[] = []
    const waiting = requests.values()
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        for (const request of waiting) answers.push(await askNext(request))
      }),
    )
    return answers
  }
  const times = <T>(count: number, request: T): T[] => Array.from({ length: count }, () => request)
  const passed = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length
  const statuses = (answers: Answer[]) => new Set(answers.map(({ status }) => status))

  /** The index of the server that holds a key. */
  async function holderOf(key: string): Promise<number> {
    const holders = await Promise.all(
      servers.map(async ({ url }) => {
        const redis = new Redis(url)
        // A Redis Cluster redirects commands on a key of another server.
        const exists = await redis.exists(key).catch(() => 0)
        redis.disconnect()
        return exists === 1
      }),
    )
    expect(holders.filter(Boolean)).toHaveLength(1)
    return holders.indexOf(true)
  }
  const minuteKey = (address: string) => addressWindows(address, 'minute', 30, 60_000)[0]?.name ?? ''

  it('allow exactly 500 of 1,200 requests with four keys of one Pro account', async () => {
    const keys = [await accountKey(stores, 'four-keys', 'pro')]
    for (const name of ['a', 'b', 'c']) keys.push((await namedKey(stores, 'four-keys', name, 'read')).key)
    const answers = await sendAll(times(300, keys).flatMap(all => all.map(key => ({ key }))))
    expect(answers).toHaveLength(1_200)
    expect(statuses(answers)).toEqual(new Set([200, 429]))
    expect(passed(answers)).toBe(500)
  })

  it('allow exactly 30 of 90 anonymous requests of each address', async () => {
    const addresses = ['198.51.100.1', '198.51.100.2', '198.51.100.3', '2001:db8:5:1::1']
    const answers = await Promise.all(addresses.map(address => sendAll(times(90, from(address)))))
    expect(answers.map(passed)).toEqual([30, 30, 30, 30])
  })

  it('allow a /56 four times and a /48 sixteen times the limit of an address', async () => {
    const of56 = Array.from({ length: 200 }, (_, n) => from(`2001:db8:6:1${(n % 10) + 10}::${n}`))
    expect(passed(await sendAll(of56))).toBe(120)
    const of48 = Array.from({ length: 600 }, (_, n) =>
      from(`2001:db8:7:${((n % 30) * 256).toString(16)}::${n}`),
    )
    expect(passed(await sendAll(of48))).toBe(480)
  })

  it('enforce the cap of a free key, whose windows have two subjects, and refund rejected requests', async () => {
    await accountKey(stores, 'capped', 'starter')
    const { key } = await namedKey(stores, 'capped', 'c', 'read', { capPerMinute: 5 })
    const addresses = Array.from({ length: 10 }, (_, n) => `203.0.113.${n}`)
    const capped = await sendAll(addresses.map(address => ({ key, ...from(address) })))
    expect(passed(capped)).toBe(5)
    for (const { status, headers } of capped) {
      expect(headers['x-ratelimit-limit']).toBe('5')
      if (status === 429) expect(headers['x-ratelimit-remaining']).toBe('0')
    }
    const anonymous = await sendAll(addresses.flatMap(address => times(40, from(address))))
    expect(passed(anonymous)).toBe(10 * 30 - 5)
  })

  it('lose only the subjects of a killed shard, which each node counts up to its share of the limit', async () => {
    const key = await accountKey(stores, 'outage', 'pro')
    expect((await askNext({ key })).status).toBe(200)
    const [account] = await stores.sql<{ id: number }>("select id from accounts where name = 'outage'")
    const victim = await holderOf(`limit:{account:${account?.id}}:minute`)
    const addresses = Array.from({ length: 16 }, (_, n) => `192.0.2.${n}`)
    for (const address of addresses) expect((await askNext(from(address))).status).toBe(200)
    const holders = await Promise.all(addresses.map(address => holderOf(minuteKey(address))))
    const [lost = [], kept = []] = [true, false].map(isLost =>
      addresses.filter((_, index) => (holders[index] === victim) === isLost).slice(0, 2),
    )
    expect([lost.length, kept.length]).not.toContain(0)

    await servers[victim]?.kill()
    const byNode = await Promise.all(
      nodes.map(node => Promise.all(times(200, undefined).map(() => ask(node.apiUrl, '/food/1', { key })))),
    )
    expect(byNode.map(passed)).toEqual([166, 166, 166])
    for (const { status, headers } of byNode.flat()) {
      expect(headers['x-ratelimit-limit']).toBe('166')
      expect(Number(headers['x-ratelimit-remaining'])).toBeLessThan(166)
      if (status === 429) expect(headers['x-ratelimit-remaining']).toBe('0')
    }
    const passedFrom = async (address: string) => passed(await sendAll(times(90, from(address))))
    for (const address of kept) expect([address, await passedFrom(address)]).toEqual([address, 29])
    for (const address of lost) expect([address, await passedFrom(address)]).toEqual([address, 30])
    for (const node of nodes) {
      const text = await metricsOf(node)
      expect(text).toMatch(/^larder_live_nodes 3$/m)
      expect(text.match(/^larder_redis_up\{shard="[^"]+"\} 0$/gm)).toHaveLength(1)
    }

    await servers[victim]?.start()
    const fresh = await accountKey(stores, 'recovered', 'pro')
    await vi.waitFor(async () => {
      const left: number[] = []
      for (const node of nodes)
        left.push(Number((await ask(node.apiUrl, '/food/1', { key })).headers['x-ratelimit-limit']))
      expect(left).toEqual([500, 500, 500])
    }, waitOptions)
    expect(passed(await sendAll(times(520, { key: fresh })))).toBe(500)
  })
})
