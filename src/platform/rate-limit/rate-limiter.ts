import { createBatcher } from '../batching.ts'
import { consumeLocally, type LocalCounters, refundLocally } from './local-counters.ts'
import { consumeBySlot, consumeInRedis, countInRedis, refundInRedis, withTimeout } from './redis.ts'
import type { RedisShard, RedisShards } from './redis-shards.ts'
import type { RateLimitResult, Window } from './window.ts'

// After a failure, requests skip the shard for this long.
const pauseAfterFailureMs = 250

// Keeps each call well under a millisecond of Redis's time.
const requestsPerCall = 100

export interface RateLimiter {
  /** Counts a request in all windows or in none. The part of a window's name in braces selects its shard. */
  consume(windows: Window[]): Promise<RateLimitResult>
  /** Requests in the window so far; undefined while Redis is unavailable. */
  used(window: Window): Promise<number | undefined>
}

export interface RateLimiterEvents {
  /** Called when a request is counted in this process only. */
  onFallback: () => void
  /** The nodes among which a limit is divided while requests are counted in this process only. */
  liveNodes: () => number
}

interface ShardState {
  consume: (windows: Window[]) => Promise<RateLimitResult>
  pausedUntil: number
}

/** Counts requests in Redis, or in this process while the shard of their windows is unavailable. */
export function createRateLimiter(
  shards: RedisShards,
  timeoutMs: number,
  { onFallback, liveNodes }: RateLimiterEvents,
): RateLimiter {
  const consumeAll = shards.isCluster ? consumeBySlot : consumeInRedis
  const states = new Map<RedisShard, ShardState>()
  const counts: LocalCounters = new Map()

  function stateOf(shard: RedisShard): ShardState {
    let state = states.get(shard)
    if (state === undefined) {
      const consume = createBatcher(
        (requests: Window[][]) => withTimeout(consumeAll(shard.client, requests), timeoutMs),
        requestsPerCall,
      )
      state = { consume, pausedUntil: 0 }
      states.set(shard, state)
    }
    return state
  }

  /** Undefined while the shard is unavailable. */
  async function consumeShared(shard: RedisShard, windows: Window[]): Promise<RateLimitResult | undefined> {
    const state = stateOf(shard)
    if (!shard.isReady() || performance.now() < state.pausedUntil) return undefined
    try {
      return await state.consume(windows)
    } catch {
      state.pausedUntil = performance.now() + pauseAfterFailureMs
      return undefined
    }
  }

  function consumeInProcess(windows: Window[]): RateLimitResult {
    onFallback()
    return consumeLocally(counts, windows, Date.now(), liveNodes())
  }

  /**
   * Windows of several subjects, which only capped keys of free accounts have: counted by subject, and refunded if one of
   * them rejects the request. So never more than a limit is allowed.
   */
  async function consumeInGroups(windows: Window[]): Promise<RateLimitResult> {
    const groups = [...Map.groupBy(windows, ({ name }) => shards.groupOf(name))]
    const counted = await Promise.all(
      groups.map(async ([group, ofGroup]) => {
        const shard = shards.shardOf(group)
        const shared = await consumeShared(shard, ofGroup)
        return shared === undefined
          ? { ...consumeInProcess(ofGroup), refund: async () => refundLocally(counts, ofGroup) }
          : { ...shared, refund: () => refundShared(shard, ofGroup, shared.now) }
      }),
    )
    const rejected = counted.filter(({ allowed }) => !allowed)
    if (rejected.length > 0) {
      await Promise.all(counted.filter(({ allowed }) => allowed).map(({ refund }) => refund()))
    }
    const { refund: _, ...result } =
      rejected.length === 0
        ? counted.reduce((min, each) => (each.remaining < min.remaining ? each : min))
        : rejected.reduce((max, each) => (each.endsAt - each.now > max.endsAt - max.now ? each : max))
    return result
  }

  /** Best effort: if it fails, these windows allow one request less. */
  async function refundShared(shard: RedisShard, windows: Window[], countedAt: number): Promise<void> {
    await withTimeout(refundInRedis(shard.client, windows, countedAt), timeoutMs).catch(() => undefined)
  }

  return {
    consume(windows) {
      const group = shards.groupOf(windows[0]?.name ?? '')
      for (let index = 1; index < windows.length; index++) {
        if (shards.groupOf(windows[index]?.name ?? '') !== group) return consumeInGroups(windows)
      }
      return consumeShared(shards.shardOf(group), windows).then(shared => shared ?? consumeInProcess(windows))
    },
    async used(window) {
      const shard = shards.shardOf(shards.groupOf(window.name))
      if (!shard.isReady()) return undefined
      return withTimeout(countInRedis(shard.client, window), timeoutMs).catch(() => undefined)
    },
  }
}
