/**
 * An expected failure, with a message for the user.
 *
 * - `invalid`: the input is not valid (422)
 * - `unauthorized`: the password, code or link is wrong or expired (403)
 * - `conflict`: the current state of the account does not allow it (409)
 * - `taken`: another account already has the name, address or identity (409)
 * - `rate_limited`: too many attempts; retry after `retryAfter` seconds (429)
 * - `unavailable`: a dependency is down or the server is overloaded (503)
 */
export interface AccountError {
  error: 'invalid' | 'unauthorized' | 'conflict' | 'taken' | 'rate_limited' | 'unavailable'
  message: string
  retryAfter?: number
  /** With `rate_limited`: the attempts allowed, and when the next one is, in ms of Redis's clock. */
  exhausted?: { limit: number; endsAt: number }
}

export function isAccountError(outcome: unknown): outcome is AccountError {
  return typeof outcome === 'object' && outcome !== null && 'error' in outcome
}
