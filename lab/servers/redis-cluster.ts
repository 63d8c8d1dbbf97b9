// A Redis Cluster of three masters without replicas.
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { slotCount } from '../../src/platform/rate-limit/hash-slot.ts'
import { findFreePort } from './free-port.ts'
import { type RedisServer, startRedis } from './redis-server.ts'

const masters = 3
const maxWaitMs = 60_000

export async function startRedisCluster(): Promise<RedisServer[]> {
  const servers: RedisServer[] = []
  const busPorts: number[] = []
  for (let index = 0; index < masters; index++) {
    const busPort = await findFreePort()
    busPorts.push(busPort)
    servers.push(
      await startRedis({
        'cluster-enabled': 'yes',
        'cluster-port': String(busPort),
        'cluster-node-timeout': '2000',
        // The slots of the other masters stay available, as deployments with shards want it.
        'cluster-require-full-coverage': 'no',
      }),
    )
  }
  const connections = servers.map(({ url }) => new Redis(url))
  try {
    const bound = (index: number) => Math.ceil((index * slotCount) / masters)
    for (const [index, redis] of connections.entries()) {
      await redis.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1)
      await redis.call('CLUSTER', 'ADDSLOTSRANGE', bound(index), bound(index + 1) - 1)
      if (index > 0) {
        const [first, busPort] = [servers[0]?.port ?? 0, busPorts[0] ?? 0]
        await redis.call('CLUSTER', 'MEET', '127.0.0.1', first, busPort)
      }
    }
    await Promise.all(connections.map(waitUntilComplete))
  } finally {
    for (const redis of connections) redis.disconnect()
  }
  return servers
}

async function waitUntilComplete(redis: Redis): Promise<void> {
  for (const end = performance.now() + maxWaitMs; ; await wait(50)) {
    const info = String(await redis.call('CLUSTER', 'INFO'))
    if (info.includes('cluster_state:ok') && info.includes(`cluster_size:${masters}`)) return
    if (performance.now() > end) throw new Error(`the cluster is not complete:\n${info}`)
  }
}
