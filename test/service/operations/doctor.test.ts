// larder doctor: everything works, then each part broken.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { programArguments } from '../../../lab/build.ts'
import { type MailServer, startMailServer } from '../../../lab/servers/mail-server.ts'
import { type RedisServer, startRedis } from '../../../lab/servers/redis-server.ts'
import { environmentFor } from '../../../lab/service.ts'
import { readConfig } from '../../../src/main/config.ts'
import { checkDatabase } from '../../../src/main/doctor/check-database.ts'
import { checkRedis } from '../../../src/main/doctor/check-redis.ts'
import { checkBilling, checkMail } from '../../../src/main/doctor/check-services.ts'
import type { Finding } from '../../../src/main/doctor/finding.ts'
import { createStores, storesForTest, type TestStores } from '../../support/database.ts'

let stores: TestStores
let redis: RedisServer
let mail: MailServer
beforeAll(async () => {
  stores = await createStores('fixture-foods')
  ;[redis, mail] = await Promise.all([startRedis(), startMailServer()])
})
afterAll(async () => {
  await Promise.all([redis.remove(), mail.stop()])
  await stores.drop()
})

const environment = (overrides: Record<string, string> = {}) =>
  environmentFor(
    { databaseUrl: stores.databaseUrl, redisUrl: redis.url },
    {
      SMTP_URL: mail.url,
      CONTACT_EMAIL: 'hello@larder.example',
      ...overrides,
    },
  )
const config = (overrides: Record<string, string> = {}) => readConfig(environment(overrides))

/** As `larder doctor` prints them, without those that are ok. */
const complaints = (findings: Finding[]) =>
  findings.filter(({ level }) => level !== 'ok').map(({ level, message }) => `${level}: ${message}`)

const closed = '127.0.0.1:1'
const refused = 'refused the connection'

function larder(args: string[], overrides: Record<string, string> = {}) {
  return new Promise<{ code: unknown; stdout: string }>(resolve => {
    execFile(
      process.execPath,
      [...programArguments(), 'doctor', ...args],
      { env: { PATH: process.env['PATH'] ?? '', ...environment(overrides) } },
      (error, stdout) => resolve({ code: error?.code ?? 0, stdout }),
    )
  })
}

describe('larder doctor', () => {
  it('finds nothing wrong with one line per finding, and exits with 0', async () => {
    const { code, stdout } = await larder([])
    expect(code, stdout).toBe(0)
    const lines = stdout.trimEnd().split('\n')
    expect(lines.filter(line => !/^ok {7}[a-z-]+: /.test(line))).toEqual([])
    for (const part of ['profile', 'website', 'database', 'catalog', 'redis', 'mail', 'billing'])
      expect(stdout).toContain(`ok       ${part}: `)
  })
  it('exits with 1 when there is a problem, also as JSON', async () => {
    const { code, stdout } = await larder(['--json'], { REDIS_URL: `redis://${closed}` })
    const { problems, findings } = JSON.parse(stdout)
    expect([code, problems]).toEqual([1, 1])
    expect(findings).toContainEqual({
      part: 'redis',
      level: 'problem',
      message: `${closed}: ${closed} ${refused}. Check REDIS_URL`,
    })
  })
})

describe('database', () => {
  it('cannot be reached', async () => {
    expect(
      complaints(await checkDatabase(config({ DATABASE_URL: `postgresql://${closed}/larder` }))),
    ).toEqual([`problem: ${closed}: ${closed} ${refused}. Check DATABASE_URL`])
  })
  it('has no tables', async () => {
    const empty = await storesForTest()
    await empty.sql('drop schema public cascade; create schema public')
    expect(complaints(await checkDatabase(config({ DATABASE_URL: empty.databaseUrl })))).toContainEqual(
      expect.stringMatching(/^problem: the database has no tables of Larder\. Run: larder migrate$/),
    )
  })
  it('has no food, or has not been synced for days', async () => {
    const old = await storesForTest('fixture-foods')
    const messages = async () => complaints(await checkDatabase(config({ DATABASE_URL: old.databaseUrl })))
    await old.sql(`insert into sync_cursors (source, cursor) values ('off', extract(epoch from now())::bigint - 90000)
                     on conflict (source) do update set cursor = excluded.cursor`)
    expect(await messages()).toEqual([])
    await old.sql('update sync_cursors set cursor = cursor - 5 * 86400')
    expect(await messages()).toEqual([
      expect.stringMatching(
        /^warning: \d+ foods, last synced 6 days ago\. Check that larder sync runs every night$/,
      ),
    ])
    const empty = await storesForTest()
    expect(complaints(await checkDatabase(config({ DATABASE_URL: empty.databaseUrl })))).toEqual([
      'warning: the catalog is empty. Run larder bootstrap, or larder demo for a small one',
    ])
  })
})

describe('Redis', () => {
  it('may forget counters', async () => {
    const admin = new Redis(redis.url)
    onTestFinished(async () => {
      await admin.config('SET', 'maxmemory', '0')
      admin.disconnect()
    })
    await admin.config('SET', 'maxmemory', '100mb')
    await admin.config('SET', 'maxmemory-policy', 'allkeys-lru')
    expect(complaints(await checkRedis(config()))).toEqual([
      expect.stringContaining('warning: maxmemory-policy is allkeys-lru'),
    ])
    await admin.config('SET', 'maxmemory-policy', 'noeviction')
    expect(complaints(await checkRedis(config()))).toEqual([])
  })
  it('rejects the password, without printing it', async () => {
    const url = new URL(redis.url)
    url.username = 'nobody'
    url.password = 'hunter2secret'
    const [complaint = ''] = complaints(await checkRedis(config({ REDIS_URL: url.href })))
    expect(complaint).toMatch(/^problem: .*WRONGPASS.* Check REDIS_URL$/)
    expect(complaint).not.toContain('hunter2secret')
  })
})

describe('the services of accounts', () => {
  it('are not required', async () => {
    const none = readConfig(environmentFor(stores))
    const findings = [...(await checkMail(none)), ...checkBilling(none)]
    expect(findings.map(({ level }) => level)).toEqual(['ok', 'ok'])
  })
  it('mail: the server cannot be reached, or does not speak SMTP', async () => {
    expect(complaints(await checkMail(config({ SMTP_URL: `smtp://${closed}` })))).toEqual([
      expect.stringMatching(/^problem: 127\.0\.0\.1:1: .*ECONNREFUSED.*Check SMTP_URL$/),
    ])
    const other = createServer(socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(
      0,
      '127.0.0.1',
    )
    await once(other, 'listening')
    onTestFinished(() => {
      other.close()
    })
    const { port } = other.address() as AddressInfo
    expect(complaints(await checkMail(config({ SMTP_URL: `smtp://127.0.0.1:${port}` })))).toHaveLength(1)
  })
})
