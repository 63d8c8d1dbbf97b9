// Counts in Redis how many callers look up each food in a day (rule counted-lookups). Redis does not learn who looked up what: a
// Bloom filter only says whether a caller was already counted for a food, and the salt of its hashes is deleted after the day.
import { randomBytes } from 'node:crypto'
import type { ClientContext, Result } from 'ioredis'
import type { RedisClient } from '../../platform/rate-limit/redis.ts'
import { networksOf } from '../../platform/rate-limit/window.ts'

/** One script uses all keys, so they are on one shard. */
export const lookupsSubject = '{lookups}'

export const secondsPerDay = 86_400
/** By the number of days since 1970, by the clock of Redis. */
export const keysOfDay = (day: number) => ({
  callersByFood: `${lookupsSubject}:${day}:callers-by-food`,
  filter: `${lookupsSubject}:${day}:filter`,
  foodsPerCaller: `${lookupsSubject}:${day}:foods-per-caller`,
  salt: `${lookupsSubject}:${day}:salt`,
})

const keptSeconds = 2 * secondsPerDay
// 1 MB, where a set of a million lookups takes more than 50 MB. With so many, 1 in 50 is taken for a repeated one.
const filterBits = 2 ** 23
/** Where in the digest the bits of a lookup are. */
const bitStarts = [1, 9, 17, 25]
// Callers that share a counter share its maximum, which only crawlers reach.
const callerCounters = 2 ** 16
/** A crawler looks up everything and says nothing about popularity. */
const maxFoodsPerCaller = 1_000
const maxFoodsPerDay = 500_000

const setBits = bitStarts.map(start => `'SET', 'u1', index(digest, ${start}, ${filterBits}), 1`).join(', ')
const isNew = bitStarts.map((_, bit) => `seen[${bit + 1}] == 0`).join(' or ')

// KEYS: the subject. ARGV: the salt of the day if it has none yet; then a food and a caller for each lookup.
const countScript = `
local day = math.floor(redis.call('TIME')[1] / ${secondsPerDay})
local function key(name) return KEYS[1] .. ':' .. day .. ':' .. name end
local callers_by_food, filter, foods_per_caller = key('callers-by-food'), key('filter'), key('foods-per-caller')
local salt = redis.call('SET', key('salt'), ARGV[1], 'NX', 'GET', 'EX', ${keptSeconds}) or ARGV[1]
local has_room = redis.call('HLEN', callers_by_food) < ${maxFoodsPerDay}
local function index(digest, start, size) return '#' .. tonumber(string.sub(digest, start, start + 7), 16) % size end
for argument = 2, #ARGV, 2 do
  local food, caller = ARGV[argument], ARGV[argument + 1]
  local counter = index(redis.sha1hex(salt .. caller), 1, ${callerCounters})
  if redis.call('BITFIELD', foods_per_caller, 'GET', 'u16', counter)[1] < ${maxFoodsPerCaller} then
    local digest = redis.sha1hex(salt .. caller .. ' ' .. food)
    local seen = redis.call('BITFIELD', filter, ${setBits})
    local is_new = ${isNew}
    if is_new and (has_room or redis.call('HEXISTS', callers_by_food, food) == 1) then
      redis.call('BITFIELD', foods_per_caller, 'INCRBY', 'u16', counter, 1)
      redis.call('HINCRBY', callers_by_food, food, 1)
    end
  end
end
for _, name in ipairs({ callers_by_food, filter, foods_per_caller }) do redis.call('EXPIRE', name, ${keptSeconds}) end
`

declare module 'ioredis' {
  interface RedisCommander<Context extends ClientContext> {
    countLookups(
      subject: string,
      salt: string,
      ...foodsAndCallers: (number | string)[]
    ): Result<null, Context>
  }
}

interface Lookup {
  foodId: number
  /** An account, by its id, or a client address. */
  caller: number | string
}

export interface LookupRecorder {
  /** Never blocks or throws. */
  count(foodId: number, caller: Lookup['caller']): void
  /** Sends what was counted since the last time. Never throws. */
  send(): Promise<void>
}

// Keeps a call at about a millisecond in Redis.
const lookupsPerCall = 50
const maxWaiting = 10_000
const maxRemembered = 20_000

export function createLookupRecorder(
  redis: RedisClient,
  onDropped: (lookups: number) => void,
): LookupRecorder {
  redis.defineCommand('countLookups', { numberOfKeys: 1, lua: countScript })
  /** By caller, so that a repeated lookup costs next to nothing. */
  const counted = new Map<number | string, Set<number>>()
  let remembered = 0
  let waiting: Lookup[] = []
  let day = today()
  const forget = () => {
    counted.clear()
    remembered = 0
  }

  return {
    count(foodId, caller) {
      const known = counted.get(caller)
      if (known !== undefined && (known.has(foodId) || known.size >= maxFoodsPerCaller)) return
      if (waiting.length >= maxWaiting) return onDropped(1)
      if (remembered >= maxRemembered) forget()
      const foods = counted.get(caller)
      if (foods === undefined) counted.set(caller, new Set([foodId]))
      else foods.add(foodId)
      remembered++
      waiting.push({ foodId, caller })
    },
    async send() {
      if (today() !== day) {
        day = today()
        forget()
      }
      const lookups = waiting
      waiting = []
      for (let sent = 0; sent < lookups.length; sent += lookupsPerCall) {
        const batch = lookups.slice(sent, sent + lookupsPerCall).flatMap(argumentsOf)
        try {
          await redis.countLookups(lookupsSubject, randomBytes(16).toString('hex'), ...batch)
        } catch {
          // The rate limiter logs that Redis is unavailable. Callers that look up these foods again are counted then.
          forget()
          return onDropped(lookups.length - sent)
        }
      }
    },
  }
}

/** A client may have many /64 networks, and must not count once for each: the widest that rate limits know is the caller. */
function argumentsOf({ foodId, caller }: Lookup): (number | string)[] {
  return [foodId, typeof caller === 'number' ? caller : (networksOf(caller).at(-1)?.network ?? caller)]
}

const today = () => Math.floor(Date.now() / 1000 / secondsPerDay)
