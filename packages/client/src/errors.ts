import type { components } from './openapi.ts'
import { type Reply, retryAfterOf } from './reply.ts'

/** One entry of a 422: which parameter is wrong, and how. */
export type ValidationError = components['schemas']['ValidationErrorResponse']['detail'][number]

/** The API responded with an error. `detail` is a list for 422, otherwise a text. */
export class LarderError extends Error {
  override readonly name = 'LarderError'
  readonly status: number
  readonly detail: string | ValidationError[]
  /** Seconds to wait before another attempt, when the response says so. */
  readonly retryAfter: number | undefined

  constructor(status: number, detail: string | ValidationError[], retryAfter: number | undefined) {
    super(`${status}: ${typeof detail === 'string' ? detail : detail.map(inWords).join('; ')}`)
    this.status = status
    this.detail = detail
    this.retryAfter = retryAfter
  }
}

function inWords({ loc, msg }: ValidationError): string {
  return `${loc.join('.')}: ${msg}`
}

/** The body is JSON from the API, or a text from a proxy. */
export function toLarderError(reply: Reply): LarderError {
  const { status, statusText, text } = reply
  const { detail } = parseObject(text)
  const isDetail = typeof detail === 'string' || Array.isArray(detail)
  return new LarderError(status, isDetail ? detail : text || statusText, retryAfterOf(reply))
}

function parseObject(text: string): { detail?: unknown } {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
