// A primary and a synchronous replica behind an address that moves: the primary is killed under load and the replica promoted.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { loadFixtureFoods } from '../../../lab/catalogs/fixture-foods.ts'
import { ask } from '../../../lab/clients/http.ts'
import { visitWebsite } from '../../../lab/clients/web-visitor.ts'
import { startSlowLink } from '../../../lab/proxies/slow-link.ts'
import { printMeasurement } from '../../../lab/report.ts'
import { findFreePort } from '../../../lab/servers/free-port.ts'
import { startReplica } from '../../../lab/servers/postgres-replica.ts'
import { keySecret, startService } from '../../../lab/service.ts'
import { changePlan, createAccount } from '../../../src/accounts/accounts.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { byTest, openTestPool } from '../../support/keys.ts'
import { ownPostgres } from '../../support/own-servers.ts'

const paths = ['/food/1', '/barcode/0042100005264', '/search?q=milk', '/foods/popular', '/foods/categories']

it('keeps serving reads, resumes writes and loses no acknowledged write when the primary is killed', async () => {
  const primary = await ownPostgres()
  await loadFixtureFoods(primary.databaseUrl)
  const replica = await startReplica(primary.databaseUrl)
  onTestFinished(replica.remove)
  const sql = (url: string, text: string) => withConnection(url, client => client.query(text))
  // Not before the replica has been copied: promoted, it has no replica to wait for.
  await sql(primary.databaseUrl, `alter system set synchronous_standby_names = '*'`)
  await sql(primary.databaseUrl, 'select pg_reload_conf()')
  const syncState = async () =>
    (await sql(primary.databaseUrl, 'select sync_state from pg_stat_replication')).rows
  await expect.poll(syncState).toEqual([{ sync_state: 'sync' }])
  const portOf = (url: string) => Number(new URL(url).port)
  const address = await startSlowLink('127.0.0.1', portOf(primary.databaseUrl))
  onTestFinished(address.stop)
  const databaseUrl = primary.databaseUrl.replace(/:\d+/, `:${address.port}`)
  const port = await findFreePort()
  const websiteUrl = `http://localhost:${port}`
  const { apiUrl, stop } = await startService(
    { databaseUrl, redisUrl: primary.redisUrl },
    {
      DATABASE_REPLICA_URLS: replica.databaseUrl,
      DATABASE_POOL_TIMEOUT_MS: '2000',
      DATABASE_STATEMENT_TIMEOUT_MS: '5000',
      // Cached responses do not need PostgreSQL.
      RESPONSE_CACHE_MB: '0',
      RATE_LIMIT_SCALE_PER_MINUTE: '1000000',
      RATE_LIMIT_INVALID_KEYS_PER_MINUTE: '1000000',
      WEB_PORT: String(port),
      WEB_PUBLIC_URL: websiteUrl,
    },
  )
  onTestFinished(() => stop().then(() => undefined))
  const database = openTestPool({ databaseUrl }, 2)
  onTestFinished(database.close)

  async function send(expected: number, method: string, path: string, key: string, body?: object) {
    const headers = { 'content-type': 'application/json' }
    const { status, json } = await ask(apiUrl, path, { method, key, headers, body })
    if (status !== expected) throw new Error(`${method} ${path} returned ${status}`)
    return json
  }
  /** Of a new account, on a plan that it was not created with. */
  async function createKey(): Promise<{ accountKey: string; id: number; key: string }> {
    const name = `account-${Math.random()}`
    const account = await createAccount(database, keySecret, { name, plan: 'starter' }, byTest)
    if (!account || !(await changePlan(database, name, 'scale', byTest))) throw new Error(name)
    const { accountKey } = account
    return { accountKey, ...(await send(201, 'POST', '/auth/keys', accountKey, { name, scope: 'read' })) }
  }
  const statusOf = async (key: string) => (await ask(apiUrl, '/food/1', { key })).status

  const typed = { login: 'visitor', password: 'eleven kettles by the north window' }
  const newcomer = { name: typed.login, password: typed.password }
  expect((await visitWebsite(websiteUrl).send('/sign-up', '/sign-up', newcomer)).status).toBe(303)

  // From the write before, so that a lost revocation is not hidden by a lost key.
  let unrevoked = await createKey()
  /** Each writes, and returns whether what was acknowledged is there. */
  const writes: Record<string, () => Promise<() => Promise<boolean>>> = {
    async 'key and plan'() {
      const { accountKey, key } = await createKey()
      return async () =>
        (await statusOf(key)) === 200 &&
        (await send(200, 'GET', '/auth/account', accountKey)).plan === 'scale'
    },
    async revocation() {
      const { accountKey, id, key } = unrevoked
      unrevoked = await createKey()
      await send(204, 'DELETE', `/auth/keys/${id}`, accountKey)
      return async () => (await statusOf(key)) === 401
    },
    async session() {
      const browser = visitWebsite(websiteUrl)
      const { status } = await browser.send('/sign-in', '/sign-in', typed)
      if (status !== 303) throw new Error(`sign-in returned ${status}`)
      return async () => (await browser.open('/account')).status === 200
    },
  }

  const reader = await createKey()
  const reads: { path: string; status: number; ms: number }[] = []
  const acknowledged: { kind: string; startedAt: number; isThere: () => Promise<boolean> }[] = []
  let isStopped = false
  const running = Promise.all([
    ...paths.map(async path => {
      while (!isStopped) {
        const startedAt = performance.now()
        const { status } = await ask(apiUrl, path, { key: reader.key })
        reads.push({ path, status, ms: performance.now() - startedAt })
      }
    }),
    ...Object.entries(writes).map(async ([kind, write]) => {
      while (!isStopped) {
        const startedAt = performance.now()
        const isThere = await write().catch(() => undefined)
        if (isThere) acknowledged.push({ kind, startedAt, isThere })
        await wait(50)
      }
    }),
  ])
  const stopLoad = () => {
    isStopped = true
    return running.then(() => undefined)
  }
  onTestFinished(stopLoad)
  /** Of the kind of write with the fewest. */
  const acknowledgedSince = (time: number) => {
    const kinds = acknowledged.filter(({ startedAt }) => startedAt > time).map(({ kind }) => kind)
    return Math.min(...Object.keys(writes).map(each => kinds.filter(kind => kind === each).length))
  }

  await expect.poll(() => acknowledgedSince(0)).toBeGreaterThan(3)
  await primary.kill()
  const killedAt = performance.now()
  const readsBefore = reads.length
  await expect.poll(() => reads.length).toBeGreaterThan(readsBefore + 100)
  expect(acknowledged.filter(({ startedAt }) => startedAt > killedAt)).toEqual([])
  await sql(replica.databaseUrl, 'select pg_promote()')
  address.toPort = portOf(replica.databaseUrl)
  await expect.poll(() => acknowledgedSince(killedAt)).toBeGreaterThan(3)
  printMeasurement('primary killed: four writes of each kind after', performance.now() - killedAt, 'ms')
  await stopLoad()

  printMeasurement('primary killed: slowest read', Math.max(...reads.map(({ ms }) => ms)), 'ms')
  expect(reads.filter(({ status }) => status !== 200)).toEqual([])
  await wait(1_000) // until cached keys have expired
  const present = await Promise.all(acknowledged.map(({ isThere }) => isThere()))
  printMeasurement('primary killed: acknowledged writes', present.length, 'writes')
  expect(acknowledged.filter((_, index) => !present[index]).map(({ kind }) => kind)).toEqual([])
})
