// Three PostgreSQL servers under Patroni, behind HAProxy, with the files of deploy/: the primary is killed under load.
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { killPrimaryUnderLoad } from '../../../lab/drills/failover.ts'
import { recordMeasurement } from '../../../lab/measurements.ts'
import { type PatroniCluster, startPatroniCluster } from '../../../lab/servers/patroni-cluster.ts'

// With the timing of deploy/ and Larder's default timeouts; otherwise faster failover and longer timeouts for busy machines.
const isAsDeployed = process.env['PATRONI_TTL'] === '20'
const pace = isAsDeployed ? { ttl: 20, loopWait: 5, retryTimeout: 5 } : undefined
const load = isAsDeployed
  ? { secondsBefore: 10, secondsAfter: 10, connectTimeoutMs: 300, queryTimeoutMs: 600 }
  : { secondsBefore: 2, secondsAfter: 2, connectTimeoutMs: 2_000, queryTimeoutMs: 5_000 }

let cluster: PatroniCluster
beforeAll(async () => {
  cluster = await startPatroniCluster(pace)
}, 120_000)
afterAll(async () => {
  await cluster?.remove()
}, 30_000)

it('keeps serving reads, resumes writes and loses no acknowledged write when the primary is killed', async () => {
  const result = await killPrimaryUnderLoad(cluster, {
    redisUrl: `${inject('redisUrl')}/998`,
    ...load,
  })
  const writes = Object.values(result.acknowledged)
  recordMeasurement('primary killed: failed reads', result.failedReads.length, `of ${result.reads}`)
  recordMeasurement('primary killed: slowest read', result.maxReadMs, 'ms')
  recordMeasurement('primary killed: without writes', result.writeOutageSeconds, 's')
  recordMeasurement(
    'primary killed: acknowledged writes',
    writes.reduce((sum, count) => sum + count),
    'writes',
  )
  recordMeasurement('primary killed: lost of these', result.lost.length, 'writes')
  expect(result.lost).toEqual([])
  expect(result.failedReads).toEqual([])
  expect(result.readsDuringOutage).toBeGreaterThan(10)
  expect(Math.min(...writes)).toBeGreaterThan(0)
}, 180_000)
