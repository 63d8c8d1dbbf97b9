// From the previous release (lab/previous-release.ts) to the next one and back, under load, while transactions read the catalog.
//   READER_SECONDS=60 DEFAULT_TIMEOUTS=1 npx vitest run --project nightly test/nightly/upgrade.test.ts
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtProgram, programArguments } from '../../lab/build.ts'
import { checkOutPreviousRelease } from '../../lab/previous-release.ts'
import { printMeasurement } from '../../lab/report.ts'
import { environmentFor, programOf, type ServiceProcess, spawnService } from '../../lab/service.ts'
import { parseMigration } from '../../src/platform/database/sql-files.ts'
import { createStores, type TestStores } from '../support/database.ts'
import { findLongLocks } from '../support/long-locks.ts'
import { createNodeLoad, failuresOf } from '../support/node-load.ts'

const readerMs = Number(process.env['READER_SECONDS'] ?? 12) * 1_000
// Shorter than a reader, so that requests fail if they wait for it, and long enough for a slow machine.
const [statementTimeout, poolTimeout] = process.env['DEFAULT_TIMEOUTS'] ? ['600', '300'] : ['5000', '5000']
const settings = {
  DATABASE_STATEMENT_TIMEOUT_MS: statementTimeout,
  DATABASE_POOL_TIMEOUT_MS: poolTimeout,
  RATE_LIMIT_SCALE_PER_MINUTE: '1000000',
}

const nextMigration = {
  name: '9999_next_release.sql',
  statements: `alter table foods add column checked_confidence numeric(4, 3),
  add constraint foods_checked_confidence check (checked_confidence between 0 and 1) not valid;
--! step
alter table foods validate constraint foods_checked_confidence;
--! step
create index concurrently if not exists foods_checked on foods (checked_confidence) where checked_confidence is not null;
--! step
alter table api_keys add column note text not null default '';
`,
}

let stores: TestStores
let load: Awaited<ReturnType<typeof createNodeLoad>>
/** Those that get requests, in turn. */
let nodes: ServiceProcess[] = []
let previous: string
let next: string

beforeAll(async () => {
  previous = checkOutPreviousRelease()
  next = createNextRelease()
  stores = await createStores()
  await stores.sql('drop schema public cascade; create schema public')
  await larder(previous, 'demo')
  let turn = 0
  const nextNode = () => nodes[++turn % nodes.length]
  load = await createNodeLoad(stores, {
    // Few, because nodes that start take much of the processor.
    readsPerSecond: 16,
    nextRead: await createReads(),
    apiUrl: () => nextNode()?.apiUrl ?? '',
    websiteUrl: () => nextNode()?.websiteUrl ?? '',
  })
  nodes = [await startNode(previous)]
})
afterAll(async () => {
  await Promise.all(nodes.map(node => node.stop('SIGKILL')))
  await stores?.drop()
  rmSync(next, { recursive: true })
})

/** This release with one more migration: its nodes do not start without it. */
function createNextRelease(): string {
  expect(findLongLocks(parseMigration(nextMigration.name, nextMigration.statements))).toEqual([])
  const release = mkdtempSync(join(tmpdir(), 'larder-release-'))
  for (const copied of [
    'sql',
    'package.json',
    'tsconfig.json',
    programArguments()[0] === builtProgram ? 'dist' : 'src',
  ])
    cpSync(copied, join(release, copied), { recursive: true })
  for (const linked of [
    'node_modules',
    'packages',
    'data',
    'docs',
    'examples',
    'openapi.json',
    'CHANGELOG.md',
  ])
    symlinkSync(join(process.cwd(), linked), join(release, linked))
  writeFileSync(join(release, 'sql/migrations', nextMigration.name), nextMigration.statements)
  return release
}

/** Most have no cached response, so that they need the tables. */
async function createReads(): Promise<() => string> {
  const foods = await stores.sql<{ id: number }>('select id from foods')
  let turn = 0
  const popular = () => `/foods/popular?limit=${1 + (turn % 50)}&offset=${turn % 1_301}`
  const paths = [
    popular,
    () => `/food/${foods[turn % foods.length]?.id}`,
    popular,
    () => `/search?q=milk%20${turn % 99}`,
  ]
  return () => paths[++turn % paths.length]?.() ?? ''
}

async function startNode(release: string): Promise<ServiceProcess> {
  const node = await spawnService(stores, settings, undefined, [], release)
  while ((await fetch(new URL('/ready', node.metricsUrl))).status !== 200) await wait(50)
  return node
}

