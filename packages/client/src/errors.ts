import type { components } from './openapi.ts'

/** One entry of a 422: which parameter is wrong, and how. */
export type ValidationError = components['schemas']['ValidationError']['detail'][number]

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

/** The error of a response whose body openapi-fetch has parsed: JSON, or text from a proxy. */
export function toLarderError(response: Response, body: unknown): LarderError {
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : body
  const readable = typeof detail === 'string' || Array.isArray(detail) ? detail : response.statusText
  return new LarderError(response.status, readable, retryAfterOf(response))
}

/** Seconds, from either form of Retry-After: a number or a date. */
export function retryAfterOf(response: Response): number | undefined {
  const value = response.headers.get('retry-after')
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}
