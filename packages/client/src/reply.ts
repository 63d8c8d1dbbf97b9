/** A response whose body has been read. */
export interface Reply {
  status: number
  headers: Headers
  text: string
}

/** What a response reports of the limit of the key. An account has several limits; the API reports the tightest. */
export interface RateLimit {
  limit: number
  remaining: number
  resetsAt: Date
}

/** Seconds, from either form of Retry-After: a number or a date. */
export function retryAfterOf({ headers }: Reply): number | undefined {
  const value = headers.get('retry-after') ?? ''
  if (/^\d+$/.test(value)) return Number(value)
  const seconds = Math.ceil((Date.parse(value) - serverTime(headers)) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

export function rateLimitOf({ headers }: Reply): RateLimit | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map(name =>
    Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN),
  ) as [number, number, number]
  return limit && !Number.isNaN(remaining + reset)
    ? { limit, remaining, resetsAt: new Date(reset * 1000) }
    : undefined
}

/** By the clock of the server where it is known: the device's may be wrong, and browsers hide the Date header. */
export function serverTime(headers: Headers): number {
  return Date.parse(headers.get('date') ?? '') || Date.now()
}

/** Undefined for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
