// larder doctor: everything works, then each part broken.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { programArguments } from '../../../lab/build.ts'
import { createLegalFolder, legalTemplates } from '../../../lab/catalogs/legal-folder.ts'
import { type MailServer, startMailServer } from '../../../lab/servers/mail-server.ts'
import { startProvider, type TestProvider } from '../../../lab/servers/oidc-provider.ts'
import { type PaymentServer, startPaymentServer } from '../../../lab/servers/payment-server.ts'
import { type RedisServer, startRedis } from '../../../lab/servers/redis-server.ts'
import { startS3Server } from '../../../lab/servers/s3-server.ts'
import { environmentFor } from '../../../lab/service.ts'
import { readConfig } from '../../../src/main/config.ts'
import {
  checkDatabase,
  checkDisk,
  checkReplicas,
  checkServer,
  checkSettings,
  type ServerFacts,
} from '../../../src/main/doctor/check-database.ts'
import { checkRedis } from '../../../src/main/doctor/check-redis.ts'
import {
  checkBilling,
  checkMail,
  checkPhotos,
  checkProviders,
} from '../../../src/main/doctor/check-services.ts'
import { checkWebsite } from '../../../src/main/doctor/check-website.ts'
import type { Finding } from '../../../src/main/doctor/finding.ts'
import { createStores, storesForTest, type TestStores } from '../../support/database.ts'

const legal = createLegalFolder()
let stores: TestStores
let redis: RedisServer
let mail: MailServer
let provider: TestProvider
let payments: PaymentServer
beforeAll(async () => {
  stores = await createStores('fixture-foods')
  ;[redis, mail, provider, payments] = await Promise.all([
    startRedis(),
    startMailServer(),
    startProvider(['http://127.0.0.1/callback']),
    startPaymentServer(),
  ])
})
afterAll(async () => {
  legal.remove()
  provider.stop()
  await Promise.all([redis.remove(), mail.stop(), payments.stop()])
  await stores.drop()
})

const providerSetting = (issuer: string) =>
  JSON.stringify([{ ...provider, id: 'example', name: 'Example', issuer, people: undefined }])

