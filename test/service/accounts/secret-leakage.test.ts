// After a full account lifecycle, no secret is found in the database, in Redis or in the log.
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { findFreePort } from '../../../lab/servers/free-port.ts'
import { startMailServer } from '../../../lab/servers/mail-server.ts'
import { startProvider } from '../../../lab/servers/oidc-provider.ts'
import { startPaymentServer } from '../../../lab/servers/payment-server.ts'
import { type RedisServer, startRedis } from '../../../lab/servers/redis-server.ts'
import { type ServiceProcess, spawnService } from '../../../lab/service.ts'
import { runAccountStory, type StoryResult } from '../../support/account-story.ts'
import { createStores, type TestStores } from '../../support/database.ts'
import {
  dumpDatabase,
  dumpRedis,
  findSecrets,
  listenToRedis,
  type Secret,
} from '../../support/secret-sweep.ts'

const keySecret = randomBytes(32).toString('hex')
let stores: TestStores
let ownRedis: RedisServer
let redis: Redis
let service: ServiceProcess
let stopOthers: () => Promise<void>
let story: StoryResult
const seen = { database: '', redis: '' }

beforeAll(async () => {
  // A separate server, because all Redis traffic is monitored.
  ownRedis = await startRedis()
  stores = { ...(await createStores('fixture-foods')), redisUrl: `${ownRedis.url}/0` }
  redis = new Redis(stores.redisUrl)
  const port = await findFreePort()
  const websiteUrl = `http://localhost:${port}`
  const mails = await startMailServer()
  const provider = await startProvider([`${websiteUrl}/sign-in/example/callback`])
  const payments = await startPaymentServer()
  const { issuer, clientId, clientSecret } = provider
  service = await spawnService(stores, {
    SECRET_KEY: keySecret,
    LOG_LEVEL: 'trace',
    WEB_PORT: String(port),
    WEB_PUBLIC_URL: websiteUrl,
    SMTP_URL: mails.url,
    OIDC_PROVIDERS: JSON.stringify([{ id: 'example', name: 'Example', issuer, clientId, clientSecret }]),
    ...payments.environment,
  })
  const listening = await listenToRedis(stores.redisUrl)
  const look = async () => {
    seen.database += await dumpDatabase(stores.databaseUrl)
    seen.redis += await dumpRedis(redis)
  }
  story = await runAccountStory({ ...service, websiteUrl, mails, provider, payments, onStep: look })
  story.secrets.push({ name: 'SECRET_KEY', value: keySecret })
  await look()
  seen.redis += listening.heard()
  await ask(service.apiUrl, '/food/1?the-end')
  while (!service.output().includes('the-end')) await wait(10)
  listening.stop()
  stopOthers = async () => {
    await mails.stop()
    provider.stop()
    await payments.stop()
  }
})

afterAll(async () => {
  await service.stop()
  await stopOthers() // it kept connections to them
  redis.disconnect()
  await ownRedis.remove()
  await stores.drop()
})

it('leaks no issued or entered secret in any encoding', () => {
  const places = { ...seen, log: service.output(), download: story.download }
  const sizes = Object.entries(places).map(([place, text]) => `${place} ${Buffer.byteLength(text)}`)
  const different = new Set(story.secrets.map(({ value }) => value))
  console.log(`${different.size} secrets looked for in bytes of ${sizes.join(', ')}`)
  expect(findSecrets(story.secrets, places)).toEqual([])
  expect(different.size).toBeGreaterThan(100)
  // Make sure that the searched output covers the whole run.
  expect(seen.database).toContain('key rotated')
  expect(seen.redis).toContain('attempts:')
  expect(places.log).toContain('/billing/webhook')
  expect(places.log).toMatch(/"\/food\/1\?key=larder_read_…"/)
})

// The following tests verify that the search detects leaks.
const planted: Secret = { name: 'planted', value: randomBytes(24).toString('base64url') }

it('detects a secret in the database', async () => {
  const bytes = Buffer.from(planted.value)
  await stores.sql("update api_keys set secret_hash = $1 where name = 'shop'", [bytes])
  expect(findSecrets([planted], { database: await dumpDatabase(stores.databaseUrl) })).toEqual([
    { name: 'planted', location: 'database', form: 'hex' },
  ])
})

it('detects a secret in Redis in any type of key', async () => {
  const listening = await listenToRedis(stores.redisUrl)
  await redis.hset('planted:hash', 'field', Buffer.from(planted.value).toString('base64'))
  expect(findSecrets([planted], { redis: await dumpRedis(redis) })).toContainEqual({
    name: 'planted',
    location: 'redis',
    form: 'base64',
  })
  await redis.del('planted:hash')
  for (const plant of [
    () => redis.set('planted', planted.value),
    () => redis.sadd('planted', planted.value),
    () => redis.rpush('planted', planted.value),
    () => redis.zadd('planted', 1, planted.value),
    () => redis.set(`planted:${planted.value}`, ''),
  ]) {
    await plant()
    expect(findSecrets([planted], { redis: await dumpRedis(redis) })).not.toEqual([])
    await redis.del('planted', `planted:${planted.value}`)
  }
  expect(findSecrets([planted], { redis: await dumpRedis(redis) })).toEqual([])
  // Short-lived keys are detected too.
  while (!listening.heard().includes(planted.value)) await wait(10)
  listening.stop()
})

it('detects a secret in the log', async () => {
  const before = service.output().length
  await ask(service.apiUrl, `/food/1?by=${planted.value}`)
  while (!service.output().slice(before).includes('/food/1')) await wait(10)
  expect(findSecrets([planted], { log: service.output() })).toContainEqual({
    name: 'planted',
    location: 'log',
    form: 'raw',
  })
})
