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

/** How a search found the first food of its result. */
export interface SearchMatch {
  /**
   * `exact`: by every word as typed, or by a whole synonym, a translation or its barcode. `partial`: some words were left out.
   * `corrected`: in any other way, such as by another spelling. Undefined for an empty list, and if the service does not say.
   */
  match: 'exact' | 'partial' | 'corrected' | undefined
  /** Undefined if it is what was typed. */
  searchedFor: string | undefined
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

export function matchOf({ headers }: Reply): SearchMatch {
  return {
    match: (headers.get('x-search-match') as SearchMatch['match'] | null) ?? undefined,
    searchedFor: percentDecoded(headers.get('x-search-query') ?? undefined),
  }
}

/** The text itself if it cannot be decoded. */
function percentDecoded(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text)
  } catch {
    return text
  }
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
