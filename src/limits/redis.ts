// The counting that all nodes share: one script takes a request from every window that applies, or from
// none, by Redis's own clock. Integers only: floating point loses requests.
import { type ClientContext, Redis, type Result } from 'ioredis'
import type { Taken, Window } from './window.ts'

// KEYS: the windows. ARGV: limit and length in ms of each. A window is a hash of count and end.
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local windows = {}
local tightest, refused

for i, key in ipairs(KEYS) do
  local limit, length = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local kept = redis.call('HMGET', key, 'count', 'end')
  local count, ends = tonumber(kept[1]) or 0, tonumber(kept[2]) or 0
  -- An end beyond a whole window comes from a clock that was put back since.
  local fresh = ends <= now or ends > now + length
  if fresh then count, ends = 0, now + length end
  local window = { key = key, limit = limit, left = limit - count, ends = ends, fresh = fresh }
  windows[i] = window
  if window.left <= 0 and (not refused or ends > refused.ends) then refused = window end
  if not tightest or window.left < tightest.left then tightest = window end
end

if refused then return { 0, refused.limit, 0, refused.ends, now } end

for _, window in ipairs(windows) do
  if window.fresh then
    redis.call('HSET', window.key, 'count', 1, 'end', window.ends)
    redis.call('PEXPIREAT', window.key, window.ends)
  else
    redis.call('HINCRBY', window.key, 'count', 1)
  end
end
return { 1, tightest.limit, tightest.left - 1, tightest.ends, now }
`

declare module 'ioredis' {
  interface RedisCommander<Context extends ClientContext> {
    takeFromWindows(...keysAndLimits: (string | number)[]): Result<number[], Context>
  }
}

export function connectRedis(url: string, timeoutMs: number): Redis {
  return new Redis(url, {
    // A request must not wait for a Redis that is away: it is counted locally instead (decision 26).
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: 1_000,
    retryStrategy: attempt => Math.min(100 * attempt, 1_000),
    enableAutoPipelining: true,
    commandTimeout: timeoutMs,
    scripts: { takeFromWindows: { lua: takeScript } },
  })
}

export async function takeFromRedis(redis: Redis, windows: Window[]): Promise<Taken> {
  const [allowed = 0, limit = 0, remaining = 0, endsAt = 0, now = 0] = await redis.takeFromWindows(
    windows.length,
    ...windows.map(window => window.name),
    ...windows.flatMap(window => [window.limit, window.lengthMs]),
  )
  return { allowed: allowed === 1, limit, remaining, endsAt, now }
}
