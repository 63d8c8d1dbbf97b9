import type { components } from './openapi.ts'
import { type Reply, retryAfterOf } from './reply.ts'

/** One entry of a 422: which parameter is wrong, and how. */
export type ValidationError = components['schemas']['ValidationErrorResponse']['detail'][number]

/** What to do about each kind of failure. */
const adviceByCode = {
  connection_failed: 'Check the network and the base URL.',
  timeout: 'Try again, or allow more time.',
  unexpected_response: 'Check the base URL: a proxy or another server answered.',
  unauthorized: 'Check the API key and the base URL.',
  forbidden: 'Use a key that may do this.',
  not_found: 'Check the base URL.',
  gone: 'Load all foods again.',
  invalid_parameters: 'Correct the parameters.',
  rate_limited: 'Wait, or use a key with a higher limit.',
  unavailable: 'Try again later.',
  server_error: 'Tell the operator the request id.',
}

export type ErrorCode = keyof typeof adviceByCode

const codeByStatus: Record<number, ErrorCode> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  410: 'gone',
  422: 'invalid_parameters',
  429: 'rate_limited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}

function codeOf(status: number): ErrorCode {
  return codeByStatus[status] ?? (status < 500 ? 'unexpected_response' : 'server_error')
}

export interface ErrorOptions {
  /** Unless the status says it. */
  code?: ErrorCode | undefined
  requestId?: string | undefined
  cause?: unknown
}

/** A call failed: the API responded with an error, something else responded, or nothing did. */
export class LarderError extends Error {
  override readonly name = 'LarderError'
  /** Of the last response; 0 without one. */
  declare readonly status: number
  /** What happened: the list of invalid parameters for 422, otherwise a text. */
  declare readonly detail: string | ValidationError[]
  /** Seconds to wait before another attempt, when the response says so. */
  declare readonly retryAfter: number | undefined
  declare readonly code: ErrorCode
  /** What to do about it. */
  declare readonly advice: string
  /** Identifies the request in the log of the server. */
  declare readonly requestId: string | undefined

  constructor(
    status: number,
    detail: string | ValidationError[],
    retryAfter?: number,
    { code = codeOf(status), requestId, cause }: ErrorOptions = {},
  ) {
    const advice = adviceByCode[code]
    const what = typeof detail === 'string' ? detail : detail.map(inWords).join('; ')
    super(
      `${status ? `${status}: ` : ''}${what.replace(/\.?$/, '.')} ${advice}${requestId ? ` Request id: ${requestId}` : ''}`,
      { cause },
    )
    Object.assign(this, { status, detail, retryAfter, code, advice, requestId })
  }
}

function inWords({ loc, msg }: ValidationError): string {
  return `${loc.join('.')}: ${msg}`
}

/** The error that a response means. What is not from the API is quoted. */
export function toLarderError(reply: Reply, body: unknown): LarderError {
  const { status, headers, text } = reply
  const { detail } = Object(body)
  const isFromLarder = status !== 200 && (typeof detail === 'string' || Array.isArray(detail))
  return new LarderError(
    status,
    isFromLarder
      ? detail
      : `Not a response of the Larder API: ${headers.get('content-type') ?? 'no content type'}, ${JSON.stringify(text.slice(0, 80))}`,
    retryAfterOf(reply),
    {
      // A proxy may say that a limit or a server is to blame; nothing else of it can be trusted.
      code: isFromLarder || status === 429 || status >= 500 ? undefined : 'unexpected_response',
      requestId: headers.get('x-request-id') ?? undefined,
    },
  )
}
