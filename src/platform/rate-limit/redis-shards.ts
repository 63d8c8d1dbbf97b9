// The Redis servers that hold the counters. The subject of a counter, the part of its key in braces, determines its server,
// so every node counts a client in the same place, whichever node the load balancer chose.
import { Cluster, type Redis } from 'ioredis'
import { slotCount, slotOf } from './hash-slot.ts'
import { connectRedis, type RedisClient, redisOptions, type Sentinels, urlCredentials } from './redis.ts'

/** A server that can fail independently of the others. */
export interface RedisShard {
  /** host:port, for logs and metrics. */
  name: string
  client: RedisClient
  isReady(): boolean
}

export interface RedisShards {
  /** A Redis Cluster rejects scripts with keys of several slots. */
  isCluster: boolean
  /** The connections: one per server, or one for a whole cluster. */
  clients: RedisClient[]
  /** The servers known at present. */
  all(): RedisShard[]
  /** A script can use several keys if they are in the same group. */
  groupOf(key: string): number
  shardOf(group: number): RedisShard
  close(): void
}

export interface RedisSettings {
  /** Several: shards, or the nodes of a cluster that are asked for the others. */
  urls: string[]
  isCluster: boolean
  sentinels: Sentinels
}

export function connectShards({ urls, isCluster, sentinels }: RedisSettings): RedisShards {
  return isCluster
    ? createClusterShards(connectCluster(urls))
    : createServerShards(urls.map(url => connectRedis(url, sentinels)))
}

export interface ShardEvents {
  onError(shard: string, error: Error): void
  onReady(shard: string): void
  /** A server that shuts down closes the connection without an error. */
  onClose(shard: string): void
}

/** Reports when servers become unavailable and available. */
export function watchShards({ clients }: RedisShards, { onError, onReady, onClose }: ShardEvents): void {
  for (const client of clients) {
    if (client instanceof Cluster) {
      client.on('error', (error: Error) => onError('cluster', error))
      client.on('node error', (error: Error, name: string) => onError(name, error))
      client.on('+node', (node: Redis) => {
        node.on('ready', () => onReady(nameOf(node)))
        node.on('close', () => onClose(nameOf(node)))
      })
    } else {
      client.on('error', (error: Error) => onError(nameOf(client), error))
      client.on('ready', () => onReady(nameOf(client)))
      client.on('reconnecting', () => onClose(nameOf(client)))
    }
  }
}

/** The connection that holds a key and all keys with the same part in braces. */
export function clientOf(shards: RedisShards, key: string): RedisClient {
  return shards.shardOf(shards.groupOf(key)).client
}

/** Independent servers, in any order. */
export function createServerShards(servers: Redis[]): RedisShards {
  const shards = servers.map(serverShard)
  const [first] = shards
  if (first === undefined) throw new Error('at least one Redis server is needed')
  const shardBySlot = assignSlots(shards.map(({ name }) => name))
  return {
    isCluster: false,
    clients: servers,
    all: () => shards,
    groupOf: shards.length === 1 ? () => 0 : key => shardBySlot[slotOf(key)] as number,
    shardOf: index => shards[index] ?? first,
    close() {
      for (const server of servers) server.disconnect()
    },
  }
}

function serverShard(client: Redis): RedisShard {
  return { name: nameOf(client), client, isReady: () => client.status === 'ready' }
}

/** Without the password: changing it must not move the counters. */
function nameOf({ options: { sentinels, name, path, host, port, db } }: Redis): string {
  if (sentinels) return name ?? ''
  return `${path ?? `${host?.toLowerCase()}:${port}`}${db ? `/${db}` : ''}`
}

/**
 * The index of the shard for each slot, by rendezvous hashing: it does not depend on the order of the names, and a new shard
 * takes over its share of the slots without moving any others.
 */
export function assignSlots(names: string[]): Uint16Array {
  const seeds = names.map(hashText)
  return Uint16Array.from({ length: slotCount }, (_, slot) => {
    let best = 0
    for (let index = 1; index < names.length; index++) {
      const difference = weight(seeds[index] ?? 0, slot) - weight(seeds[best] ?? 0, slot)
      if (difference > 0 || (difference === 0 && (names[index] ?? '') > (names[best] ?? ''))) best = index
    }
    return best
  })
}

/** FNV-1a. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash
}

/** The finalizer of MurmurHash3. */
function weight(seed: number, slot: number): number {
  let hash = seed ^ Math.imul(slot + 1, 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function connectCluster(urls: string[]): Cluster {
  const { db: _, ...credentials } = urlCredentials(urls[0] ?? '')
  const { enableOfflineQueue, retryStrategy, scripts, ...nodeOptions } = redisOptions
  return new Cluster(
    urls.map(url => {
      const { hostname, port } = new URL(url)
      return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) }
    }),
    {
      // Connected before the first request, so that the status of a connection shows whether its server is up.
      redisOptions: { ...nodeOptions, ...credentials, lazyConnect: false },
      scripts,
      enableOfflineQueue,
      clusterRetryStrategy: retryStrategy,
      // As with a single server: a request does not wait, it is counted locally.
      retryDelayOnFailover: 0,
      retryDelayOnClusterDown: 0,
      retryDelayOnTryAgain: 0,
      maxRedirections: 3,
      // Reconnects to a server that is back, and finds the new master of a failed one.
      slotsRefreshInterval: 1_000,
    },
  )
}

/** A Redis Cluster: each master is a shard. Replicas take over its slots under their own name. */
function createClusterShards(cluster: Cluster): RedisShards {
  const connections = new Map<string, Redis>()
  cluster.on('+node', (node: Redis) => connections.set(nameOf(node), node))
  cluster.on('-node', (node: Redis) => {
    if (connections.get(nameOf(node)) === node) connections.delete(nameOf(node))
  })
  const shards = new Map<string, RedisShard>()
  function shardNamed(name: string): RedisShard {
    let shard = shards.get(name)
    if (shard === undefined) {
      shard = { name, client: cluster, isReady: () => connections.get(name)?.status === 'ready' }
      shards.set(name, shard)
    }
    return shard
  }
  // Before the first connection, no master is known.
  const masterOf = (nodes: string[] | undefined) => nodes?.[0] ?? 'cluster'
  return {
    isCluster: true,
    clients: [cluster],
    all: () =>
      [...new Set(cluster.slots.length === 0 ? ['cluster'] : cluster.slots.map(masterOf))].map(shardNamed),
    groupOf: slotOf,
    shardOf: slot => shardNamed(masterOf(cluster.slots[slot])),
    close: () => cluster.disconnect(),
  }
}
