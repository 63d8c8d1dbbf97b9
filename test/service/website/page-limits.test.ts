// Limits of the website per address: pages per minute, pages at a time, sitemaps at a time.
import { describe, expect, it, vi } from 'vitest'
import { type Answer, ask } from '../../../lab/clients/http.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { withFixtureService } from '../../support/fixture-service.ts'

const pagesPerMinute = 5
const fixture = withFixtureService({
  RATE_LIMIT_WEBSITE_PER_MINUTE: String(pagesPerMinute),
  TRUSTED_PROXIES: '127.0.0.1',
})
const open = (address: string, path: string, method = 'GET') =>
  ask(fixture.service.websiteUrl, path, { method, headers: { 'x-forwarded-for': address } })

async function openAll(address: string, path: string, count: number): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: count }, () => open(address, path)))
  return answers.map(({ status }) => status)
}

function expectRejection({ status, headers, text }: Answer, expectedStatus: number): void {
  expect(status).toBe(expectedStatus)
  expect(headers['cache-control']).toBe('no-store')
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(text).toContain(`Try again in ${headers['retry-after']} second`)
  expect(text).toContain('href="/sitemap.xml"')
}

async function waitForLockedStatements(count: number): Promise<void> {
  await vi.waitFor(async () => {
    const waiting = await fixture.stores.sql(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    expect(waiting).toHaveLength(count)
  }, 120_000)
}

describe('pages per minute', () => {
  it('counts cached pages, pages that do not exist, forms and account pages alike', async () => {
    const { static_url: food } = (await fixture.ask('/food/1')).json
    const paths = [food, food, '/nowhere', '/account', '/sign-in']
    for (const path of paths) expect((await open('192.0.2.1', path)).status).not.toBe(429)
    expectRejection(await open('192.0.2.1', food), 429)
    expectRejection(await open('192.0.2.1', '/sign-in', 'POST'), 429)
    expectRejection(await open('192.0.2.1', '/account'), 429)
    expectRejection(await open('192.0.2.1', '/search?q=milk&part=suggestions'), 429)
  })
  it('counts each address separately, and IPv6 by network', async () => {
    expect(await openAll('2001:db8:1:2::1', '/docs', pagesPerMinute)).toEqual(Array(pagesPerMinute).fill(200))
    expectRejection(await open('2001:db8:1:2::ffff', '/docs'), 429)
    expect((await open('2001:db8:1:3::1', '/docs')).status).toBe(200)
  })
  it('counts the IPv6 networks around an address: a /56 has four times its pages, a /48 16 times', async () => {
    const pagesOf = async (networks: string[]) => {
      const statuses = await Promise.all(
        networks.flatMap(network => Array.from({ length: 3 }, () => open(network, '/docs'))),
      )
      return statuses.filter(({ status }) => status === 200).length
    }
    const hex = (n: number) => n.toString(16)
    const of56 = Array.from({ length: 10 }, (_, n) => `2001:db8:2:5${hex(n)}::1`)
    expect(await pagesOf(of56)).toBe(4 * pagesPerMinute)
    const of48 = Array.from({ length: 40 }, (_, n) => `2001:db8:3:${hex(n << 8)}::1`)
    expect(await pagesOf(of48)).toBe(16 * pagesPerMinute)
  })
  it('does not count assets, /health and robots.txt', async () => {
    const { text } = await open('192.0.2.2', '/docs')
    const [stylesheet = ''] = /\/assets\/core-[\w-]+\.css/.exec(text) ?? []
    for (const path of [stylesheet, '/health', '/robots.txt']) {
      expect(await openAll('192.0.2.2', path, 2 * pagesPerMinute)).toEqual(
        Array(2 * pagesPerMinute).fill(200),
      )
    }
    expect((await open('192.0.2.2', '/docs')).status).toBe(200)
  })
  it('does not count requests to the API', async () => {
    await openAll('192.0.2.3', '/docs', 2 * pagesPerMinute)
    expect((await fixture.ask('/food/1', { headers: { 'x-forwarded-for': '192.0.2.3' } })).status).toBe(200)
  })
})

describe('sitemaps', () => {
  it('are sent to two clients at a time, one per address', async () => {
    const sent: Promise<Answer>[] = []
    await withConnection(fixture.stores.databaseUrl, async locker => {
      await locker.query('begin; lock table foods in access exclusive mode')
      for (const address of ['192.0.2.11', '192.0.2.12']) sent.push(open(address, '/sitemaps/foods-1.xml'))
      await waitForLockedStatements(2)
      expectRejection(await open('192.0.2.11', '/sitemaps/foods-1.xml'), 429)
      expectRejection(await open('192.0.2.13', '/sitemaps/foods-1.xml'), 503)
      await locker.query('rollback')
    })
    for (const { status, text } of await Promise.all(sent)) {
      expect([status, text.match(/<url>/g)?.length]).toEqual([200, 300])
    }
    expect((await open('192.0.2.13', '/sitemaps/foods-1.xml')).status).toBe(200)
  })
})
