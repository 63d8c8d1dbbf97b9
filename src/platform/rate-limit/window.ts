/** A fixed window that starts with its first request (decision 18). */
export interface Window {
  name: string
  limit: number
  lengthMs: number
}

/** Shared by all keys of an account on a paid plan. */
export function accountWindow(accountId: number, limit: number): Window {
  return { name: `limit:{account:${accountId}}:minute`, limit, lengthMs: 60_000 }
}

/** The result of counting one request in all its windows. Times are in milliseconds of the counter's clock. */
export interface RateLimitResult {
  allowed: boolean
  /** Of the tightest window: the exhausted one that ends last, or else the one with the fewest requests left. */
  limit: number
  remaining: number
  endsAt: number
  now: number
}

/** Whole seconds after which a rate-limited request can be retried (decision 19). */
export function retryAfterSeconds(result: RateLimitResult): number {
  return Math.max(1, Math.ceil((result.endsAt - result.now) / 1000))
}
