/** So many requests in so long, counted under a name from the first request in the window (decision 18). */
export interface Window {
  name: string
  limit: number
  lengthMs: number
}

/** All keys of an account on a paid plan together. */
export function accountWindow(accountId: number, limit: number): Window {
  return { name: `limit:{account:${accountId}}:minute`, limit, lengthMs: 60_000 }
}

/** What came of taking one request from all windows at once. Times are milliseconds of the counting clock. */
export interface RateLimitResult {
  allowed: boolean
  /** The tightest window: the one that refused for longest, or else the one with least left. */
  limit: number
  remaining: number
  endsAt: number
  now: number
}

/** Whole seconds after which a refused request succeeds (decision 19). */
export function retryAfterSeconds(taken: RateLimitResult): number {
  return Math.max(1, Math.ceil((taken.endsAt - taken.now) / 1000))
}
