// Rate-limits authentication attempts. Each attempt is counted in Redis before it is checked, so concurrent
// attempts cannot bypass the limit. Without Redis, sign-in is disabled (rule redis-outage).
import type { ClientContext, Redis, Result } from 'ioredis'
import { networksOf } from '../../platform/rate-limit/window.ts'
import { hashToken, type ServerSecret } from '../../platform/server-secret.ts'
import type { AccountError } from '../account-error.ts'
import type { ClientInfo } from '../client-info.ts'
import { trustedDevice } from './trusted-device.ts'

/** A counter of attempts, which starts with the first attempt and lasts for `windowMs`. */
export interface AttemptKey {
  name: string
  /** Further attempts have to wait 1 s, 2 s, 4 s, up to 60 s. */
  freeAttempts: number
  maxAttempts: number
  windowMs: number
  /**
   * The effect of a successful attempt on the counter: counters shared with others are refunded by one, not
   * reset.
   */
  onSuccess: 'reset' | 'refund' | 'keep'
}

export interface AttemptLimiter {
  /**
   * Counts an attempt against every key; when one is exhausted, counts against none and returns the error.
   */
  attempt(keys: AttemptKey[]): Promise<AccountError | undefined>
  /** Call it after a successful attempt. */
  succeeded(keys: AttemptKey[]): Promise<void>
  /** Undoes an attempt that was not checked. */
  refund(keys: AttemptKey[]): Promise<void>
  /** Deletes the counters. */
  reset(keys: AttemptKey[]): Promise<void>
}

const attemptsSubject = 'attempts'

const day = 86_400_000
const hour = 3_600_000

// NIST SP 800-63B allows up to 100 failures; delays start after 5 and the limit is 50 per day.
const freeAttemptsPerDay = 5
const maxAttempts = 50
// Generous, because an office or a mobile network may share one IP address.
const maxAttemptsPerIpAddress = 300

// KEYS: the counters. ARGV: the action, then the free attempts, maximum and window in ms of each. A counter is
// a hash of its count, its end, and the earliest time of the next attempt. Returns the time, when the next attempt
// is allowed, and which counter requires the wait.
const countScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local max_delay = 60000

if ARGV[1] == 'refund' then
  for _, key in ipairs(KEYS) do
    if (tonumber(redis.call('HGET', key, 'count')) or 0) > 0 then redis.call('HINCRBY', key, 'count', -1) end
  end
  return { now, now, 0 }
end

local counters, allowed_at, exhausted = {}, now, 0
local function wait_until(time, index)
  if time > allowed_at then allowed_at, exhausted = time, index end
end
for i, key in ipairs(KEYS) do
  local free_attempts, max_attempts, window = tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1])
  local stored = redis.call('HMGET', key, 'count', 'end', 'next')
  local count, ends, next_attempt_at = tonumber(stored[1]) or 0, tonumber(stored[2]) or 0, tonumber(stored[3]) or 0
  -- An end further away than a whole window means that the clock was set back.
  if ends <= now or ends > now + window then count, ends, next_attempt_at = 0, now + window, 0 end
  if count >= max_attempts then
    wait_until(ends, i)
  elseif next_attempt_at <= now + max_delay then
    wait_until(next_attempt_at, i)
  end
  counters[i] = { key = key, count = count + 1, ends = ends, free_attempts = free_attempts, max_attempts = max_attempts }
end
if allowed_at > now then return { now, allowed_at, exhausted } end

for _, counter in ipairs(counters) do
  local next_attempt_at = 0
  if counter.count >= counter.free_attempts and counter.count < counter.max_attempts then
    next_attempt_at = now + math.min(max_delay, 1000 * 2 ^ math.min(counter.count - counter.free_attempts, 10))
  end
  redis.call('HSET', counter.key, 'count', counter.count, 'end', counter.ends, 'next', next_attempt_at)
  redis.call('PEXPIREAT', counter.key, counter.ends)
