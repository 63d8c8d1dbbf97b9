/**
 * Something was not done, why, and what the user can do about it.
 *
 * - `invalid`: what was typed cannot be (422)
 * - `wrong`: the password, code or link is not right (401)
 * - `not now`: the account is in a state that forbids it (409)
 * - `taken`: somebody else has it (409)
 * - `wait`: too many tries; `retryAfter` seconds (429)
 * - `unavailable`: a part that is needed does not answer, or too much is going on (503)
 */
export interface AccountError {
  refused: 'invalid' | 'wrong' | 'not now' | 'taken' | 'wait' | 'unavailable'
  text: string
  retryAfter?: number
}

export function isAccountError(outcome: unknown): outcome is AccountError {
  return typeof outcome === 'object' && outcome !== null && 'refused' in outcome
}
