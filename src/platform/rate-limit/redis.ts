// Rate-limit counters shared by all nodes. A script counts a request in every window that applies or in none, using
// Redis's clock. It uses integers only, because rounding would lose requests.
import { type ClientContext, type Cluster, Redis, type RedisOptions, type Result } from 'ioredis'
import { slotOf } from './hash-slot.ts'
import type { RateLimitResult, Window } from './window.ts'

// KEYS: the windows of all callers. ARGV: for each caller the number of requests and of windows, then limit and length in ms of
// each window. A window is a hash with its count and end. Returns the time, then six numbers per caller: how many requests are
// allowed; limit, end and what was left of the tightest window; limit and end of the window that rejects the rest.
const consumeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local results = { now }
local key, arg = 0, 0

local function next_argument()
  arg = arg + 1
  return tonumber(ARGV[arg])
end

local function read_window()
  key = key + 1
  local limit, length = next_argument(), next_argument()
  local stored = redis.call('HMGET', KEYS[key], 'count', 'end')
  local count, ends = tonumber(stored[1]) or 0, tonumber(stored[2]) or 0
  -- An end more than one window ahead means that the clock was set back.
  local fresh = ends <= now or ends > now + length
  if fresh then count, ends = 0, now + length end
  return { key = KEYS[key], limit = limit, left = limit - count, ends = ends, fresh = fresh }
end

local function count_in(window, requests)
  if window.fresh then
    redis.call('HSET', window.key, 'count', requests, 'end', window.ends)
    redis.call('PEXPIREAT', window.key, window.ends)
  else
    redis.call('HINCRBY', window.key, 'count', requests)
  end
end

while arg < #ARGV do
  local requests = next_argument()
  local windows, tightest = {}, nil
  for i = 1, next_argument() do
    local window = read_window()
    windows[i] = window
    if not tightest or window.left < tightest.left then tightest = window end
  end
  local allowed = math.max(0, math.min(requests, tightest.left))
  local exhausted = nil
  for _, window in ipairs(windows) do
    if allowed > 0 then count_in(window, allowed) end
    if window.left <= allowed and (not exhausted or window.ends > exhausted.ends) then exhausted = window end
  end
  exhausted = exhausted or tightest
  for _, number in ipairs({ allowed, tightest.limit, tightest.ends, tightest.left, exhausted.limit, exhausted.ends }) do
    table.insert(results, number)
  end
end
return results
`

// KEYS: the windows of one request. ARGV: when it was counted, then the length in ms of each window. A window that started
// later does not contain the request.
const refundScript = `
for i, key in ipairs(KEYS) do
  local stored = redis.call('HMGET', key, 'count', 'end')
  local count, ends = tonumber(stored[1]) or 0, tonumber(stored[2]) or 0
  if count > 0 and ends <= ARGV[1] + ARGV[i + 1] then redis.call('HINCRBY', key, 'count', -1) end
