// Every API error is `{"detail": …}`.
import type { BaseLogger } from 'pino'
import type { AccountError } from '../accounts/account-error.ts'
import { DatabaseTimeout, DatabaseUnavailable } from '../platform/database/pool.ts'
import type { MessageError } from '../platform/http/request-message.ts'
import type { RateLimitResult } from '../platform/rate-limit/window.ts'
import type { ValidationIssue } from './parameters.ts'

/** An expected error: thrown anywhere, sent by `serveRequest`. */
export class ApiError extends Error {
  readonly status: number
  readonly detail: string | ValidationIssue[]
  readonly headers: Record<string, string>

  constructor(status: number, detail: string | ValidationIssue[], headers: Record<string, string> = {}) {
    super(typeof detail === 'string' ? detail : 'invalid parameters')
    this.status = status
    this.detail = detail
    this.headers = headers
  }
}

export class NotFound extends ApiError {
  /** Whether a cache that callers share may keep it. */
  readonly isShareable: boolean

  constructor(message: string, isShareable: boolean) {
    super(404, message)
    this.isShareable = isShareable
  }
}

export const malformedMessage = ({ status, message }: MessageError) =>
  new ApiError(status, message, { connection: 'close' })

export const unauthorized = () =>
  new ApiError(401, 'Missing or invalid API key', { 'www-authenticate': 'Bearer' })

export const readOnlyKey = () =>
  new ApiError(403, 'This API key is read-only. Use a full-access key for this request.')

export const accountKeyNeeded = () => new ApiError(403, 'Use your account key to manage dashboard settings.')

export const methodNotAllowed = (allow: readonly string[]) =>
  new ApiError(405, 'Method Not Allowed', { allow: allow.join(', ') })

export const tooManyRequests = (seconds: number, headers: Record<string, string> = {}) =>
  new ApiError(429, `Rate limit exceeded. Retry in ${seconds} seconds.`, {
    ...headers,
    'retry-after': String(seconds),
  })

/** Sent with every response to a request with a key that was counted, and with every 429 to one. */
export function rateLimitHeaders({
  limit,
  remaining,
  endsAt,
}: Pick<RateLimitResult, 'limit' | 'remaining' | 'endsAt'>): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(endsAt / 1000)),
  }
}

export const bodyTooLarge = () => new ApiError(413, 'Request body is too large')

export const overloaded = () =>
  new ApiError(503, 'Too many requests at once. Retry in 1 seconds.', { 'retry-after': '1' })

/** Load balancers stop sending requests to this node. */
export const shuttingDown = () => new ApiError(503, 'This node is stopping', { 'retry-after': '1' })

const statusByError: Record<AccountError['error'], number> = {
  invalid: 422,
  unauthorized: 403, // 401 is reserved for missing or invalid keys (rule invalid-key-everywhere)
  conflict: 409,
  taken: 409,
  rate_limited: 429,
  unavailable: 503,
}

/** Converts an AccountError to an HTTP error. */
export function toApiError({ error, message, retryAfter, exhausted }: AccountError): ApiError {
  if (error === 'invalid') {
    return new ApiError(422, [{ type: 'value_error', loc: ['body'], msg: message, input: null }])
  }
  const wait = retryAfter ?? (error === 'unavailable' ? 1 : undefined)
  return new ApiError(statusByError[error], message, {
    ...(exhausted && rateLimitHeaders({ ...exhausted, remaining: 0 })),
    ...(wait !== undefined && { 'retry-after': String(wait) }),
  })
}

/** The client is gone; the status appears only in the log, as in nginx. */
export const clientDisconnected = () => new ApiError(499, 'Client closed the connection')

const databaseRetrySeconds = 1

export interface ErrorAnswer {
  status: number
  headers: Record<string, string>
  detail: ApiError['detail']
}

/** What is sent for an error. Those that are not the caller's are logged. */
export function errorAnswer(error: Error, log: Pick<BaseLogger, 'error'>, requestId: string): ErrorAnswer {
  if (error instanceof ApiError) return error
  if (error instanceof DatabaseUnavailable) {
    log.error({ request_id: requestId, err: error.cause }, error.message)
    const reason = error instanceof DatabaseTimeout ? 'did not answer in time' : 'cannot be reached'
    return {
      status: 503,
      headers: { 'retry-after': String(databaseRetrySeconds) },
      detail: `The database ${reason}. Retry in ${databaseRetrySeconds} seconds.`,
    }
  }
  log.error({ request_id: requestId, err: error }, 'request failed')
  return { status: 500, headers: {}, detail: 'Internal Server Error' }
}
