// Counts requests in Redis in the background, many requests in one call, together with the log of the last requests.
// Calls are numbered and Redis applies each number once, so a call can be retried without counting twice.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientContext, Redis, Result } from 'ioredis'
import { redactKeys } from '../api-keys/key-format.ts'
import {
  formatLine,
  maxLoggedRequests,
  queryTextKey,
  requestLogDays,
  requestLogPrefix,
  usageSubject,
} from './recent-requests.ts'

export const pendingKey = `${usageSubject}:pending`

// KEYS: the counters, the last call number of this node, the accounts whose query texts are recorded. ARGV: the number of
// this call, the time, the number of counters, a field and a count for each; then for each account its id, the number of its
// log lines and these. Returns those of the accounts whose query texts are recorded.
const countScript = `
local repeated = redis.call('GET', KEYS[2]) == ARGV[1]
local index = 4
for _ = 1, tonumber(ARGV[3]) do
  if not repeated then redis.call('HINCRBY', KEYS[1], ARGV[index], ARGV[index + 1]) end
  index = index + 2
end
local withQueryText = {}
while index < #ARGV do
  local account, lines = ARGV[index], tonumber(ARGV[index + 1])
  if not repeated then
    local log = '${requestLogPrefix}' .. account
    redis.call('LPUSH', log, unpack(ARGV, index + 2, index + 1 + lines))
    redis.call('LTRIM', log, 0, ${maxLoggedRequests - 1})
    redis.call('EXPIRE', log, ${requestLogDays * 86_400})
  end
  local recordedUntil = redis.call('ZSCORE', KEYS[3], account)
  if recordedUntil and tonumber(recordedUntil) > tonumber(ARGV[2]) then table.insert(withQueryText, account) end
  index = index + 2 + lines
end
redis.call('SET', KEYS[2], ARGV[1], 'EX', 86400)
return withQueryText
`

declare module 'ioredis' {
  interface RedisCommander<Context extends ClientContext> {
    countUsage(
      pending: string,
      sequence: string,
      queryText: string,
      ...callAndLog: (string | number)[]
    ): Result<string[], Context>
  }
}

export interface MeteredRequest {
  accountId: number
  keyId: number
  /** As written in the OpenAPI description; empty for requests that only update the last use of the key. */
  endpoint: string
  status: number
  /** What the log of the last requests shows; without it, the request is only counted. */
  details?: RequestDetails | undefined
}

export interface RequestDetails {
  method: string
  /** Without the fairness delay. */
  durationMs: number
  /** Path and query, which are recorded only if the owner has switched it on. */
  url: string
}

export interface UsageRecorder {
  /** Never blocks or throws. */
  count(request: MeteredRequest): void
  /** Resolves when nothing is waiting or Redis is unavailable. */
  settle(): Promise<void>
  /** Requests not yet sent to Redis. */
  waiting(): number
}

// Keeps a call well under a millisecond in Redis.
const fieldsPerCall = 200
const logLinesPerCall = 500
// The log may have gaps, so it buffers less.
const maxLoggedAccounts = 1_000
const maxUrlLength = 500
// Counters buffered while Redis is unavailable, about 10 MB; further requests are not counted.
const maxBufferedFields = 100_000
const retryMs = 500
// Requests within this time are sent in one call.
const collectMs = 50

interface Call {
  number: number
  counts: [string, number][]
  responseTimes: [string, number][]
  /** Lines by account, oldest first. */
  log: [number, string[]][]
}

interface LogItem {
  at: number
  request: MeteredRequest
  details: RequestDetails
}

const emptyCall = (number: number): Call => ({ number, counts: [], responseTimes: [], log: [] })
const isEmpty = ({ counts, responseTimes, log }: Call) =>
  counts.length + responseTimes.length + log.length === 0

