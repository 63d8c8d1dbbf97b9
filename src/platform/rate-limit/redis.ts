// Rate-limit counters shared by all nodes. A script counts a request in every window that applies or in none, using
// Redis's clock. It uses integers only, because rounding would lose requests.
import { type ClientContext, Redis, type RedisOptions, type Result } from 'ioredis'
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

declare module 'ioredis' {
  interface RedisCommander<Context extends ClientContext> {
    consumeFromWindows(...keysAndLimits: (string | number)[]): Result<number[], Context>
  }
}

const options = {
  // A request must not wait for an unavailable Redis; it is counted locally instead (rule redis-outage).
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  connectTimeout: 1_000,
  retryStrategy: attempt => Math.min(100 * attempt, 1_000),
  scripts: { consumeFromWindows: { lua: consumeScript } },
} satisfies RedisOptions

export function connectRedis(url: string): Redis {
  return new Redis(url, options)
}

/** Requests counted in the current window. */
export async function countInRedis(redis: Redis, { name }: Window): Promise<number> {
  return Number((await redis.hget(name, 'count')) ?? 0)
}

const numbersPerCaller = 6

/** Processes several requests in one call. Those with the same list of windows, as of one caller, are counted together. */
export async function consumeInRedis(redis: Redis, requests: Window[][]): Promise<RateLimitResult[]> {
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

/** Rejects after the timeout. A reply that arrived while this process was busy still counts as in time. */
export function withTimeout<Reply>(reply: Promise<Reply>, timeoutMs: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new Error('Redis timed out'))), timeoutMs)
    reply.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