/** The new node serves next to the old one, which then gets no more requests and stops. */
async function replaceNode(release: string): Promise<void> {
  const [old] = nodes
  const fresh = await startNode(release)
  nodes.push(fresh)
  await wait(3_000)
  nodes = [fresh]
  await wait(1_000)
  await old?.stop('SIGTERM')
}

/** Runs a command of a release; resolves to its output. */
async function larder(release: string, command: string): Promise<string> {
  const child = spawn(process.execPath, [...programOf(release), command], {
    cwd: release,
    env: { PATH: process.env['PATH'] ?? '', ...environmentFor(stores) },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(output)
  return output
}

/** Reads for `readerMs` in one transaction, like pg_dump. */
async function readInTransaction(): Promise<void> {
  const reader = new pg.Client({ connectionString: stores.databaseUrl, application_name: 'reader' })
  await reader.connect()
  await reader.query('begin isolation level repeatable read')
  await reader.query('select count(*) from foods, api_keys')
  await wait(readerMs)
  await reader.end()
}

interface LockTimes {
  /** In ms, by lock; as exact as the time between two samples. */
  held: Map<string, number>
  waited: Map<string, number>
}

/** Locks of commands on tables that nodes use: those that conflict with a read or a write. */
function watchLocks(): () => Promise<LockTimes> {
  const client = new pg.Client({ connectionString: stores.databaseUrl })
  const times: LockTimes = { held: new Map(), waited: new Map() }
  const since = new Map<string, number>()
  let isStopped = false
  const watching = (async () => {
    await client.connect()
    const { rows: tables } = await client.query<{ oid: number }>(
      `select oid::integer from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    while (!isStopped) {
      const { rows } = await client.query<{ lock: string; granted: boolean }>(
        `select mode || ' ' || relation::regclass as lock, granted from pg_locks join pg_stat_activity using (pid)
           where application_name = 'larder' and relation = any ($1)
             and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`,
        [tables.map(({ oid }) => oid)],
      )
      const now = performance.now()
      const seen = new Set(rows.map(({ lock, granted }) => `${granted ? 'held' : 'waited'} ${lock}`))
      for (const each of since.keys()) if (!seen.has(each)) since.delete(each)
      for (const each of seen) {
        if (!since.has(each)) since.set(each, now)
        const [state, lock] = each.split(/ (.*)/s) as ['held' | 'waited', string]
        const ms = now - (since.get(each) ?? now)
        times[state].set(lock, Math.max(times[state].get(lock) ?? 0, ms))
      }
      await wait(2)
    }
    await client.end()
  })()
  return async () => {
    isStopped = true
    await watching
    return times
  }
}

/** Under load: migrates while a transaction reads, then replaces the node while another one reads. */
async function change(name: string, release: string): Promise<string> {
  const running = load.start()
  const stopWatching = watchLocks()
  const startedAt = performance.now()
  const reader = readInTransaction()
  await wait(1_000)
  const output = await larder(release, 'migrate')
  printMeasurement(`${name}: migrated after`, performance.now() - startedAt, 'ms')
  const otherReader = readInTransaction()
  await replaceNode(release)
  await Promise.all([reader, otherReader])
  const outcomes = await running.stop()
  const { held, waited } = await stopWatching()
  const failures = failuresOf(outcomes)
  printMeasurement(`${name}: failed requests`, failures.length, `of ${outcomes.length}`)
  printMeasurement(`${name}: longest request`, Math.max(...outcomes.map(({ ms }) => ms)), 'ms')
  for (const [lock, ms] of waited) printMeasurement(`${name}: longest wait for ${lock}`, ms, 'ms')
  for (const [lock, ms] of held) printMeasurement(`${name}: ${lock} held`, ms, 'ms')
  expect(failures).toEqual([])
  expect(outcomes.length).toBeGreaterThan(200)
  return output
}

const timeout = 300_000 + 4 * readerMs

it('fails no request while the schema changes and the next release takes over', { timeout }, async () => {
  const output = await change('upgrade', next)
  console.info(output)
  expect(output).toMatch(/waits for a lock on foods .*\n {2}held by pid \d+, reader, /)
  expect(output).toContain(`applied ${nextMigration.name}`)
})

it('fails no request while the previous release takes over again', { timeout }, async () => {
  expect(await change('rollback', previous)).toContain('the schema is up to date')
})
