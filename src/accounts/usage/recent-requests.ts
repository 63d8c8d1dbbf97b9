// The last requests of each account, in Redis: they help to find a mistake in a client and may be lost. The recorder writes
// them together with the counts.
import type { Redis } from 'ioredis'
import { withTimeout } from '../../platform/rate-limit/redis.ts'

export const usageSubject = 'usage'

export const requestLogPrefix = `${usageSubject}:log:`
/** Accounts whose query texts are recorded, with the time until which they are. */
export const queryTextKey = `${usageSubject}:log-query-text`

export const maxLoggedRequests = 100
export const requestLogDays = 7
const dayMs = 86_400_000

export interface LoggedRequest {
  at: Date
  method: string
  /** As written in the OpenAPI description. */
  endpoint: string
  status: number
  durationMs: number
  keyId: number
  /** Path and query; undefined unless the owner has switched it on. */
  url: string | undefined
}

export interface RecentRequests {
  /** Newest first; undefined while Redis is unavailable. */
  read(accountId: number): Promise<LoggedRequest[] | undefined>
  /** Until when query texts are recorded; undefined if they are not. */
  queryTextUntil(accountId: number): Promise<Date | undefined>
  /** Records query texts for a week, or stops and deletes the log. Returns whether that worked. */
  setQueryText(accountId: number, isOn: boolean): Promise<boolean>
  /** Never throws: what remains expires within a week. */
  delete(accountId: number): Promise<void>
}

export function createRecentRequests(redis: Redis, timeoutMs: number): RecentRequests {
  const ask = async <Reply>(send: () => Promise<Reply>): Promise<Reply | undefined> => {
    if (redis.status !== 'ready') return undefined
    return withTimeout(send(), timeoutMs).catch(() => undefined)
  }
  const logKey = (accountId: number) => `${requestLogPrefix}${accountId}`
  return {
    async read(accountId) {
      const lines = await ask(() => redis.lrange(logKey(accountId), 0, maxLoggedRequests - 1))
      return lines?.map(parseLine)
    },
    async queryTextUntil(accountId) {
      const until = Number(await ask(() => redis.zscore(queryTextKey, String(accountId))))
      return until > Date.now() ? new Date(until) : undefined
    },
    async setQueryText(accountId, isOn) {
      const member = String(accountId)
      const sent = await ask(() =>
        isOn
          ? redis
              .multi()
              .zremrangebyscore(queryTextKey, 0, Date.now())
              .zadd(queryTextKey, Date.now() + requestLogDays * dayMs, member)
              .exec()
          : redis.multi().zrem(queryTextKey, member).del(logKey(accountId)).exec(),
      )
      return sent !== undefined
    },
    async delete(accountId) {
      await ask(() => redis.multi().zrem(queryTextKey, String(accountId)).del(logKey(accountId)).exec())
    },
  }
}

/** The URL is last because it may contain the separator. */
export function formatLine({
  at,
  method,
  endpoint,
  status,
  durationMs,
  keyId,
  url = '',
}: LoggedRequest): string {
  return `${at.getTime()}|${method}|${endpoint}|${status}|${durationMs}|${keyId}|${url}`
}

function parseLine(line: string): LoggedRequest {
  const [at = '', method = '', endpoint = '', status = '', durationMs = '', keyId = '', ...url] =
    line.split('|')
  return {
    at: new Date(Number(at)),
    method,
    endpoint,
    status: Number(status),
    durationMs: Number(durationMs),
    keyId: Number(keyId),
    url: url.join('|') || undefined,
  }
}
