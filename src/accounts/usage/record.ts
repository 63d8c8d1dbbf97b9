// Counts requests in Redis in the background, many requests in one call.
// Calls are numbered and Redis applies each number once, so a call can be retried without counting twice.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientContext, Result } from 'ioredis'
import type { RedisClient } from '../../platform/rate-limit/redis.ts'

/** The scripts use several of these keys, so all are on one shard. */
export const usageSubject = '{usage}'

export const pendingKey = `${usageSubject}:pending`

// KEYS: the counters, the last call number of this node. ARGV: the number of this call, then field and count
// pairs.
const countScript = `
if redis.call('GET', KEYS[2]) == ARGV[1] then return 0 end
for index = 2, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], ARGV[index], ARGV[index + 1]) end
redis.call('SET', KEYS[2], ARGV[1], 'EX', 86400)
return 1
`

declare module 'ioredis' {
  interface RedisCommander<Context extends ClientContext> {
    countUsage(
      pending: string,
      sequence: string,
      ...numberAndCounts: (string | number)[]
    ): Result<number, Context>
  }
}

export interface MeteredRequest {
  accountId: number
  keyId: number
  /** As written in the OpenAPI description; empty for requests that only update the last use of the key. */
  endpoint: string
  status: number
}

export interface UsageRecorder {
  /** Never blocks or throws. */
  count(request: MeteredRequest): void
  /** Resolves when nothing is waiting or Redis is unavailable. */
  settle(): Promise<void>
  /** Requests not yet sent to Redis. */
  waiting(): number
}

// Keeps a call well under a millisecond in Redis.
const fieldsPerCall = 200
// Counters buffered while Redis is unavailable, about 10 MB; further requests are not counted.
const maxBufferedFields = 100_000
const retryMs = 500
// Requests within this time are sent in one call.
const collectMs = 50

export function createUsageRecorder(
  redis: RedisClient,
  onDropped: (requests: number) => void,
): UsageRecorder {
  redis.defineCommand('countUsage', { numberOfKeys: 2, lua: countScript })
  const sequenceKey = `${usageSubject}:node:${randomUUID()}`
  const counts = new Map<string, number>()
  let call: { number: number; counts: [string, number][] } = { number: 0, counts: [] }
  let sending: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined

  async function send(): Promise<void> {
    try {
      do {
        if (redis.status !== 'ready') break
        if (call.counts.length === 0) call = { number: call.number + 1, counts: takeBatch(counts) }
        await redis.countUsage(pendingKey, sequenceKey, call.number, ...call.counts.flat())
        call.counts = []
      } while (counts.size >= fieldsPerCall)
    } catch {
      // The rate limiter logs and measures that Redis is unavailable; the call is retried.
    }
    sending = undefined
    if (call.counts.length > 0 || redis.status !== 'ready') retry ??= setTimeout(start, retryMs).unref()
    else if (counts.size > 0) start()
  }

  function start(): void {
    clearTimeout(retry)
    retry = undefined
    sending ??= wait(collectMs, undefined, { ref: false }).then(send)
  }

  return {
    count({ accountId, keyId, endpoint, status }) {
      const field = `${today()}|${accountId}|${keyId}|${endpoint}|${status}`
      const before = counts.get(field)
      if (before === undefined && counts.size >= maxBufferedFields) return onDropped(1)
      counts.set(field, (before ?? 0) + 1)
      if (retry === undefined) start()
    },
    async settle() {
      do {
        start()
        await sending
      } while (retry === undefined && (call.counts.length > 0 || counts.size > 0))
    },
    waiting: () => sum(call.counts) + sum(counts),
  }
}

const dayMs = 86_400_000
let day = { text: '', startsAt: 0 }

/** The date in UTC, formatted once a day. */
function today(): string {
  const now = Date.now()
  if (now < day.startsAt || now >= day.startsAt + dayMs) {
    day = { text: new Date(now).toISOString().slice(0, 10), startsAt: now - (now % dayMs) }
  }
  return day.text
}

function takeBatch(counts: Map<string, number>): [string, number][] {
  const batch: [string, number][] = []
  for (const entry of counts) {
    if (batch.length >= fieldsPerCall) break
    batch.push(entry)
    counts.delete(entry[0])
  }
  return batch
}

function sum(counts: Iterable<[string, number]>): number {
  let total = 0
  for (const [, count] of counts) total += count
  return total
}
