// Counts in Redis how many callers use each item in a day, such as a search. Redis does not learn who did what: a Bloom filter only
// says whether a caller was already counted for an item, and the salt of its hashes is deleted after the day.
import { randomBytes } from 'node:crypto'
import type { ClientContext, Redis, Result } from 'ioredis'
import { networksOf } from '../../platform/rate-limit/window.ts'

export interface CountedKind {
  subject: string
  /** Only crawlers and scripts reach it, and they say nothing about what people want. */
  maxItemsPerCaller: number
  maxItemsPerDay: number
}

export const secondsPerDay = 86_400
/** By the number of days since 1970, by the clock of Redis. */
export const keysOfDay = ({ subject }: CountedKind, day: number) => ({
  callersByItem: `${subject}:${day}:callers-by-item`,
  filter: `${subject}:${day}:filter`,
  itemsPerCaller: `${subject}:${day}:items-per-caller`,
  salt: `${subject}:${day}:salt`,
})

const keptSeconds = 2 * secondsPerDay
// 1 MB, where a set of a million pairs takes more than 50 MB. With so many, 1 in 50 is taken for a repeated one.
const filterBits = 2 ** 23
/** Where in the digest the bits of a pair are. */
const bitStarts = [1, 9, 17, 25]
// Callers that share a counter share its maximum.
const callerCounters = 2 ** 16

const setBits = bitStarts.map(start => `'SET', 'u1', index(digest, ${start}, ${filterBits}), 1`).join(', ')
const isNew = bitStarts.map((_, bit) => `seen[${bit + 1}] == 0`).join(' or ')

// KEYS: the subject. ARGV: the salt of the day if it has none yet, both maximums; then an item and a caller for each pair.
const countScript = `
local day = math.floor(redis.call('TIME')[1] / ${secondsPerDay})
local function key(name) return KEYS[1] .. ':' .. day .. ':' .. name end
local callers_by_item, filter, items_per_caller = key('callers-by-item'), key('filter'), key('items-per-caller')
local salt = redis.call('SET', key('salt'), ARGV[1], 'NX', 'GET', 'EX', ${keptSeconds}) or ARGV[1]
local max_per_caller = tonumber(ARGV[2])
local has_room = redis.call('HLEN', callers_by_item) < tonumber(ARGV[3])
local function index(digest, start, size) return '#' .. tonumber(string.sub(digest, start, start + 7), 16) % size end
for argument = 4, #ARGV, 2 do
  local item, caller = ARGV[argument], ARGV[argument + 1]
  local counter = index(redis.sha1hex(salt .. caller), 1, ${callerCounters})
  if redis.call('BITFIELD', items_per_caller, 'GET', 'u16', counter)[1] < max_per_caller then
    local digest = redis.sha1hex(salt .. caller .. ' ' .. item)
    local seen = redis.call('BITFIELD', filter, ${setBits})
    local is_new = ${isNew}
    if is_new and (has_room or redis.call('HEXISTS', callers_by_item, item) == 1) then
      redis.call('BITFIELD', items_per_caller, 'INCRBY', 'u16', counter, 1)
      redis.call('HINCRBY', callers_by_item, item, 1)
    end
  end
end
for _, name in ipairs({ callers_by_item, filter, items_per_caller }) do redis.call('EXPIRE', name, ${keptSeconds}) end
`

declare module 'ioredis' {
  interface RedisCommander<Context extends ClientContext> {
    countCallers(
      subject: string,
      salt: string,
      maxItemsPerCaller: number,
      maxItemsPerDay: number,
      ...itemsAndCallers: (number | string)[]
    ): Result<null, Context>
  }
}

/** An account, by its id, or a client address. */
export type CallerId = number | string

interface Pair {
  item: string
  caller: CallerId
}

interface Recorder {
  /** Never blocks or throws. */
  count(item: string, caller: CallerId): void
  /** Sends what was counted since the last time. Never throws. */
  send(): Promise<void>
}

// Keeps a call at about a millisecond in Redis.
const pairsPerCall = 50
const maxWaiting = 10_000
const maxRemembered = 20_000

export function createRecorder(
  redis: Redis,
  { subject, maxItemsPerCaller, maxItemsPerDay }: CountedKind,
  onDropped: (pairs: number) => void,
): Recorder {
  redis.defineCommand('countCallers', { numberOfKeys: 1, lua: countScript })
  /** By caller, so that a repeated pair costs next to nothing. */
  const counted = new Map<CallerId, Set<string>>()
  let remembered = 0
  let waiting: Pair[] = []
  let day = today()
  const forget = () => {
    counted.clear()
    remembered = 0
  }

  return {
    count(item, caller) {
      const known = counted.get(caller)
      if (known !== undefined && (known.has(item) || known.size >= maxItemsPerCaller)) return
      if (waiting.length >= maxWaiting) return onDropped(1)
      if (remembered >= maxRemembered) forget()
      const items = counted.get(caller)
      if (items === undefined) counted.set(caller, new Set([item]))
      else items.add(item)
      remembered++
      waiting.push({ item, caller })
    },
    async send() {
      if (today() !== day) {
        day = today()
        forget()
      }
      const pairs = waiting
      waiting = []
      for (let sent = 0; sent < pairs.length; sent += pairsPerCall) {
        const batch = pairs.slice(sent, sent + pairsPerCall).flatMap(argumentsOf)
        const salt = randomBytes(16).toString('hex')
        try {
          await redis.countCallers(subject, salt, maxItemsPerCaller, maxItemsPerDay, ...batch)
        } catch {
          // The rate limiter logs that Redis is unavailable. Callers that use these items again are counted then.
          forget()
          return onDropped(pairs.length - sent)
        }
      }
    },
  }
}

/** A client may have many /64 networks, and must not count once for each: the widest that rate limits know is the caller. */
function argumentsOf({ item, caller }: Pair): (number | string)[] {
  return [item, typeof caller === 'number' ? caller : (networksOf(caller).at(-1)?.network ?? caller)]
}

const today = () => Math.floor(Date.now() / 1000 / secondsPerDay)