end
return { now, now, 0 }
`

declare module 'ioredis' {
  interface RedisCommander<Context extends ClientContext> {
    countAttempt(
      ...keysAndArguments: (string | number)[]
    ): Result<[now: number, allowedAt: number, exhausted: number], Context>
  }
}

const redisUnavailable: AccountError = {
  error: 'unavailable',
  code: 'temporarily_unavailable',
  message: 'This cannot be done at the moment. Try again in a minute.',
  retryAfter: 5,
}

export function createAttemptLimiter(redis: Redis, timeoutMs: number): AttemptLimiter {
  redis.defineCommand('countAttempt', { lua: countScript })

  function count(what: 'attempt' | 'refund', keys: AttemptKey[]) {
    return withTimeout(
      redis.countAttempt(
        keys.length,
        ...keys.map(({ name }) => name),
        what,
        ...keys.flatMap(({ freeAttempts, maxAttempts, windowMs }) => [freeAttempts, maxAttempts, windowMs]),
      ),
    )
  }

  async function withTimeout<T>(answer: Promise<T>): Promise<T> {
    const { promise: timedOut, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('redis timeout')), timeoutMs)
    try {
      return await Promise.race([answer, timedOut])
    } finally {
      clearTimeout(timer)
      answer.catch(() => undefined)
    }
  }

  /** Best effort: a counter that stays too high only delays the next attempt. */
  async function bestEffort(work: Promise<unknown>[]): Promise<void> {
    await Promise.allSettled(work)
  }

  function reset(keys: AttemptKey[]): Promise<void> {
    return bestEffort(keys.map(({ name }) => withTimeout(redis.del(name))))
  }
  function refund(keys: AttemptKey[]): Promise<void> {
    return bestEffort(keys.length === 0 ? [] : [count('refund', keys)])
  }

  return {
    async attempt(keys) {
      try {
        const [now, allowedAt, exhausted] = await count('attempt', keys)
        const limit = keys[exhausted - 1]?.maxAttempts
        return limit === undefined ? undefined : tooManyAttempts(limit, now, allowedAt)
      } catch {
        return redisUnavailable
      }
    },
    async succeeded(keys) {
      await reset(keys.filter(({ onSuccess }) => onSuccess === 'reset'))
      await refund(keys.filter(({ onSuccess }) => onSuccess === 'refund'))
    },
    refund,
    reset,
  }
}

function tooManyAttempts(limit: number, now: number, allowedAt: number): AccountError {
  const seconds = Math.ceil((allowedAt - now) / 1000)
  const time =
    seconds === 1 ? 'a second' : seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return {
    error: 'rate_limited',
    code: 'too_many_attempts',
    parameters: { seconds },
    message: `Too many tries. Try again in ${time}.`,
    retryAfter: seconds,
    exhausted: { limit, endsAt: allowedAt },
  }
}

/**
 * Counters for password or code attempts. A trusted device has its own counter; all other clients share one. Sign-in is
 * counted by what was typed, whether or not an account has it, so that the response reveals neither which accounts exist
 * nor that a name and an e-mail address belong to the same one. It is hashed, because users type passwords into the wrong
 * field.
 */
export function attemptKeys(
  what: 'password' | 'code',
  secret: ServerSecret,
  target: { accountId: number } | { login: string; accountId: number | undefined },
  client: ClientInfo,
): AttemptKey[] {
  const { accountId } = target
  const device = accountId === undefined ? undefined : trustedDevice(secret, accountId, client.deviceToken)
  if (device !== undefined) return [dailyAttempts(`${what}:device`, hashName(secret, device.id))]
  const name = 'login' in target ? `login ${target.login}` : `account ${target.accountId}`
  return [
    dailyAttempts(what, hashName(secret, name)),
    ...hourlyAttemptsByAddress('sign-in', client, maxAttemptsPerIpAddress, 'refund'),
  ]
}

/**
 * Attempts to sign in to an account from unknown devices, however it was named: an account has two names, and both
 * together get `maxAttempts` a day. When they are used up, answer as to a wrong password: anything else would reveal that
 * two names belong together. Unknown accounts are counted too, so that they take as long.
 */
export function accountAttemptKeys(
  secret: ServerSecret,
  { login, accountId }: { login: string; accountId: number | undefined },
): AttemptKey[] {
  const name = accountId === undefined ? `login ${login}` : `account ${accountId}`
  return [{ ...dailyAttempts('password:total', hashName(secret, name)), freeAttempts: maxAttempts }]
}

/** The password counters of an account and of this device, which are reset after a password reset. */
export function passwordAttemptKeys(
  secret: ServerSecret,
  account: { accountId: number; name: string; email: string | null },
  client: ClientInfo,
): AttemptKey[] {
  const { accountId } = account
  const untrusted = { ...client, deviceToken: undefined }
  const names = account.email === null ? [account.name] : [account.name, account.email.toLowerCase()]
  const logins = names.map(login => ({ login, accountId }))
  return [
    ...attemptKeys('password', secret, { accountId }, client),
    ...[{ accountId }, ...logins].flatMap(target => attemptKeys('password', secret, target, untrusted)),
    ...accountAttemptKeys(secret, { login: account.name, accountId }),
  ].filter(({ onSuccess }) => onSuccess === 'reset')
}

/** Allows `maxAttempts` per hour. */
export function hourlyAttempts(
  what: string,
  whose: string,
  maxAttempts: number,
  onSuccess: 'refund' | 'keep' = 'keep',
): AttemptKey {
  return {
    name: `${attemptsSubject}:${what}:of:${whose}`,
    freeAttempts: maxAttempts,
    maxAttempts,
    windowMs: hour,
    onSuccess,
  }
}

/** Allows `maxAttempts` per hour from a client's address, and a multiple of it from the networks around it. */
export function hourlyAttemptsByAddress(
  what: string,
  { ipAddress }: Pick<ClientInfo, 'ipAddress'>,
  maxAttempts: number,
  onSuccess: 'refund' | 'keep' = 'keep',
): AttemptKey[] {
  return networksOf(ipAddress).map(({ network, multiple }) =>
    hourlyAttempts(what, network, multiple * maxAttempts, onSuccess),
  )
}

function dailyAttempts(what: string, hashedName: string): AttemptKey {
  return {
    name: `${attemptsSubject}:${what}:${hashedName}`,
    freeAttempts: freeAttemptsPerDay,
    maxAttempts: maxAttempts,
    windowMs: day,
    onSuccess: 'reset',
  }
}

function hashName(secret: ServerSecret, name: string): string {
  return hashToken(secret, 'attempt counter', name).toString('base64url')
}
