// Rate limits over HTTP: two API processes with one PostgreSQL and one Redis.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, ask } from '../../../lab/clients/http.ts'
import { type ServiceProcess, spawnService } from '../../../lab/service.ts'
import { createStores, type TestStores } from '../../support/database.ts'
import { accountKey, namedKey } from '../../support/keys.ts'

const limits = {
  RATE_LIMIT_SCALE_PER_MINUTE: '400',
  RATE_LIMIT_PRO_PER_MINUTE: '60',
  RATE_LIMIT_ANONYMOUS_PER_MINUTE: '30',
  RATE_LIMIT_STARTER_PER_MINUTE: '30',
  TRUSTED_PROXIES: '127.0.0.1',
}

let stores: TestStores
let nodes: ServiceProcess[]
beforeAll(async () => {
  stores = await createStores('fixture-foods')
  nodes = await Promise.all([
    spawnService(stores, { ...limits, ...shiftedClock(-150_000) }),
    spawnService(stores, { ...limits, ...shiftedClock(+150_000) }),
  ])
})
afterAll(async () => {
  await Promise.all(nodes.map(node => node.stop()))
  await stores.drop()
})

/** Shifts the clock of a node; in these tests the nodes are five minutes apart. */
function shiftedClock(ms: number): Record<string, string> {
  return { NODE_OPTIONS: '--import ./test/support/shifted-clock.ts', SHIFTED_CLOCK_MS: String(ms) }
}

let turn = 0
const askAny = (path: string, options: Parameters<typeof ask>[2]): Promise<Answer> =>
  ask(nodes[turn++ % nodes.length]?.apiUrl ?? '', path, options)

const rateHeaders = ({ headers }: Answer) =>
  ['limit', 'remaining', 'reset'].map(name => headers[`x-ratelimit-${name}`])

