// Three PostgreSQL servers under Patroni, behind HAProxy, with the files of deploy/: the primary is killed under load.

import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { loadDemoFoods } from '../../../lab/catalogs/demo-foods.ts'
import { ask } from '../../../lab/clients/http.ts'
import { visitWebsite, type WebVisitor } from '../../../lab/clients/web-visitor.ts'
import { printMeasurement } from '../../../lab/report.ts'
import { findFreePort } from '../../../lab/servers/free-port.ts'
import { type PatroniCluster, startPatroniCluster } from '../../../lab/servers/patroni-cluster.ts'
import { keySecret, startService } from '../../../lab/service.ts'
import { changePlan, createAccount } from '../../../src/accounts/accounts.ts'
import { type DatabasePool, openPool, withConnection } from '../../../src/platform/database/pool.ts'

// With the timing of deploy/ and Larder's default timeouts; otherwise faster failover and longer timeouts for busy machines.
const isAsDeployed = process.env['PATRONI_TTL'] === '20'
const pace = isAsDeployed ? { ttl: 20, loopWait: 5, retryTimeout: 5 } : undefined
const load = isAsDeployed
  ? { secondsBefore: 10, secondsAfter: 10, connectTimeoutMs: 300, queryTimeoutMs: 600 }
  : { secondsBefore: 2, secondsAfter: 2, connectTimeoutMs: 2_000, queryTimeoutMs: 5_000 }

let cluster: PatroniCluster
beforeAll(async () => {
  cluster = await startPatroniCluster(pace)
})
afterAll(async () => {
  await cluster?.remove()
})

it('keeps serving reads, resumes writes and loses no acknowledged write when the primary is killed', async () => {
  const result = await killPrimaryUnderLoad(cluster, {
    redisUrl: `${inject('redisUrl')}/998`,
    ...load,
  })
  const writes = Object.values(result.acknowledged)
  printMeasurement('primary killed: failed reads', result.failedReads.length, `of ${result.reads}`)
  printMeasurement('primary killed: slowest read', result.maxReadMs, 'ms')
  printMeasurement('primary killed: without writes', result.writeOutageSeconds, 's')
  printMeasurement(
    'primary killed: acknowledged writes',
    writes.reduce((sum, count) => sum + count),
    'writes',
  )
  printMeasurement('primary killed: lost of these', result.lost.length, 'writes')
  expect(result.lost).toEqual([])
  expect(result.failedReads).toEqual([])
  expect(result.readsDuringOutage).toBeGreaterThan(10)
  expect(Math.min(...writes)).toBeGreaterThan(0)
})

// Kills the primary under load: which requests fail, for how long, and whether acknowledged writes are lost.

interface FailoverResult {
  reads: number
  failedReads: string[]
  maxReadMs: number
  /** Catalog reads between the kill and the first acknowledged write. */
  readsDuringOutage: number
  acknowledged: { keys: number; revocations: number; plans: number; sessions: number }
  failedWrites: number
  writeOutageSeconds: number
  /** Acknowledged writes that are missing. */
  lost: string[]
}

interface FailoverLoad {
  redisUrl: string
  secondsBefore: number
  secondsAfter: number
  connectTimeoutMs: number
  queryTimeoutMs: number
}

const operator = { actor: 'operator', ipAddress: null } as const
const password = 'eleven kettles by the north window'
const maxActiveKeys = 10
const maxOutageMs = 120_000
const paths = ['/food/1', '/barcode/0042100005264', '/search?q=milk', '/foods/popular', '/foods/categories']

async function killPrimaryUnderLoad(cluster: PatroniCluster, load: FailoverLoad): Promise<FailoverResult> {
  await loadDemoFoods(cluster.databaseUrl)
  const database = openPool({
    ...load,
    url: cluster.databaseUrl,
    connections: 4,
    applicationName: 'drill',
    onIdleError: () => undefined,
  })
  const owner = await createAccount(
    database,
    keySecret,
    { name: `owner-${Date.now()}`, plan: 'scale' },
    operator,
  )
  if (!owner) throw new Error('the account exists already')
  const port = await findFreePort()
  const websiteUrl = `http://localhost:${port}`
  const service = await startService(
    { databaseUrl: cluster.databaseUrl, redisUrl: load.redisUrl },
    {
      DATABASE_REPLICA_URLS: cluster.members.map(({ databaseUrl }) => databaseUrl).join(','),
      DATABASE_POOL_TIMEOUT_MS: String(load.connectTimeoutMs),
      DATABASE_STATEMENT_TIMEOUT_MS: String(load.queryTimeoutMs),
      RATE_LIMIT_SCALE_PER_MINUTE: '10000000',
      RATE_LIMIT_INVALID_KEYS_PER_MINUTE: '1000000',
      WEB_PORT: String(port),
      WEB_PUBLIC_URL: websiteUrl,
    },
  )
  try {
    const writes = startWriting(service.apiUrl, websiteUrl, owner.accountKey, database)
    const reads = startReading(service.apiUrl, owner.accountKey)
    await wait(load.secondsBefore * 1000)
    await writes.everyKind()
    const primary = await cluster.primary()
    const killedAt = performance.now()
    await primary.kill()
    const backAt = await writes.firstAfter(killedAt)
    await wait(load.secondsAfter * 1000)
    const allReads = await reads.stop()
    const done = await writes.stop()
    await cluster.settle(1)
    return {
      reads: allReads.length,
      failedReads: allReads
        .filter(({ status }) => status !== 200)
        .map(({ path, status }) => `${status} ${path}`),
      maxReadMs: Math.round(Math.max(...allReads.map(({ ms }) => ms))),
      readsDuringOutage: allReads.filter(({ endedAt }) => endedAt > killedAt && endedAt < backAt).length,
      acknowledged: {
        keys: done.keys.length + done.revoked.length,
        revocations: done.revoked.length,
        plans: done.plans.length,
        sessions: done.sessions.length,
      },
      failedWrites: done.failed,
      writeOutageSeconds: (backAt - killedAt) / 1000,
      lost: await findLost(service.apiUrl, cluster.databaseUrl, done),
    }
  } finally {
    await service.stop()
    await database.close()
  }
}