end
`

declare module 'ioredis' {
  interface RedisCommander<Context extends ClientContext> {
    consumeFromWindows(...keysAndLimits: (string | number)[]): Result<number[], Context>
    refundToWindows(...keysAndLengths: (string | number)[]): Result<null, Context>
  }
}

export type RedisClient = Redis | Cluster

export interface Sentinels {
  /** Empty: connect to the Redis URL directly. */
  sentinels: { host: string; port: number }[]
  /** The master name. */
  name: string
}

export const redisOptions = {
  // A request must not wait for an unavailable Redis; it is counted locally instead (rule redis-outage).
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  connectTimeout: 1_000,
  retryStrategy: attempt => Math.min(100 * attempt, 1_000),
  scripts: { consumeFromWindows: { lua: consumeScript }, refundToWindows: { lua: refundScript } },
} satisfies RedisOptions

export function connectRedis(url: string, sentinelOptions: Sentinels = { sentinels: [], name: '' }): Redis {
  if (sentinelOptions.sentinels.length === 0) return new Redis(url, redisOptions)
  const { tls, ...credentials } = urlCredentials(url)
  const client = new SentinelClient({
    ...redisOptions,
    ...sentinelOptions,
    ...credentials,
    ...(tls && { tls, enableTLSForSentinelMode: true }),
    ...sentinelDefaults,
  })
  // ioredis gives up for good when the Sentinels announce a failover while it asks them for the master. The node would count on
  // its own until its next start.
  client.on('end', () => {
    if (!client.isClosed) setTimeout(() => void client.connect().catch(() => undefined), retryDelayMs).unref()
  })
  return client
}

const retryDelayMs = 100

class SentinelClient extends Redis {
  isClosed = false

  override disconnect(reconnect = false): void {
    if (!reconnect) this.isClosed = true
    super.disconnect(reconnect)
  }
}

const sentinelDefaults = {
  // If a Sentinel accepts the connection but does not respond, the next one is used.
  sentinelCommandTimeout: 1_000,
  sentinelRetryStrategy: attempt => Math.min(100 * attempt, 1_000),
  // Subscribes to the Sentinels, so that a failover is noticed at once.
  failoverDetector: true,
  // The server was demoted to a replica: ask the Sentinels for the new master.
  reconnectOnError: ({ message }) => message.startsWith('READONLY'),
} satisfies RedisOptions

/** What a URL says besides the address, for connections that learn the address from other servers. */
export function urlCredentials(url: string) {
  const { protocol, username, password, pathname } = new URL(url)
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {} }),
    db: Number(pathname.slice(1)),
  }
}

/** Requests counted in the current window. */
export async function countInRedis(redis: RedisClient, { name }: Window): Promise<number> {
  return Number((await redis.hget(name, 'count')) ?? 0)
}

const numbersPerCaller = 6

/** Processes several requests in one call. Those with the same list of windows, as of one caller, are counted together. */
export async function consumeInRedis(redis: RedisClient, requests: Window[][]): Promise<RateLimitResult[]> {
  const callers = Map.groupBy(requests.keys(), index => requests[index])
  const keys: (string | number)[] = [0]
  const limits: number[] = []
  for (const [windows = [], indexes] of callers) {
    limits.push(indexes.length, windows.length)
    for (const { name, limit, lengthMs } of windows) {
      keys.push(name)
      limits.push(limit, lengthMs)
    }
  }
  keys[0] = keys.length - 1
  const numbers = await redis.consumeFromWindows(...keys, ...limits)
  const [now = 0] = numbers
  const results: RateLimitResult[] = []
  let at = 1
  for (const indexes of callers.values()) {
    const [allowed = 0, limit = 0, endsAt = 0, left = 0, rejecting = 0, rejectingEndsAt = 0] = numbers.slice(
      at,
      at + numbersPerCaller,
    )
    at += numbersPerCaller
    for (const [position, index] of indexes.entries()) {
      results[index] =
        position < allowed
          ? { allowed: true, limit, remaining: left - 1 - position, endsAt, now }
          : { allowed: false, limit: rejecting, remaining: 0, endsAt: rejectingEndsAt, now }
    }
  }
  return results
}

/** For a Redis Cluster, which rejects scripts with keys of several slots: one call per slot, sent together. */
export async function consumeBySlot(redis: RedisClient, requests: Window[][]): Promise<RateLimitResult[]> {
  const bySlot = Map.groupBy(requests.keys(), index => slotOf(requests[index]?.[0]?.name ?? ''))
  const results: RateLimitResult[] = []
  await Promise.all(
    Array.from(bySlot.values(), async indexes => {
      const ofSlot = await consumeInRedis(
        redis,
        indexes.map(index => requests[index] ?? []),
      )
      for (const [position, result] of ofSlot.entries()) results[indexes[position] ?? 0] = result
    }),
  )
  return results
}

/** Undoes a request that was counted at `countedAt`, by Redis's clock. */
export async function refundInRedis(redis: RedisClient, windows: Window[], countedAt: number): Promise<void> {
  await redis.refundToWindows(
    windows.length,
    ...windows.map(({ name }) => name),
    countedAt,
    ...windows.map(({ lengthMs }) => lengthMs),
  )
}

/** Rejects after the timeout. A reply that arrived while this process was busy still counts as in time. */
export function withTimeout<Reply>(reply: Promise<Reply>, timeoutMs: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new Error('Redis timed out'))), timeoutMs)
    reply.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
