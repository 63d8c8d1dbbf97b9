// How many nodes share the limits. Each node announces itself in Redis every few seconds; while Redis is away, the last
// number says which share of a limit each node may grant on its own.
import { randomUUID } from 'node:crypto'
import type { ClientContext, Result } from 'ioredis'
import { type RedisClient, withTimeout } from './redis.ts'
import type { RedisShards } from './redis-shards.ts'

const announceEveryMs = 2_000
/** A node that was not announced for this long is not counted: killed, or cut off. */
const expireAfterMs = 10_000

// KEYS: the nodes of each part that this node serves, as sorted sets by the time of the last announcement. ARGV: the node,
// and after how many ms a node expires. Returns the largest number of nodes.
const announceScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local nodes = 0
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now, ARGV[1])
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - ARGV[2])
  -- The clock was set back.
  redis.call('ZREMRANGEBYSCORE', key, now + 1, '+inf')
  redis.call('PEXPIRE', key, ARGV[2])
  nodes = math.max(nodes, redis.call('ZCARD', key))
end
return nodes
`

declare module 'ioredis' {
  interface RedisCommander<Context extends ClientContext> {
    announceNode(...keysAndNode: (string | number)[]): Result<number, Context>
  }
}

export interface LiveNodes {
  /** This node included; 1 until Redis has answered. */
  count(): number
  stop(): Promise<void>
}

/** `parts`: what this node serves; nodes that serve something else do not share its limits. */
export function announceNode(shards: RedisShards, parts: string[], timeoutMs: number): LiveNodes {
  for (const client of shards.clients) client.defineCommand('announceNode', { lua: announceScript })
  const node = randomUUID()
  const keys = parts.map(part => `{nodes}:${part}`)
  let latest = 1
  let previous = 1

  /** On every server, so that the number outlives any of them. */
  const onAllReady = <Reply>(call: (client: RedisClient) => Promise<Reply>) =>
    Promise.allSettled(
      shards.clients
        .filter(({ status }) => status === 'ready')
        .map(client => withTimeout(call(client), timeoutMs)),
    )

  async function announce(): Promise<void> {
    const replies = await onAllReady(client => client.announceNode(keys.length, ...keys, node, expireAfterMs))
    const counts = replies.filter(reply => reply.status === 'fulfilled').map(({ value }) => value)
    if (counts.length === 0) return
    previous = latest
    latest = Math.max(...counts)
  }
  const timer = setInterval(() => void announce(), announceEveryMs).unref()
  for (const client of shards.clients) {
    if (client.status === 'ready') void announce()
    else client.once('ready', () => void announce())
  }

  return {
    // A Redis that lost its data knows all nodes only after each has announced itself once.
    count: () => Math.max(latest, previous),
    async stop() {
      clearInterval(timer)
      await onAllReady(client => Promise.all(keys.map(key => client.zrem(key, node))))
    },
  }
}
