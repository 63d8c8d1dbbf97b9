// Rate-limit counters shared by all nodes. A script counts a request in every window that applies or in none, using
// Redis's clock. It uses integers only, because rounding would lose requests.
import { type ClientContext, Redis, type RedisOptions, type Result } from 'ioredis'
import type { RateLimitResult, Window } from './window.ts'

// KEYS: the windows of all requests. ARGV: for each request the number of its windows, then limit and length in ms of
// each window. A window is a hash with its count and end. Returns the time, then four numbers per request.
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

local function count_in(window)
  if window.fresh then
    redis.call('HSET', window.key, 'count', 1, 'end', window.ends)
    redis.call('PEXPIREAT', window.key, window.ends)
  else
    redis.call('HINCRBY', window.key, 'count', 1)
  end
end

local function add_result(allowed, window, left)
  for _, number in ipairs({ allowed, window.limit, left, window.ends }) do table.insert(results, number) end
end

while arg < #ARGV do
  local windows, tightest, exhausted = {}, nil, nil
  for i = 1, next_argument() do
    local window = read_window()
    windows[i] = window
    if window.left <= 0 and (not exhausted or window.ends > exhausted.ends) then exhausted = window end
    if not tightest or window.left < tightest.left then tightest = window end
  end
  if exhausted then
    add_result(0, exhausted, 0)
  else
    for _, window in ipairs(windows) do count_in(window) end
    add_result(1, tightest, tightest.left - 1)
  end
end
return results
`

declare module 'ioredis' {
  interface RedisCommander<Context extends ClientContext> {
    consumeFromWindows(...keysAndLimits: (string | number)[]): Result<number[], Context>
  }
}

export interface Sentinels {
  /** Empty: connect to the Redis URL directly. */
  sentinels: { host: string; port: number }[]
  /** The master name. */
  name: string
}

export function connectRedis(url: string, sentinelOptions: Sentinels = { sentinels: [], name: '' }): Redis {
  const options = {
    // A request must not wait for an unavailable Redis; it is counted locally instead (decision 26).
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: 1_000,
    retryStrategy: attempt => Math.min(100 * attempt, 1_000),
    scripts: { consumeFromWindows: { lua: consumeScript } },
  } satisfies RedisOptions
  return sentinelOptions.sentinels.length === 0
    ? new Redis(url, options)
    : new Redis({ ...options, ...sentinelOptions, ...parseRedisUrl(url), ...sentinelDefaults })
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

function parseRedisUrl(url: string) {
  const { protocol, username, password, pathname } = new URL(url)
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {}, enableTLSForSentinelMode: true }),
    db: Number(pathname.slice(1)),
  }
}

/** Requests counted in the current window. */
export async function countInRedis(redis: Redis, { name }: Window): Promise<number> {
  return Number((await redis.hget(name, 'count')) ?? 0)
}

/** Processes several requests, in order, in one call. */
export async function consumeInRedis(redis: Redis, requests: Window[][]): Promise<RateLimitResult[]> {
  const windows = requests.flat()
  const [now = 0, ...results] = await redis.consumeFromWindows(
    windows.length,
    ...windows.map(window => window.name),
    ...requests.flatMap(each => [each.length, ...each.flatMap(window => [window.limit, window.lengthMs])]),
  )
  return requests.map((_, index) => {
    const [allowed, limit = 0, remaining = 0, endsAt = 0] = results.slice(4 * index, 4 * index + 4)
    return { allowed: allowed === 1, limit, remaining, endsAt, now }
  })
}
