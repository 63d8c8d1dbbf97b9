// Counts requests in Redis without anybody waiting for it: what comes in while one call is under way goes with
// the next. Each call bears a number, and Redis takes each number of a node once; so a call whose answer was
// lost is sent again and still counts once.
import { randomUUID } from 'node:crypto'
import type { ClientContext, Redis, Result } from 'ioredis'

export const pendingName = 'usage:pending'

// KEYS: the counts, the number of the node's last call. ARGV: the number of this call, then field and count.
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
  /** As the description writes it; empty for what only shows that the key is in use. */
  endpoint: string
  status: number
}

export interface UsageRecorder {
  /** Neither waits nor fails. */
  count(request: MeteredRequest): void
  /** Resolves when nothing waits any more, or Redis takes no more. */
  settle(): Promise<void>
  /** Requests that are not in Redis yet. */
  waiting(): number
}

// Keeps one call well under a millisecond of Redis's time.
const fieldsACall = 200
// Different counts that wait while Redis is away, some 10 MB; beyond that requests go uncounted.
const fieldsKept = 100_000
const retryMs = 500

export function createUsageRecorder(redis: Redis, onDropped: (requests: number) => void): UsageRecorder {
  redis.defineCommand('countUsage', { numberOfKeys: 2, lua: countScript })
  const sequenceName = `usage:node:${randomUUID()}`
  const counts = new Map<string, number>()
  let call: { number: number; counts: [string, number][] } = { number: 0, counts: [] }
  let sending: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined

  async function send(): Promise<void> {
    try {
      while ((call.counts.length > 0 || counts.size > 0) && redis.status === 'ready') {
        if (call.counts.length === 0) call = { number: call.number + 1, counts: takeSome(counts) }
        await redis.countUsage(pendingName, sequenceName, call.number, ...call.counts.flat())
        call.counts = []
      }
    } catch {
      // Redis is away, which the limiter tells in log and metrics; the same call is sent again.
    }
    sending = undefined
    if (call.counts.length > 0 || counts.size > 0) retry ??= setTimeout(start, retryMs).unref()
  }

  function start(): void {
    clearTimeout(retry)
    retry = undefined
    sending ??= afterThisTurn().then(send)
  }

  return {
    count({ accountId, keyId, endpoint, status }) {
      const field = `${new Date().toISOString().slice(0, 10)}|${accountId}|${keyId}|${endpoint}|${status}`
      const before = counts.get(field)
      if (before === undefined && counts.size >= fieldsKept) return onDropped(1)
      counts.set(field, (before ?? 0) + 1)
      if (retry === undefined) start()
    },
    async settle() {
      start()
      await sending
    },
    waiting: () => sum(call.counts) + sum(counts),
  }
}

function takeSome(counts: Map<string, number>): [string, number][] {
  const some: [string, number][] = []
  for (const entry of counts) {
    if (some.length >= fieldsACall) break
    some.push(entry)
    counts.delete(entry[0])
  }
  return some
}

function sum(counts: Iterable<[string, number]>): number {
  let all = 0
  for (const [, count] of counts) all += count
  return all
}

function afterThisTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