const environment = (overrides: Record<string, string> = {}) =>
  environmentFor(
    { databaseUrl: stores.databaseUrl, redisUrl: redis.url },
    {
      SMTP_URL: mail.url,
      OIDC_PROVIDERS: providerSetting(provider.issuer),
      ...payments.environment,
      LEGAL_DIR: legal.path,
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
    await stores.sql(
      `alter database ${new URL(stores.databaseUrl).pathname.slice(1)} set jit = off; alter database ${new URL(stores.databaseUrl).pathname.slice(1)} set random_page_cost = 1.1`,
    )
    const { code, stdout } = await larder([])
    expect(code, stdout).toBe(0)
    const lines = stdout.trimEnd().split('\n')
    expect(lines.filter(line => !/^ok {7}[a-z-]+: /.test(line))).toEqual([])
    for (const part of ['database', 'disk', 'redis', 'mail', 'sign-in', 'billing', 'photos', 'website'])
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
  it('has settings that make queries slow', async () => {
    const slow = await storesForTest()
    const name = new URL(slow.databaseUrl).pathname.slice(1)
    await slow.sql(`alter database ${name} set jit = on; alter database ${name} set random_page_cost = 4`)
    expect(complaints(await checkDatabase(config({ DATABASE_URL: slow.databaseUrl })))).toEqual([
      expect.stringContaining('warning: jit is on'),
      expect.stringContaining('warning: random_page_cost is 4'),
    ])
  })

  const facts: ServerFacts = {
    version: '15.1',
    versionNumber: 150_001,
    isReplica: false,
    jit: 'off',
    sharedBuffers: 2 ** 30,
    randomPageCost: 1.1,
    databaseBytes: 2 ** 32,
    dataDirectory: '/',
  }
  it('has too little memory, an old version, or is a replica', () => {
    expect(complaints(checkSettings(facts))).toEqual([])
    expect(complaints(checkSettings({ ...facts, sharedBuffers: 2 ** 27 }))).toEqual([
      expect.stringContaining('shared_buffers is 128 MB and the database 4,096 MB'),
    ])
    expect(complaints(checkServer('db', facts))).toEqual([])
    expect(complaints(checkServer('db', { ...facts, versionNumber: 140_009, version: '14.9' }))).toEqual([
      'problem: PostgreSQL 14.9 at db is too old. Upgrade it to 15 or newer',
    ])
    expect(complaints(checkServer('db', { ...facts, isReplica: true }))).toEqual([
      expect.stringContaining('problem: db is a replica'),
    ])
  })
  it('has a disk without room for an import, which only a server on this machine can show', async () => {
    const full = { ...facts, databaseBytes: 2 ** 60 }
    expect((await checkDisk('127.0.0.1', full)).level).toBe('problem')
    expect((await checkDisk('db.example', full)).message).toContain('cannot be seen from here')
    expect((await checkDisk('127.0.0.1', { ...full, dataDirectory: '/nowhere' })).level).toBe('ok')
  })
  it('has a replica that cannot be reached, or that is none', async () => {
    const urls = `postgresql://${closed}/larder,${stores.databaseUrl}`
    expect(complaints(await checkReplicas(config({ DATABASE_REPLICA_URLS: urls })))).toEqual([
      `problem: ${closed}: ${closed} ${refused}. Check DATABASE_REPLICA_URLS`,
      expect.stringContaining('is not a replica'),
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
    const findings = await Promise.all([checkMail, checkProviders, checkBilling].map(check => check(none)))
    expect(findings.flat().map(({ level }) => level)).toEqual(['ok', 'ok', 'ok'])
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
  it('sign-in: the provider cannot be reached, or has no discovery document', async () => {
    for (const issuer of [`http://${closed}`, payments.settings.apiUrl]) {
      const setting = { OIDC_PROVIDERS: providerSetting(issuer) }
      expect(complaints(await checkProviders(config(setting)))).toEqual([
        expect.stringMatching(/^problem: example: .* Check the issuer in OIDC_PROVIDERS$/),
      ])
    }
  })
  it('billing: the key is wrong, or a price is unknown or archived', async () => {
    const wrongKey = complaints(await checkBilling(config({ STRIPE_SECRET_KEY: 'sk_test_wrong' })))
    expect(wrongKey[0]).toMatch(
      /^problem: Stripe did not accept the request \(StripeAuthenticationError 401.*STRIPE_SECRET_KEY/,
    )
    expect(complaints(await checkBilling(config({ STRIPE_PRICE_PRO: 'price_wrong' })))).toEqual([
      'problem: Stripe has no price price_wrong for this key. Correct STRIPE_PRICE_PRO',
    ])
    payments.archivedPrices.add('price_scale')
    onTestFinished(() => payments.archivedPrices.clear())
    expect(complaints(await checkBilling(config()))).toEqual([
      expect.stringMatching(/price_scale is archived .* Correct STRIPE_PRICE_SCALE$/),
    ])
  })
})

describe('website', () => {
  it('shows the legal texts and the contact', async () => {
    expect((await checkWebsite(config())).map(({ level, message }) => `${level}: ${message}`)).toEqual([
      'ok: /privacy shows privacy.md',
      'ok: /terms shows terms.md',
      'ok: /imprint shows imprint.md',
      'ok: the contact page names hello@larder.example',
    ])
  })
  it('has no legal texts and no contact', async () => {
    const nothing = { LEGAL_DIR: '', CONTACT_EMAIL: '' }
    expect(complaints(await checkWebsite(config(nothing)))).toEqual([
      expect.stringMatching(/^warning: no privacy, terms or imprint page: .* set LEGAL_DIR$/),
      'warning: the contact page names no address: CONTACT_EMAIL is empty, and there is no /.well-known/security.txt',
    ])
    expect(complaints(await checkWebsite(config({ ...nothing, DEPLOYMENT_PROFILE: 'self-hosted' })))).toEqual(
      [],
    )
  })
  it('lacks one text, and another is not filled in', async () => {
    const folder = createLegalFolder({ 'terms.md': 'By {{name}}.', 'imprint.md': '' })
    onTestFinished(folder.remove)
    expect(complaints(await checkWebsite(config({ LEGAL_DIR: folder.path })))).toEqual([
      'problem: terms.md is not shown until it is filled in: {{name}}',
      `warning: no imprint page: ${folder.path} has no imprint.md, or it is empty. Add it`,
    ])
  })
  it('does not show the templates, and cannot read a folder that does not exist', async () => {
    const findings = await checkWebsite(config({ LEGAL_DIR: legalTemplates }))
    expect(findings.filter(({ level }) => level === 'problem')).toHaveLength(3)
    expect(complaints(await checkWebsite(config({ LEGAL_DIR: '/no/such/folder' })))).toEqual([
      expect.stringMatching(/^problem: the legal texts cannot be read: ENOENT.* Check LEGAL_DIR$/),
    ])
  })
})

describe('photos', () => {
  it('are kept in a folder that can be written', async () => {
    expect(await checkPhotos(config())).toEqual([
      { part: 'photos', level: 'ok', message: 'not accepted: PHOTO_STORE is empty' },
    ])
    const folder = `${legal.path}/photos`
    expect(await checkPhotos(config({ PHOTO_STORE: `file:${folder}` }))).toEqual([
      { part: 'photos', level: 'ok', message: `${folder} can be written and read` },
    ])
    expect(complaints(await checkPhotos(config({ PHOTO_STORE: 'file:/dev/null/photos' })))).toEqual([
      expect.stringMatching(/^problem: \/dev\/null\/photos: .*Check PHOTO_STORE$/),
    ])
  })
  it('are kept in a bucket that accepts the key', async () => {
    const { settings, stop } = await startS3Server('labels')
    onTestFinished(stop)
    const bucket = (secret: string) =>
      config({
        PHOTO_STORE: `s3://labels?endpoint=${settings.endpoint}&region=eu-test-1`,
        PHOTO_STORE_KEY_ID: settings.accessKeyId,
        PHOTO_STORE_SECRET: secret,
      })
    expect(complaints(await checkPhotos(bucket(settings.secretAccessKey)))).toEqual([])
    const { host } = new URL(settings.endpoint)
    expect(complaints(await checkPhotos(bucket('wrong')))).toEqual([
      `problem: labels at ${host}: the bucket labels answered 403 (SignatureDoesNotMatch). Check PHOTO_STORE`,
    ])
  })
})
