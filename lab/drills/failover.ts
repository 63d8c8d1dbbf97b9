// The primary is killed under load: what fails, for how long, and whether anything that was acknowledged is lost.
import { setTimeout as wait } from 'node:timers/promises'
import { changePlan, createAccount } from '../../src/accounts/accounts.ts'
import { type DatabasePool, openPool } from '../../src/platform/database/pool.ts'
import { loadDemoFoods } from '../catalogs/demo-foods.ts'
import { ask } from '../clients/http.ts'
import { visitWebsite, type WebVisitor } from '../clients/web-visitor.ts'
import { findFreePort } from '../servers/free-port.ts'
import type { PatroniCluster } from '../servers/patroni-cluster.ts'
import { keySecret, startService } from '../service.ts'

export interface FailoverFigures {
  reads: number
  failedReads: string[]
  slowestReadMs: number
  /** Of the catalog, between the kill and the first acknowledged write. */
  readsMeanwhile: number
  acknowledged: { keys: number; revocations: number; plans: number; sessions: number }
  refusedWrites: number
  secondsWithoutWrites: number
  /** What was acknowledged and is not there. */
  lost: string[]
}

export interface FailoverLoad {
  redisUrl: string
  secondsBefore: number
  secondsAfter: number
  connectTimeoutMs: number
  queryTimeoutMs: number
}

const operator = { actor: 'operator', ipAddress: null } as const
const password = 'eleven kettles by the north window'
const keysKept = 10
const longestOutageMs = 120_000
const paths = ['/food/1', '/barcode/0042100005264', '/search?q=milk', '/foods/popular', '/foods/categories']

export async function killPrimaryUnderLoad(
  cluster: PatroniCluster,
  load: FailoverLoad,
): Promise<FailoverFigures> {
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
    const writes = keepWriting(service.apiUrl, websiteUrl, owner.accountKey, database)
    const reads = keepReading(service.apiUrl, owner.accountKey)
    await wait(load.secondsBefore * 1000)
    const primary = await cluster.primary()
    const killedAt = performance.now()
    await primary.kill()
    const backAt = await writes.firstAfter(killedAt)
    await wait(load.secondsAfter * 1000)
    const allReads = await reads.stop()
    const done = await writes.stop()
    return {
      reads: allReads.length,
      failedReads: allReads
        .filter(({ status }) => status !== 200)
        .map(({ path, status }) => `${status} ${path}`),
      slowestReadMs: Math.round(Math.max(...allReads.map(({ ms }) => ms))),
      readsMeanwhile: allReads.filter(({ at }) => at > killedAt && at < backAt).length,
      acknowledged: {
        keys: done.keys.length + done.revoked.length,
        revocations: done.revoked.length,
        plans: done.plans.length,
        sessions: done.sessions.length,
      },
      refusedWrites: done.refused,
      secondsWithoutWrites: (backAt - killedAt) / 1000,
      lost: await findLost(service.apiUrl, database, done),
    }
  } finally {
    await service.stop()
    await database.close()
  }
}

interface DoneRead {
  path: string
  status: number
  ms: number
  /** When it ended. */
  at: number
}

function keepReading(apiUrl: string, key: string) {
  const reads: DoneRead[] = []
  let isOver = false
  const read = async (path: string) => {
    while (!isOver) {
      const start = performance.now()
      const { status } = await ask(apiUrl, path, { key })
      reads.push({ path, status, ms: performance.now() - start, at: performance.now() })
    }
  }
  const running = Promise.all(paths.map(read))
  return {
    async stop(): Promise<DoneRead[]> {
      isOver = true
      await running
      return reads
    },
  }
}

interface DoneWrites {
  keys: string[]
  revoked: string[]
  /** Accounts that are on Scale. */
  plans: string[]
  sessions: WebVisitor[]
  refused: number
}

/** Makes and revokes keys, changes plans and signs in, one after the other in each kind, until told to stop. */
function keepWriting(apiUrl: string, websiteUrl: string, accountKey: string, database: DatabasePool) {
  const done: DoneWrites = { keys: [], revoked: [], plans: [], sessions: [], refused: 0 }
  const kept: { id: number; key: string }[] = []
  const begunWhenAcknowledged: number[] = []
  let isOver = false
  let count = 0

  const again = async (write: () => Promise<boolean>) => {
    while (!isOver) {
      const begun = performance.now()
      const isDone = await write().catch(() => false)
      if (isDone) begunWhenAcknowledged.push(begun)
      else done.refused++
      if (!isDone) await wait(20)
    }
  }

  const change = (method: string, path: string, body?: object) =>
    ask(apiUrl, path, { method, key: accountKey, headers: { 'content-type': 'application/json' }, body })

  const makeAndRevoke = async () => {
    if (kept.length < keysKept) {
      const { status, json } = await change('POST', '/auth/keys', { name: `key ${count++}`, scope: 'read' })
      if (status === 201) kept.push(json)
      return status === 201
    }
    // One whose revocation is not acknowledged may be revoked or not.
    const [oldest] = kept.splice(0, 1)
    if (oldest === undefined) return false
    const { status } = await change('DELETE', `/auth/keys/${oldest.id}`)
    if (status < 300) done.revoked.push(oldest.key)
    return status < 300
  }
  const changeAPlan = async () => {
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
  const running = Promise.all([makeAndRevoke, changeAPlan, signInOnce].map(again))

  return {
    /** When the first write was acknowledged that had begun after this moment. */
    async firstAfter(moment: number): Promise<number> {
      while (!begunWhenAcknowledged.some(begun => begun > moment)) {
        if (performance.now() > moment + longestOutageMs) throw new Error('writes do not come back')
        await wait(10)
      }
      return performance.now()
    },
    async stop(): Promise<DoneWrites> {
      isOver = true
      await running
      done.keys = kept.map(({ key }) => key)
      return done
    },
  }
}

async function findLost(apiUrl: string, database: DatabasePool, done: DoneWrites): Promise<string[]> {
  const lost: string[] = []
  const expectKey = async (key: string, expected: number) => {
    const { status } = await ask(apiUrl, '/food/1', { key })
    if (status !== expected) lost.push(`a key answers ${status}, not ${expected}`)
  }
  await wait(1_000) // a key that was known a moment ago is no longer
  for (const key of done.keys) await expectKey(key, 200)
  for (const key of done.revoked) await expectKey(key, 401)
  const { rows } = await database.query<{ name: string }>({
    text: `select name from accounts where name = any($1) and plan = 'scale'`,
    values: [done.plans],
  })
  const onScale = new Set(rows.map(({ name }) => name))
  for (const name of done.plans) if (!onScale.has(name)) lost.push(`the plan of ${name}`)
  for (const browser of done.sessions) {
    const { status } = await browser.open('/account')
    if (status !== 200) lost.push(`a session: ${status}`)
  }
  return lost
}
