// PostgreSQL is slow, hangs, or accepts no more connections: fast 503s and automatic recovery.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { ask } from '../../lab/clients/http.ts'
import { type SlowLink, startSlowLink } from '../../lab/proxies/slow-link.ts'
import { printMeasurement } from '../../lab/report.ts'
import { startService } from '../../lab/service.ts'
import type { RunningService } from '../../src/main/serve.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { createStores, type TestStores } from '../support/database.ts'
import { accountKey } from '../support/keys.ts'

const timeouts = {
  // Cached responses do not need PostgreSQL.
  RESPONSE_CACHE_MB: '0',
  DATABASE_STATEMENT_TIMEOUT_MS: '600',
}
const paths = ['/food/1', '/barcode/0042100005264', '/search?q=milk', '/foods/popular', '/foods/categories']
// Twice the target, because tests run in parallel on few cores.
const slack = 2
const maxConnections = 12

let stores: TestStores
let link: SlowLink
let service: RunningService
let key: string
beforeAll(async () => {
  stores = await createStores('fixture-foods')
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

const unreachable = 'The database cannot be reached. Retry in 1 seconds.'
const timedOut = 'The database did not answer in time. Retry in 1 seconds.'

async function timed(url: string, path: string, withKey?: string) {
  const start = performance.now()
  const { status, json, headers } = await ask(url, path, { key: withKey })
  return { status, json, headers, ms: performance.now() - start }
}

/** Sends many requests at once: each gets a 503 with Retry-After while `/health` responds. Returns the maxMs time. */
async function expectAll503(url: string, withKey?: string): Promise<number> {
  const asked = Array.from({ length: 40 }, (_, n) => timed(url, paths[n % paths.length] ?? '', withKey))
  const health = await timed(url, '/health')
  expect([health.status, health.json]).toEqual([200, { status: 'ok', foods_in_db: 300 }])
  const answers = await Promise.all(asked)
  for (const { status, json, headers } of answers) {
    expect([status, Object.keys(json)]).toEqual([503, ['detail']])
    expect([timedOut, unreachable]).toContain(json.detail)
    expect(headers['retry-after']).toBe('1')
  }
  return Math.max(...answers.map(({ ms }) => ms))
}

async function expectRecovery(url: string): Promise<void> {
  for (const start = performance.now(); ; await wait(50)) {
    const answers = await Promise.all(paths.map(path => timed(url, path)))
    if (answers.every(({ status }) => status === 200)) return
    expect(performance.now() - start).toBeLessThan(15_000)
  }
}

it('returns fast 503s while PostgreSQL is slow', async () => {
  await expectRecovery(service.apiUrl)
  link.delayMs = 2_000
  const maxMs = await expectAll503(service.apiUrl)
  printMeasurement('a slow database: slowest response', maxMs, 'ms')
  expect(maxMs).toBeLessThan(1_000 * slack)
  link.delayMs = 0
  await expectRecovery(service.apiUrl)
})

it('returns fast 503s while PostgreSQL hangs, including during key lookup', async () => {
  link.isSilent = true
  const maxMs = await expectAll503(service.apiUrl, key)
  printMeasurement('a database that hangs: slowest response', maxMs, 'ms')
  // One second for the key lookup and one for the food.
  expect(maxMs).toBeLessThan(2_000 * slack)
  link.isSilent = false
  await expectRecovery(service.apiUrl)
})

it('returns fast 503s when PostgreSQL accepts no more connections', async () => {
  const { pathname } = new URL(stores.databaseUrl)
  // Connection limits do not apply to superusers such as the user of the tests.
  const role = `plain_${pathname.slice(1)}`
  await stores.sql(`create role ${role} login connection limit ${maxConnections}`)
  await stores.sql(`grant select, insert, update, delete on all tables in schema public to ${role}`)
  const url = Object.assign(new URL(stores.databaseUrl), { username: role }).href
  const full = await startService({ ...stores, databaseUrl: url }, timeouts)
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
  // The service may reconnect first, so its connections are closed until all are taken.
  while (others.length < maxConnections) {
    if (await isTaken()) continue
    await stores.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and application_name like 'larder%'`,
      [role],
    )
    await wait(10)
  }
  const maxMs = await expectAll503(full.apiUrl)
  printMeasurement('no connection left: slowest response', maxMs, 'ms')
  expect(maxMs).toBeLessThan(1_000 * slack)
  await Promise.all(others.splice(0).map(other => other.end()))
  await expectRecovery(full.apiUrl)
})

describe('the reason of a 503', () => {
  let patient: RunningService
  beforeAll(async () => {
    // Opening a connection takes long while other tests use the cores, and must not be what times out.
    patient = await startService(stores, { RESPONSE_CACHE_MB: '0', DATABASE_STATEMENT_TIMEOUT_MS: '3000' })
  })
  afterAll(async () => void (await patient.stop()))

  /** Lookups, lists and searches, on the API and on the website in English. */
  async function expectReasons(detail: string, text: string): Promise<void> {
    for (const path of ['/food/1', '/barcode/0042100005264', '/search?q=milk', '/foods/popular']) {
      const { status, json, headers } = await ask(patient.apiUrl, path)
      expect([path, status, headers['retry-after'], json]).toEqual([path, 503, '1', { detail }])
    }
    for (const path of ['/food/1', '/search?q=milk', '/popular']) {
      const page = await ask(patient.websiteUrl, path)
      const [, shown] = /<p class="muted lead-s">(.*?)<\/p>/.exec(page.text) ?? []
      expect([path, page.status, page.headers['retry-after'], shown]).toEqual([path, 503, '1', text])
    }
  }

  it('is that a statement timed out', async () => {
    await expectRecovery(patient.apiUrl)
    await withConnection(stores.databaseUrl, async locker => {
      await locker.query('begin; lock table foods in access exclusive mode')
      await expectReasons(timedOut, 'The database did not answer in time. Please try again in a few seconds.')
      await locker.query('rollback')
    })
    await expectRecovery(patient.apiUrl)
  })

  it('is that the database does not accept connections', async () => {
    await expectRecovery(patient.apiUrl)
    const name = new URL(stores.databaseUrl).pathname.slice(1)
    const allowConnections = (isAllowed: boolean) =>
      withConnection(inject('databaseUrl'), async admin => {
        await admin.query(`alter database ${name} allow_connections ${isAllowed}`)
        const larder = "datname = $1 and application_name like 'larder%'"
        await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${larder}`, [name])
      })
    onTestFinished(() => allowConnections(true))
    await allowConnections(false)
    await expectReasons(
      unreachable,
      'The database cannot be reached right now. No changes were made. Please try again in a few seconds.',
    )
    await allowConnections(true)
    await expectRecovery(patient.apiUrl)
  })
})
