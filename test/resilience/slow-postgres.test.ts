// A PostgreSQL that is slow, goes silent, or takes no more connections: fast 503s, and service again without help.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { ask } from '../../lab/clients/http.ts'
import { tell } from '../../lab/measurements.ts'
import { type SlowLink, startSlowLink } from '../../lab/proxies/slow-link.ts'
import { startService } from '../../lab/service.ts'
import type { RunningService } from '../../src/main/serve.ts'
import { createStores, type TestStores } from '../support/database.ts'
import { accountKey } from '../support/keys.ts'

const timeouts = { DATABASE_POOL_TIMEOUT_MS: '300', DATABASE_STATEMENT_TIMEOUT_MS: '600' }
const paths = ['/food/1', '/barcode/0042100005264', '/search?q=milk', '/foods/popular', '/foods/categories']
// Twice what is promised: the tests share two cores with each other.
const slack = 2

let stores: TestStores
let link: SlowLink
let service: RunningService
let key: string
beforeAll(async () => {
  stores = await createStores('demo-foods')
  key = await accountKey(stores, 'slow', 'scale')
  const { hostname, port } = new URL(stores.databaseUrl)
  link = await startSlowLink(hostname, Number(port))
  const databaseUrl = Object.assign(new URL(stores.databaseUrl), { port: String(link.port) }).href
  service = await startService({ ...stores, databaseUrl }, timeouts)
})
afterAll(async () => {
  link.delayMs = 0
  link.isSilent = false
  await service.stop()
  link.stop()
  await stores.drop()
})

async function timed(url: string, path: string, withKey?: string) {
  const start = performance.now()
  const { status, json, headers } = await ask(url, path, { key: withKey })
  return { status, json, headers, ms: performance.now() - start }
}

/** Many at once, each a 503 that says when to come again; `/health` answers meanwhile. Returns the slowest. */
async function refusesAll(url: string, withKey?: string): Promise<number> {
  const asked = Array.from({ length: 40 }, (_, n) => timed(url, paths[n % paths.length] ?? '', withKey))
  const health = await timed(url, '/health')
  expect([health.status, health.json]).toEqual([200, { status: 'ok', foods_in_db: 300 }])
  const answers = await Promise.all(asked)
  for (const { status, json, headers } of answers) {
    expect([status, json]).toEqual([503, { detail: 'The database cannot be reached. Retry in 1 seconds.' }])
    expect(headers['retry-after']).toBe('1')
  }
  return Math.max(...answers.map(({ ms }) => ms))
}

async function servesAgain(url: string): Promise<void> {
  for (const start = performance.now(); ; await wait(50)) {
    const answers = await Promise.all(paths.map(path => timed(url, path)))
    if (answers.every(({ status }) => status === 200)) return
    expect(performance.now() - start).toBeLessThan(15_000)
  }
}

it('slow', async () => {
  await servesAgain(service.apiUrl)
  link.delayMs = 2_000
  const slowest = await refusesAll(service.apiUrl)
  tell('a slow database: slowest answer', slowest, 'ms')
  expect(slowest).toBeLessThan(1_000 * slack)
  link.delayMs = 0
  await servesAgain(service.apiUrl)
})

it('silent, also for callers whose key is looked for', async () => {
  link.isSilent = true
  const slowest = await refusesAll(service.apiUrl, key)
  tell('a database that hangs: slowest answer', slowest, 'ms')
  // A second for the key, a second for the food.
  expect(slowest).toBeLessThan(2_000 * slack)
  link.isSilent = false
  await servesAgain(service.apiUrl)
})

it('no connection left', async () => {
  const { pathname } = new URL(stores.databaseUrl)
  // Limits do not hold for superusers, which the tests' own user is.
  const role = `plain_${pathname.slice(1)}`
  await stores.sql(`create role ${role} login connection limit 12`)
  await stores.sql(`grant select, insert, update, delete on all tables in schema public to ${role}`)
  const url = Object.assign(new URL(stores.databaseUrl), { username: role }).href
  const full = await startService({ ...stores, databaseUrl: url }, { ...timeouts, USAGE_METERING: 'off' })
  const others: pg.Client[] = []
  onTestFinished(async () => {
    await full.stop()
    await Promise.all(others.map(other => other.end()))
    await stores.sql(`drop owned by ${role}`)
    await stores.sql(`drop role ${role}`)
  })
  const isTaken = async () => {
    const other = new pg.Client({ connectionString: url })
    other.on('error', () => undefined)
    const connected = await other.connect().then(
      () => true,
      () => false,
    )
    if (connected) others.push(other)
    return connected
  }
  while (await isTaken());
  await stores.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and application_name like 'larder%'`,
    [role],
  )
  while (others.length < 12) if (!(await isTaken())) await wait(10)
  const slowest = await refusesAll(full.apiUrl)
  tell('no connection left: slowest answer', slowest, 'ms')
  expect(slowest).toBeLessThan(1_000 * slack)
  await Promise.all(others.splice(0).map(other => other.end()))
  await servesAgain(full.apiUrl)
})
