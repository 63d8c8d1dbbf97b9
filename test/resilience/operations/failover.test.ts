// Three PostgreSQL servers under Patroni, behind HAProxy, with the files of deploy/: the primary is killed under load.
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { killPrimaryUnderLoad } from '../../../lab/drills/failover.ts'
import { tell } from '../../../lab/measurements.ts'
import { type PatroniCluster, startPatroniCluster } from '../../../lab/servers/patroni-cluster.ts'

// As the file of deploy/ has it, with Larder's own time-outs; else quicker, and patient with a machine that has more to do.
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

it('the primary killed: reads go on, writes come back, nothing acknowledged is lost', async () => {
  const figures = await killPrimaryUnderLoad(cluster, {
    redisUrl: `${inject('redisUrl')}/998`,
    ...load,
  })
  const writes = Object.values(figures.acknowledged)
  tell('primary killed: failed reads', figures.failedReads.length, `of ${figures.reads}`)
  tell('primary killed: slowest read', figures.slowestReadMs, 'ms')
  tell('primary killed: without writes', figures.secondsWithoutWrites, 's')
  tell(
    'primary killed: acknowledged writes',
    writes.reduce((sum, count) => sum + count),
    'writes',
  )
  tell('primary killed: lost of these', figures.lost.length, 'writes')
  expect(figures.lost).toEqual([])
  expect(figures.failedReads).toEqual([])
  expect(figures.readsMeanwhile).toBeGreaterThan(10)
  expect(Math.min(...writes)).toBeGreaterThan(0)
}, 180_000)
