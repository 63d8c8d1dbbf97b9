// Counts tries at everything that can be guessed, before it is looked at: twenty tries that arrive at once are
// twenty. In Redis alone: while that is away nobody attemptLimiter and nobody signs in (decision 26).
import type { ClientContext, Redis, Result } from 'ioredis'
import type { AccountError } from '../account-error.ts'
import type { ClientInfo } from '../client-info.ts'
import { hashToken, type ServerSecret } from '../server-secret.ts'
import { trustedDevice } from './trusted-device.ts'

/** What tries are counted under, from the first try on for `lengthMs`. */
export interface AttemptKey {
  name: string
  /** After so many tries each next one has to wait: 1 s, 2 s, 4 s, at last 60 s. */
  free: number
  most: number
  lengthMs: number
  /** What a right try does to the count. Only its own try is given back where others count too. */
  onSuccess: 'forgotten' | 'given back' | 'kept'
}

export interface AttemptLimiter {
  /** Counts one try under all subjects, or under none and says how long to wait. */
  attempt(subjects: AttemptKey[]): Promise<AccountError | undefined>
  /** It was right. */
  succeeded(subjects: AttemptKey[]): Promise<void>
  /** It was not looked at after all. */
  refund(subjects: AttemptKey[]): Promise<void>
  forget(subjects: AttemptKey[]): Promise<void>
}

const day = 86_400_000
const hour = 3_600_000

// Delays from 5 failures, a hard cap of 50.
const freeTries = 5
const maxAttempts = 50
// Generous: an office or a whole mobile network may share one address.
const maxAttemptsPerAddress = 300

// KEYS: the subjects. ARGV: what to do, then free, most and length in ms of each. A subject is a hash of its
// count, its end, and the time before which the next try is refused. Answers the ms to wait.
const countScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local longest_delay = 60000

if ARGV[1] == 'give back' then
  for _, key in ipairs(KEYS) do
    if (tonumber(redis.call('HGET', key, 'count')) or 0) > 0 then redis.call('HINCRBY', key, 'count', -1) end
  end
  return 0
end

local subjects, open_at = {}, now
for i, key in ipairs(KEYS) do
  local free, most, length = tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1])
  local kept = redis.call('HMGET', key, 'count', 'end', 'next')
  local count, ends, next_try = tonumber(kept[1]) or 0, tonumber(kept[2]) or 0, tonumber(kept[3]) or 0
  -- An end beyond a whole window comes from a clock that was put back since.
  if ends <= now or ends > now + length then count, ends, next_try = 0, now + length, 0 end
  if count >= most then
    open_at = math.max(open_at, ends)
  elseif next_try <= now + longest_delay then
    open_at = math.max(open_at, next_try)
  end
  subjects[i] = { key = key, count = count + 1, ends = ends, free = free, most = most }
end
if open_at > now then return open_at - now end

for _, subject in ipairs(subjects) do
  local next_try = 0
  if subject.count >= subject.free and subject.count < subject.most then
    next_try = now + math.min(longest_delay, 1000 * 2 ^ math.min(subject.count - subject.free, 10))
  end
  redis.call('HSET', subject.key, 'count', subject.count, 'end', subject.ends, 'next', next_try)
  redis.call('PEXPIREAT', subject.key, subject.ends)
end
return 0
`

declare module 'ioredis' {
  interface RedisCommander<Context extends ClientContext> {
    countGuess(...keysAndLimits: (string | number)[]): Result<number, Context>
  }
}

const away: AccountError = {
  error: 'unavailable',
  message: 'This cannot be done at the moment. Try again in a minute.',
  retryAfter: 5,
}

export function createAttemptLimiter(redis: Redis, timeoutMs: number): AttemptLimiter {
  redis.defineCommand('countGuess', { lua: countScript })

  function count(what: 'attempt' | 'give back', subjects: AttemptKey[]): Promise<number> {
    return inTime(
      redis.countGuess(
        subjects.length,
        ...subjects.map(({ name }) => name),
        what,
        ...subjects.flatMap(({ free, most, lengthMs }) => [free, most, lengthMs]),
      ),
    )
  }

  async function inTime<T>(answer: Promise<T>): Promise<T> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('Redis does not answer')), timeoutMs)
    try {
      return await Promise.race([answer, late])
    } finally {
      clearTimeout(timer)
      answer.catch(() => undefined)
    }
  }

  /** What is kept too long errs on the side of refusing, so it is no reason to fail. */
  async function asFarAsPossible(work: Promise<unknown>[]): Promise<void> {
    await Promise.allSettled(work)
  }

  function forget(subjects: AttemptKey[]): Promise<void> {
    return asFarAsPossible(subjects.map(({ name }) => inTime(redis.del(name))))
  }
  function refund(subjects: AttemptKey[]): Promise<void> {
    return asFarAsPossible(subjects.length === 0 ? [] : [count('give back', subjects)])
  }

  return {
    async attempt(subjects) {
      try {
        const waitMs = await count('attempt', subjects)
        return waitMs === 0 ? undefined : tooMany(Math.ceil(waitMs / 1000))
      } catch {
        return away
      }
    },
    async succeeded(subjects) {
      await forget(subjects.filter(({ onSuccess }) => onSuccess === 'forgotten'))
      await refund(subjects.filter(({ onSuccess }) => onSuccess === 'given back'))
    },
    refund,
    forget,
  }
}

function tooMany(seconds: number): AccountError {
  const time =
    seconds === 1 ? 'a second' : seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return { error: 'rate_limited', message: `Too many tries. Try again in ${time}.`, retryAfter: seconds }
}

/**
 * Tries at an account's password or codes: from a browser that the account knows under that browser alone,
 * from all others together. What was typed is counted when no account has that name, so that nobody sees
 * which names there are; hashed, as people type passwords into the wrong field.
 */
export function attemptKeys(
  what: 'password' | 'code',
  secret: ServerSecret,
  target: { accountId: number } | { typed: string },
  client: ClientInfo,
): AttemptKey[] {
  const device =
    'accountId' in target ? trustedDevice(secret, target.accountId, client.deviceToken) : undefined
  if (device !== undefined) return [tries(`${what}:device`, hashed(secret, device))]
  const name = 'accountId' in target ? `account ${target.accountId}` : `typed ${target.typed}`
  return [
    tries(what, hashed(secret, name)),
    hourlyAttempts('sign-in', client.ipAddress, maxAttemptsPerAddress, 'given back'),
  ]
}

/** What is counted of an account's password, and of this browser's tries at it: forgotten after a reset. */
export function passwordAttemptKeys(
  secret: ServerSecret,
  accountId: number,
  client: ClientInfo,
): AttemptKey[] {
  const stranger = { ...client, deviceToken: undefined }
  return [client, stranger]
    .flatMap(each => attemptKeys('password', secret, { accountId }, each))
    .filter(({ onSuccess }) => onSuccess === 'forgotten')
}

/** How often somebody may do something in an hour. */
export function hourlyAttempts(
  what: string,
  whose: string,
  most: number,
  onSuccess: 'given back' | 'kept' = 'kept',
): AttemptKey {
  return { name: `guess:${what}:of:${whose}`, free: most, most, lengthMs: hour, onSuccess }
}

function tries(what: string, hashedName: string): AttemptKey {
  return {
    name: `guess:${what}:${hashedName}`,
    free: freeTries,
    most: maxAttempts,
    lengthMs: day,
    onSuccess: 'forgotten',
  }
}

function hashed(secret: ServerSecret, name: string): string {
  return hashToken(secret, 'attemptLimiter', name).toString('base64url')
}
