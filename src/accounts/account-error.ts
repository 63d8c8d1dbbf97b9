/** The errors whose text contains values. */
interface ParametersByCode {
  invalid_passkey_name: { maxLength: number }
  password_too_long: { length: number; maxLength: number }
  password_too_short: { length: number; minLength: number }
  plan_already_active: { plan: string }
  too_many_attempts: { seconds: number }
  too_many_passkeys: { max: number }
  wrong_account_name: { name: string }
}

/** Names the error, so that the website can show it in the language of the reader. */
export type AccountErrorCode =
  | keyof ParametersByCode
  | 'account_deleted'
  | 'account_not_found'
  | 'account_suspended'
  | 'change_link_expired'
  | 'code_missing'
  | 'email_in_use'
  | 'email_not_verified'
  | 'email_taken'
  | 'identity_taken'
  | 'invalid_email'
  | 'invalid_name'
  | 'last_second_factor'
  | 'link_expired'
  | 'mail_disabled'
  | 'name_taken'
  | 'no_authenticator_app'
  | 'no_passkey'
  | 'no_subscription'
  | 'not_linked'
  | 'only_sign_in_method_passkey'
  | 'only_sign_in_method_provider'
  | 'other_provider_user'
  | 'passkey_exists'
  | 'passkey_gone'
  | 'passkey_needed'
  | 'passkey_not_accepted'
  | 'passkey_request_expired'
  | 'passkey_setup_expired'
  | 'passkey_unusable'
  | 'password_already_set'
  | 'password_needs_two_factor'
  | 'password_too_weak'
  | 'payments_misconfigured'
  | 'payments_unavailable'
  | 'plan_renews'
  | 'provider_cannot_confirm'
  | 'provider_denied'
  | 'provider_failed'
  | 'provider_not_fresh'
  | 'provider_sign_in_expired'
  | 'provider_unavailable'
  | 'reauthentication_needed'
  | 'server_busy'
  | 'sign_in_expired'
  | 'subscription_exists'
  | 'temporarily_unavailable'
  | 'two_factor_already_on'
  | 'two_factor_off'
  | 'unknown_provider'
  | 'wrong_code'
  | 'wrong_credentials'
  | 'wrong_password'
  | 'wrong_setup_code'

/** The text of each error in one language. */
export type AccountErrorTexts = {
  [Code in AccountErrorCode]: Code extends keyof ParametersByCode
    ? (parameters: ParametersByCode[Code]) => string
    : string
}

/**
 * An expected failure, with a message in English for the API and the logs.
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
  code: AccountErrorCode
  /** The values in the message. */
  parameters?: ParametersByCode[keyof ParametersByCode]
  message: string
  retryAfter?: number
  /** With `rate_limited`: the attempts allowed, and when the next one is, in ms of Redis's clock. */
  exhausted?: { limit: number; endsAt: number }
}

export function isAccountError(outcome: unknown): outcome is AccountError {
  return typeof outcome === 'object' && outcome !== null && 'error' in outcome
}