export function createUsageRecorder(redis: Redis, onDropped: (requests: number) => void): UsageRecorder {
  redis.defineCommand('countUsage', { numberOfKeys: 3, lua: countScript })
  const sequenceKey = `${usageSubject}:node:${randomUUID()}`
  const counts = new Map<string, number>()
  const responseTimes = new Map<string, number>()
  const log = new Map<number, LogItem[]>()
  /** Accounts whose owners let query texts be recorded, as of their last call. */
  const withQueryText = new Set<number>()
  let call = emptyCall(0)
  let sending: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  const isWaiting = () => counts.size + responseTimes.size + log.size > 0

  async function send(): Promise<void> {
    try {
      do {
        if (redis.status !== 'ready') break
        if (isEmpty(call)) {
          call = {
            number: call.number + 1,
            counts: takeBatch(counts),
            responseTimes: takeBatch(responseTimes),
            log: takeLog(log, withQueryText),
          }
        }
        const flagged = await redis.countUsage(pendingKey, sequenceKey, queryTextKey, ...argumentsOf(call))
        for (const [accountId] of call.log) withQueryText.delete(accountId)
        for (const accountId of flagged) withQueryText.add(Number(accountId))
        call = emptyCall(call.number)
      } while (counts.size >= fieldsPerCall)
    } catch {
      // The rate limiter logs and measures that Redis is unavailable; the call is retried.
    }
    sending = undefined
    if (!isEmpty(call) || redis.status !== 'ready') retry ??= setTimeout(start, retryMs).unref()
    else if (isWaiting()) start()
  }

  function start(): void {
    clearTimeout(retry)
    retry = undefined
    sending ??= wait(collectMs, undefined, { ref: false }).then(send)
  }

  function addDetails(request: MeteredRequest, details: RequestDetails): void {
    const { accountId, keyId } = request
    // `count` has just updated the hour.
    const field = `${responseTimePrefix}${hour.day}|${accountId}|${keyId}|${boundOf(details.durationMs)}`
    const before = responseTimes.get(field)
    if (before !== undefined || responseTimes.size < maxBufferedFields)
      responseTimes.set(field, (before ?? 0) + 1)
    let items = log.get(accountId)
    if (items === undefined) {
      if (log.size >= maxLoggedAccounts) return
      items = []
      log.set(accountId, items)
    }
    if (items.length >= 2 * maxLoggedRequests) items.splice(0, maxLoggedRequests)
    items.push({ at: Date.now(), request, details })
  }

  return {
    count(request) {
      const { accountId, keyId, endpoint, status, details } = request
      const field = `${thisHour()}|${accountId}|${keyId}|${endpoint}|${status}`
      const before = counts.get(field)
      if (before === undefined && counts.size >= maxBufferedFields) return onDropped(1)
      counts.set(field, (before ?? 0) + 1)
      if (details) addDetails(request, details)
      if (retry === undefined) start()
    },
    async settle() {
      do {
        start()
        await sending
      } while (retry === undefined && (!isEmpty(call) || isWaiting()))
    },
    waiting: () => sum(call.counts) + sum(counts),
  }
}

/** Fields of the response-time histogram begin with this, all others with the hour. */
export const responseTimePrefix = 'ms|'

/** Upper bounds in milliseconds. Each is about one and a half times the one before. */
const responseTimeBounds = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000,
  10_000, 30_000,
]
const lastBound = 60_000

function boundOf(durationMs: number): number {
  for (const bound of responseTimeBounds) if (durationMs <= bound) return bound
  return lastBound
}

function argumentsOf({ number, counts, responseTimes, log }: Call): (string | number)[] {
  const fields = [...counts, ...responseTimes]
  // LPUSH puts each line in front of the one before, so the newest ends up first.
  const lines = log.flatMap(([accountId, each]) => [accountId, each.length, ...each])
  return [number, Date.now(), fields.length, ...fields.flat(), ...lines]
}

/** Formatted only now, because a busy account has more requests than are kept. */
function takeLog(log: Map<number, LogItem[]>, withQueryText: Set<number>): Call['log'] {
  const taken: Call['log'] = []
  let lines = 0
  for (const [accountId, items] of log) {
    if (lines >= logLinesPerCall) break
    const last = items.slice(-maxLoggedRequests).map(item => lineOf(item, withQueryText.has(accountId)))
    lines += last.length
    taken.push([accountId, last])
    log.delete(accountId)
  }
  return taken
}

function lineOf({ at, request, details }: LogItem, withQueryText: boolean): string {
  const { endpoint, status, keyId } = request
  const { method, durationMs, url } = details
  return formatLine({
    at: new Date(at),
    method,
    endpoint,
    status,
    durationMs: Math.round(durationMs),
    keyId,
    url: withQueryText ? redactKeys(url.slice(0, maxUrlLength)) : undefined,
  })
}

const hourMs = 3_600_000
let hour = { text: '', day: '', startsAt: 0 }

/** The hour in UTC, such as 2026-01-31 14:00, formatted once an hour. */
function thisHour(): string {
  const now = Date.now()
  if (now < hour.startsAt || now >= hour.startsAt + hourMs) {
    const text = new Date(now).toISOString().slice(0, 13).replace('T', ' ')
    hour = { text: `${text}:00`, day: text.slice(0, 10), startsAt: now - (now % hourMs) }
  }
  return hour.text
}

function takeBatch(counts: Map<string, number>): [string, number][] {
  const batch: [string, number][] = []
  for (const entry of counts) {
    if (batch.length >= fieldsPerCall) break
    batch.push(entry)
    counts.delete(entry[0])
  }
  return batch
}

function sum(counts: Iterable<[string, number]>): number {
  let total = 0
  for (const [, count] of counts) total += count
  return total
}
