// The counting that all nodes share: a script takes a request from every window that applies, or from none,
// by Redis's own clock. Integers only: floating point loses requests.
import { type ClientContext, Redis, type RedisOptions, type Result } from 'ioredis'
import type { RateLimitResult, Window } from './window.ts'

// KEYS: the windows of all requests. ARGV: for each request the number of its windows, then limit and length
// in ms of each. A window is a hash of its count and its end. Answers the time, then four numbers a request.
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local answers = { now }
local key, arg = 0, 0

local function next_argument()
  arg = arg + 1
  return tonumber(ARGV[arg])
end

local function read_window()
  key = key + 1
  local limit, length = next_argument(), next_argument()
  local kept = redis.call('HMGET', KEYS[key], 'count', 'end')
  local count, ends = tonumber(kept[1]) or 0, tonumber(kept[2]) or 0
  -- An end beyond a whole window comes from a clock that was put back since.
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

local function answer(allowed, window, left)
  for _, number in ipairs({ allowed, window.limit, left, window.ends }) do table.insert(answers, number) end
end

while arg < #ARGV do
  local windows, tightest, refusing = {}, nil, nil
  for i = 1, next_argument() do
    local window = read_window()
    windows[i] = window
    if window.left <= 0 and (not refusing or window.ends > refusing.ends) then refusing = window end
    if not tightest or window.left < tightest.left then tightest = window end
  end
  if refusing then
    answer(0, refusing, 0)
  else
    for _, window in ipairs(windows) do count_in(window) end
    answer(1, tightest, tightest.left - 1)
  end
end
return answers
`

declare module 'ioredis' {
  interface RedisCommander<Context extends ClientContext> {
    takeFromWindows(...keysAndLimits: (string | number)[]): Result<number[], Context>
  }
}

export interface Sentinels {
  /** Empty: the Redis of the URL is meant. */
  sentinels: { host: string; port: number }[]
  /** What they call the Redis that counts. */
  name: string
}

export function connectRedis(url: string, watched: Sentinels = { sentinels: [], name: '' }): Redis {
  const options = {
    // A request must not wait for a Redis that is away: it is counted locally instead (decision 26).
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: 1_000,
    retryStrategy: attempt => Math.min(100 * attempt, 1_000),
    scripts: { takeFromWindows: { lua: takeScript } },
  } satisfies RedisOptions
  return watched.sentinels.length === 0
    ? new Redis(url, options)
    : new Redis({ ...options, ...watched, ...accessOf(url), ...underSentinels })
}

const underSentinels = {
  // One that takes the connection and says nothing: the next is asked.
  sentinelCommandTimeout: 1_000,
  sentinelRetryStrategy: attempt => Math.min(100 * attempt, 1_000),
  // Sentinels say at once when another Redis takes over.
  failoverDetector: true,
  // One that is a replica now does not count: the sentinels know who does.
  reconnectOnError: ({ message }) => message.startsWith('READONLY'),
} satisfies RedisOptions

function accessOf(url: string) {
  const { protocol, username, password, pathname } = new URL(url)
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {}, enableTLSForSentinelMode: true }),
    db: Number(pathname.slice(1)),
  }
}

/** Requests in a window that is open; 0 when none is. */
export async function countInRedis(redis: Redis, { name }: Window): Promise<number> {
  return Number((await redis.hget(name, 'count')) ?? 0)
}

/** One request after the other, in one call. */
export async function consumeInRedis(redis: Redis, requests: Window[][]): Promise<RateLimitResult[]> {
  const windows = requests.flat()
  const [now = 0, ...answers] = await redis.takeFromWindows(
    windows.length,
    ...windows.map(window => window.name),
    ...requests.flatMap(each => [each.length, ...each.flatMap(window => [window.limit, window.lengthMs])]),
  )
  return requests.map((_, place) => {
    const [allowed, limit = 0, remaining = 0, endsAt = 0] = answers.slice(4 * place, 4 * place + 4)
    return { allowed: allowed === 1, limit, remaining, endsAt, now }
  })
}
