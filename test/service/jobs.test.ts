// Background jobs: nodes that share a database run each job once, and repeat a run that failed or was killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { type Job, startJobs } from '../../src/platform/jobs.ts'
import { storesForTest, type TestStores } from '../support/database.ts'
import { openTestPool } from '../support/keys.ts'

const waiting = { timeout: 20_000 }

/** A node that looks every 10 ms what is due. */
function startNode(stores: TestStores, job: Job) {
  const database = openTestPool(stores, 3)
  const errors: string[] = []
  const onError = ({ message }: { message: string }) => errors.push(message)
  const jobs = startJobs({ database, jobs: [job], onError, intervalMs: 10 })
  const stop = async () => {
    await jobs.stop()
    await database.close()
  }
  return { errors, successes: jobs.successes, stop }
}

/** As if everything had happened earlier. */
const letPass = (stores: TestStores, interval: string) =>
  stores.sql(`update jobs set started_at = started_at - '${interval}'::interval`)

const rowOf = async (stores: TestStores) => {
  const [row] = await stores.sql(
    'select attempts, last_error, succeeded_at is not null as done, result from jobs',
  )
  return row
}

it('run on one node at a time, when they are due, and all nodes know the result', async () => {
  const stores = await storesForTest()
  const heard: unknown[] = []
  let runs = 0
  let running = 0
  let most = 0
  const job: Job = {
    name: 'counting',
    every: 'hour',
    async work() {
      most = Math.max(most, ++running)
      // The next run is due while this one holds the lock.
      await letPass(stores, '2 hours')
      await new Promise(resolve => setTimeout(resolve, 200))
      running--
      return { run: ++runs }
    },
  }
  const nodes = [1, 2, 3].map(() => startNode(stores, { ...job, onResult: result => heard.push(result) }))
  await expect.poll(() => runs, waiting).toBeGreaterThan(4)
  await stores.sql("update jobs set started_at = now() + interval '1 minute'")
  await expect.poll(() => running, waiting).toBe(0)
  const runsThen = runs
  heard.length = 0
  await expect.poll(() => heard.length, waiting).toBeGreaterThan(20)
  await Promise.all(nodes.map(node => node.stop()))
  expect([most, runs - runsThen]).toEqual([1, 0])
  expect(heard.at(-1)).toEqual({ run: runs })
  expect(nodes.map(node => node.successes().map(({ name }) => name))).toEqual(Array(3).fill(['counting']))
  expect(nodes.flatMap(({ errors }) => errors)).toEqual([])
})

it('run again on another node when theirs is killed', async () => {
  const stores = await storesForTest()
  const source = (file: string) => pathToFileURL(`src/platform/${file}.ts`).href
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { openPool } from '${source('database/pool')}'
       import { startJobs } from '${source('jobs')}'
       const database = openPool({
         url: '${stores.databaseUrl}', connections: 3, connectTimeoutMs: 10000, queryTimeoutMs: 10000,
         applicationName: 'killed', onIdleError: () => {},
       })
       const work = () => { console.log('started'); return new Promise(() => {}) }
       startJobs({ database, jobs: [{ name: 'interrupted', every: 'hour', work }], onError: console.error })
       setInterval(() => {}, 1000)`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')

  let runs = 0
  const node = startNode(stores, { name: 'interrupted', every: 'hour', work: async () => ++runs })
  onTestFinished(node.stop)
  await letPass(stores, '1 day')
  await new Promise(resolve => setTimeout(resolve, 500))
  expect([runs, await rowOf(stores)]).toEqual([
    0,
    { attempts: 1, last_error: null, done: false, result: null },
  ])

  child.kill('SIGKILL')
  await expect.poll(() => node.successes().length, waiting).toBe(1)
  expect([runs, node.errors]).toEqual([1, []])
  expect(await rowOf(stores)).toEqual({ attempts: 0, last_error: null, done: true, result: 1 })
})

it('are repeated after an error, later each time, and keep the last result until then', async () => {
  const stores = await storesForTest()
  let isBroken = false
  let runs = 0
  const node = startNode(stores, {
    name: 'fragile',
    every: 'hour',
    async work() {
      runs++
      if (isBroken) throw new Error(`broken ${runs}`)
      return runs
    },
  })
  onTestFinished(node.stop)
  await expect.poll(() => rowOf(stores), waiting).toMatchObject({ done: true, result: 1 })
  isBroken = true
  for (const [interval, run] of [
    ['1 hour', 2],
    ['1 minute', 3],
    ['2 minutes', 4],
  ] as const) {
    await letPass(stores, interval)
    await expect
      .poll(() => rowOf(stores), waiting)
      .toEqual({
        ...{ attempts: run - 1, last_error: `broken ${run}`, done: true, result: 1 },
      })
  }
  await letPass(stores, '2 minutes 50 seconds')
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(node.errors).toEqual(['broken 2', 'broken 3', 'broken 4'])
  isBroken = false
  await letPass(stores, '10 seconds')
  await expect.poll(() => rowOf(stores), waiting).toMatchObject({ attempts: 0, last_error: null, result: 5 })
})

it('are interrupted when the process stops, and then run elsewhere', async () => {
  const stores = await storesForTest()
  let isStarted = false
  const first = startNode(stores, {
    name: 'long',
    every: 'hour',
    async work(signal) {
      isStarted = true
      while (!signal.aborted) await new Promise(resolve => setTimeout(resolve, 10))
      signal.throwIfAborted()
    },
  })
  await expect.poll(() => isStarted, waiting).toBe(true)
  await first.stop()
  expect(first.errors).toEqual([])
  expect(await rowOf(stores)).toMatchObject({
    attempts: 1,
    last_error: 'the process was stopped',
    done: false,
  })
  const second = startNode(stores, { name: 'long', every: 'hour', work: async () => 'done' })
  onTestFinished(second.stop)
  await letPass(stores, '1 minute')
  await expect.poll(() => rowOf(stores), waiting).toMatchObject({ attempts: 0, result: 'done' })
})

it.each([
  ['ten minutes', "now() - interval '9 minutes'", "now() - interval '11 minutes'"],
  ['hour', "now() - interval '59 minutes'", "now() - interval '61 minutes'"],
  [
    'night',
    "date_bin('1 day', now(), '2026-01-01 03:00Z')",
    "date_bin('1 day', now(), '2026-01-01 03:00Z') - interval '1 second'",
  ],
] as const)('every %s, when the last run started before', async (every, recently, earlier) => {
  const stores = await storesForTest()
  await stores.sql(`insert into jobs (name, started_at, attempts) values ('timed', ${recently}, 0)`)
  let runs = 0
  const node = startNode(stores, { name: 'timed', every, work: async () => ++runs })
  onTestFinished(node.stop)
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(runs).toBe(0)
  await stores.sql(`update jobs set started_at = ${earlier}`)
  await expect.poll(() => runs, waiting).toBe(1)
})
