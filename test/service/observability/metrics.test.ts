import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, it, vi } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { visitWebsite } from '../../../lab/clients/web-visitor.ts'
import { findFreePort } from '../../../lab/servers/free-port.ts'
import { withFixtureService } from '../../support/fixture-service.ts'
import { accountKey } from '../../support/keys.ts'

vi.setConfig({ testTimeout: 90_000 })

const port = String(await findFreePort())
const fixture = withFixtureService({
  SMTP_URL: 'smtp://127.0.0.1:1',
  WEB_PORT: port,
  WEB_PUBLIC_URL: `http://127.0.0.1:${port}`,
})
let key: string
beforeAll(async () => {
  key = await accountKey(fixture.stores, 'seen', 'pro')
})

/** Value of a series in /metrics; undefined if it does not exist. */
async function read(line: string): Promise<number | undefined> {
  const text = await (await fetch(fixture.service.metricsUrl)).text()
  const found = text.split('\n').find(each => each.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

/** Polls, because a response is counted shortly after the client has received it. */
async function readUntil(line: string, isExpected: (value: number) => boolean): Promise<void> {
  for (let attempts = 0; ; attempts++) {
    const value = await read(line)
    if (value !== undefined && isExpected(value)) return
    if (attempts === 1_200) throw new Error(`${line} is ${value}`)
    await wait(50)
  }
}

const requestCount = (server: string, route: string, status: number, clientType: string) =>
  `larder_http_request_duration_seconds_count{server="${server}",route="${route}",status="${status}",client_type="${clientType}"}`

it('reports version, revision and Node.js version as build info', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  // Run from source, so there is no revision.
  const labels = `version="${version}",revision="unknown",node_version="${process.version}"`
  expect(await read(`larder_build_info{${labels}}`)).toBe(1)
})

it('counts requests by server, route, status and client type', async () => {
  await fixture.ask('/food/1')
  await fixture.ask('/food/1', { key })
  await fixture.ask('/barcode/00000000', { key })
  await ask(fixture.service.websiteUrl, '/categories')
  await readUntil(requestCount('api', '/food/:food_id', 200, 'anonymous'), value => value === 1)
  await readUntil(requestCount('api', '/food/:food_id', 200, 'pro'), value => value === 1)
  await readUntil(requestCount('api', '/barcode/:code', 404, 'pro'), value => value === 1)
  await readUntil(requestCount('website', '/categories', 200, 'visitor'), value => value === 1)
})

it('keeps the number of series constant for unknown paths', async () => {
  const requestUnknownPaths = (name: string) =>
    Promise.all([
      ...['/', '/food/', '/docs/', '/v1/'].map(path => fixture.ask(`${path}${name}/x`)),
      ...['/', '/food/', '/category/', '/assets/'].map(path =>
        ask(fixture.service.websiteUrl, `${path}${name}/x`),
      ),
    ])
  const lines = async () => {
    const text = await (await fetch(fixture.service.metricsUrl)).text()
    return text.split('\n').filter(line => line.startsWith('larder_http_request_duration_seconds_count'))
      .length
  }
  const unknown = requestCount('website', 'unknown', 404, 'visitor')
  await requestUnknownPaths('first')
  await readUntil(requestCount('api', 'unknown', 401, 'anonymous'), value => value >= 3)
  await readUntil(unknown, value => value >= 2)
  const before = await lines()
  const already = (await read(unknown)) ?? 0
  // Not all at once: the website rejects an address with too many pages at a time, which is another status.
  for (let n = 0; n < 20; n++) await requestUnknownPaths(`other-${n}`)
  await readUntil(unknown, value => value >= already + 40)
  expect(await lines()).toBe(before)
})

it('times searches by phase on both servers', async () => {
  const phase = (name: string) => `larder_search_phase_duration_seconds_count{phase="${name}"}`
  await fixture.ask('/search?q=milk')
  await ask(fixture.service.websiteUrl, '/search?q=milk')
  for (const name of ['rewrite', 'retrieve', 'rank', 'fetch'])
    await readUntil(phase(name), value => value >= 2)
})

it('reports whether Redis is up, and command durations', async () => {
  await fixture.ask('/food/1', { key })
  expect(await read('larder_redis_up')).toBe(1)
  await readUntil('larder_redis_command_duration_seconds_count', value => value > 0)
  expect(await read('larder_redis_command_errors_total')).toBe(0)
})

it('reports the number of foods and the age of the catalog', async () => {
  await fixture.stores.sql(`
    update catalog_stats set foods = 77, refreshed_at = to_timestamp(1000), newest_change = null;
    insert into sync_cursors (source, cursor) values ('off', 2000)`)
  await readUntil('larder_catalog_foods', value => value === 77)
  expect(await read('larder_catalog_last_update_timestamp_seconds')).toBe(1000)
  expect(await read('larder_catalog_newest_source_change_timestamp_seconds')).toBeNaN()
  expect(await read('larder_sync_cursor_timestamp_seconds{source="off"}')).toBe(2000)
})

it('reports when background jobs last succeeded', async () => {
  for (const job of ['retention', 'key reminders'])
    await readUntil(
      `larder_job_last_success_timestamp_seconds{job="${job}"}`,
      seconds => Math.abs(Date.now() / 1000 - seconds) < 300,
    )
})

it('reports signed-in visitors as a client type, and counts failed mails', async () => {
  const ann = visitWebsite(fixture.service.websiteUrl)
  const who = { name: 'ann', email: 'ann@example.org', password: 'a long enough password of Ann' }
  expect((await ann.send('/sign-up', '/sign-up', who)).status).toBe(303)
  await ann.open('/account')
  await readUntil(requestCount('website', '/account', 200, 'account'), value => value === 1)
  await readUntil('larder_mail_send_errors_total', value => value === 1)
})