interface CompletedRead {
  path: string
  status: number
  ms: number
  endedAt: number
}

function startReading(apiUrl: string, key: string) {
  const reads: CompletedRead[] = []
  let isStopped = false
  const read = async (path: string) => {
    while (!isStopped) {
      const start = performance.now()
      const { status } = await ask(apiUrl, path, { key })
      reads.push({ path, status, ms: performance.now() - start, endedAt: performance.now() })
    }
  }
  const running = Promise.all(paths.map(read))
  return {
    async stop(): Promise<CompletedRead[]> {
      isStopped = true
      await running
      return reads
    },
  }
}

interface CompletedWrites {
  keys: string[]
  revoked: string[]
  /** Accounts changed to the Scale plan. */
  plans: string[]
  sessions: WebVisitor[]
  failed: number
}

/** Creates and revokes keys, changes plans and signs in, each sequentially, until stopped. */
function startWriting(apiUrl: string, websiteUrl: string, accountKey: string, database: DatabasePool) {
  const done: CompletedWrites = { keys: [], revoked: [], plans: [], sessions: [], failed: 0 }
  const activeKeys: { id: number; key: string }[] = []
  const acknowledgedStartTimes: number[] = []
  let isStopped = false
  let count = 0

  const repeat = async (write: () => Promise<boolean>) => {
    while (!isStopped) {
      const startedAt = performance.now()
      const isDone = await write().catch(() => false)
      if (isDone) acknowledgedStartTimes.push(startedAt)
      else done.failed++
      if (!isDone) await wait(20)
    }
  }

  const change = (method: string, path: string, body?: object) =>
    ask(apiUrl, path, { method, key: accountKey, headers: { 'content-type': 'application/json' }, body })

  const createOrRevokeKey = async () => {
    if (activeKeys.length < maxActiveKeys) {
      const { status, json } = await change('POST', '/auth/keys', { name: `key ${count++}`, scope: 'read' })
      if (status === 201) activeKeys.push(json)
      return status === 201
    }
    // An unacknowledged revocation may or may not have taken effect.
    const [oldest] = activeKeys.splice(0, 1)
    if (oldest === undefined) return false
    const { status } = await change('DELETE', `/auth/keys/${oldest.id}`)
    if (status < 300) done.revoked.push(oldest.key)
    return status < 300
  }
  const changeOnePlan = async () => {
    const name = `plan-${Date.now()}-${count++}`
    await createAccount(database, keySecret, { name, plan: 'starter' }, operator)
    await changePlan(database, name, 'scale', operator)
    done.plans.push(name)
    return true
  }
  const login = `signer-${Date.now()}`
  let isSignedUp = false
  const signInOnce = async () => {
    const browser = visitWebsite(websiteUrl)
    const typed = isSignedUp ? { login, password } : { name: login, password }
    const page = isSignedUp ? '/sign-in' : '/sign-up'
    const { status } = await browser.send(page, page, typed)
    if (status !== 303) return false
    isSignedUp = true
    done.sessions.push(browser)
    return true
  }
  const running = Promise.all([createOrRevokeKey, changeOnePlan, signInOnce].map(repeat))

  return {
    /** On a busy machine it takes a while until each kind of write has been acknowledged. */
    async everyKind(): Promise<void> {
      const start = performance.now()
      while ([done.revoked, done.plans, done.sessions].some(({ length }) => length === 0)) {
        if (performance.now() > start + maxOutageMs)
          throw new Error(`not every kind of write succeeded within ${maxOutageMs} ms`)
        await wait(10)
      }
    },
    /** Resolves to the time when the first write that started after `time` was acknowledged. */
    async firstAfter(time: number): Promise<number> {
      while (!acknowledgedStartTimes.some(startedAt => startedAt > time)) {
        if (performance.now() > time + maxOutageMs)
          throw new Error(`no write succeeded within ${maxOutageMs} ms`)
        await wait(10)
      }
      return performance.now()
    },
    async stop(): Promise<CompletedWrites> {
      isStopped = true
      await running
      done.keys = activeKeys.map(({ key }) => key)
      return done
    },
  }
}

async function findLost(apiUrl: string, databaseUrl: string, done: CompletedWrites): Promise<string[]> {
  const lost: string[] = []
  const expectKey = async (key: string, expected: number) => {
    const { status } = await ask(apiUrl, '/food/1', { key })
    if (status !== expected) lost.push(`a key got ${status} instead of ${expected}`)
  }
  await wait(1_000) // until cached keys have expired
  for (const key of done.keys) await expectKey(key, 200)
  for (const key of done.revoked) await expectKey(key, 401)
  // A new connection: those of the pool may lead to the server that was killed.
  const { rows } = await withConnection(databaseUrl, client =>
    client.query<{ name: string }>(`select name from accounts where name = any($1) and plan = 'scale'`, [
      done.plans,
    ]),
  )
  const onScale = new Set(rows.map(({ name }) => name))
  for (const name of done.plans) if (!onScale.has(name)) lost.push(`the plan of ${name}`)
  for (const browser of done.sessions) {
    const { status } = await browser.open('/account')
    if (status !== 200) lost.push(`a session: ${status}`)
  }
  return lost
}