describe('two nodes, clocks five minutes apart', () => {
  it('allow exactly the limit for 50 parallel clients of one account', async () => {
    const key = await accountKey(stores, 'parallel', 'scale')
    const statuses: number[] = []
    const remaining: number[] = []
    const client = async () => {
      for (let n = 0; n < 12; n++) {
        const answer = await askAny('/food/1', { key })
        statuses.push(answer.status)
        if (answer.status === 200) remaining.push(Number(answer.headers['x-ratelimit-remaining']))
      }
    }
    await Promise.all(Array.from({ length: 50 }, client))
    expect(statuses.filter(status => status === 200)).toHaveLength(400)
    expect(statuses.filter(status => status === 429)).toHaveLength(200)
    // Every remaining count was reported exactly once.
    expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: 400 }, (_, left) => left))
  })

  it('report the reset as Unix time from the Redis clock', async () => {
    const key = await accountKey(stores, 'clock', 'pro')
    const now = Date.now() / 1000
    for (const node of nodes) {
      const [limit, , reset] = rateHeaders(await ask(node.apiUrl, '/food/1', { key }))
      expect(limit).toBe('60')
      expect(Number(reset) - now).toBeGreaterThan(58)
      expect(Number(reset) - now).toBeLessThan(62)
    }
  })

  it('allow a request after waiting exactly Retry-After, in 200 of 200 runs', async () => {
    const accounts = ['patient-1', 'patient-2', 'patient-3', 'patient-4'] // of 50 keys each
    for (const account of accounts) await accountKey(stores, account, 'scale')
    const keys = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        namedKey(stores, accounts[n % 4] ?? '', `k${n}`, 'read', { capPerMinute: 1 }),
      ),
    )
    let succeeded = 0
    await Promise.all(
      keys.map(async ({ key }, n) => {
        await wait(n * 7) // spread over a second
        expect((await askAny('/food/1', { key })).status).toBe(200)
        await wait(Math.random() * 3_000)
        const rejected = await askAny('/food/1', { key })
        const seconds = Number(rejected.headers['retry-after'])
        expect([rejected.status, rejected.json.detail]).toEqual([
          429,
          `Rate limit exceeded. Retry in ${seconds} seconds.`,
        ])
        await wait(seconds * 1000)
        if ((await askAny('/food/1', { key })).status === 200) succeeded++
      }),
    )
    expect(succeeded).toBe(200)
  })

  it('share the account limit between named keys and enforce a tighter key limit', async () => {
    const account = await accountKey(stores, 'pool', 'pro')
    const named = await namedKey(stores, 'pool', 'ci', 'read')
    const capped = await namedKey(stores, 'pool', 'capped', 'read', { capPerMinute: 5 })
    const left = async (key: string) => rateHeaders(await askAny('/food/1', { key })).slice(0, 2)
    expect(await left(account)).toEqual(['60', '59'])
    expect(await left(named.key)).toEqual(['60', '58'])
    expect(await left(capped.key)).toEqual(['5', '4'])
    expect(await left(account)).toEqual(['60', '56'])
    for (let n = 0; n < 4; n++) await askAny('/food/1', { key: capped.key })
    const rejected = await askAny('/food/1', { key: capped.key })
    expect([rejected.status, ...rateHeaders(rejected).slice(0, 2)]).toEqual([429, '5', '0'])
    expect(await left(named.key)).toEqual(['60', '51'])
  })

  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const times = <T>(count: number, request: T): T[] => Array.from({ length: count }, () => request)
  const passed = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length

  /** Sends the requests to the nodes in turn, 20 at a time. */
  async function sendAll(requests: Parameters<typeof ask>[2][]): Promise<Answer[]> {
    const answers: Answer[] = []
    const waiting = requests.values()
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        for (const request of waiting) answers.push(await askAny('/food/1', request))
      }),
    )
    return answers
  }

  it('allow exactly 30 of 90 anonymous requests of each address', async () => {
    const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '2001:db8:5:1::1']
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

  it('count a capped key of a free account by key and by address, and a rejected request by neither', async () => {
    await accountKey(stores, 'free', 'starter')
    const { key } = await namedKey(stores, 'free', 'c', 'read', { capPerMinute: 5 })
    const addresses = Array.from({ length: 10 }, (_, n) => `192.0.2.${100 + n}`)
    const capped = await sendAll(addresses.map(address => ({ key, ...from(address) })))
    expect(passed(capped)).toBe(5)
    for (const { status, headers } of capped) {
      expect(headers['x-ratelimit-limit']).toBe('5')
      if (status === 429) expect(headers['x-ratelimit-remaining']).toBe('0')
    }
    const anonymous = await sendAll(addresses.flatMap(address => times(40, from(address))))
    expect(passed(anonymous)).toBe(10 * 30 - 5)
  })

  it('reject a revoked key on every node within a second', async () => {
    await accountKey(stores, 'revoking', 'scale')
    for (let round = 0; round < 10; round++) {
      const { id, key } = await namedKey(stores, 'revoking', `r${round}`, 'read')
      for (const node of nodes) expect((await ask(node.apiUrl, '/food/1', { key })).status).toBe(200)
      await stores.sql('update api_keys set revoked_at = now() where id = $1', [id])
      const revokedAt = performance.now()
      for (const node of nodes) {
        while ((await ask(node.apiUrl, '/food/1', { key })).status === 200) {
          expect(performance.now() - revokedAt).toBeLessThan(1_000)
          await wait(20)
        }
      }
      expect(performance.now() - revokedAt).toBeLessThan(1_000)
    }
  })

  it('apply a plan change on every node within a second', async () => {
    const key = await accountKey(stores, 'growing', 'pro')
    const limitOf = async (node: ServiceProcess) => rateHeaders(await ask(node.apiUrl, '/food/1', { key }))[0]
    for (const node of nodes) expect(await limitOf(node)).toBe('60')
    await stores.sql("update accounts set plan = 'scale' where name = 'growing'")
    await wait(1_000)
    for (const node of nodes) expect(await limitOf(node)).toBe('400')
  })

  it('count an IP address across both nodes despite forged headers', async () => {
    const forwarded = (chain: string) => askAny('/search', { headers: { 'x-forwarded-for': chain } })
    const honest = await forwarded('198.51.100.7')
    expect(honest.status).toBe(422)
    const [row] = await redisKeys('limit:ip:198.51.100.7:minute')
    expect(row).toBe('1')
    await forwarded('203.0.113.1, 198.51.100.7')
    expect(await redisKeys('limit:ip:198.51.100.7:minute')).toEqual(['2'])
    expect(await redisKeys('limit:ip:203.0.113.1:minute')).toEqual([null])
  })
})

async function redisKeys(name: string): Promise<(string | null)[]> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(stores.redisUrl)
  const count = await redis.hmget(name, 'count')
  redis.disconnect()
  return count
}
