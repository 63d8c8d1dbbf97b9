/** All that cannot be imported again, so all that a backup must hold. Those that others refer to come first. */
export const accountTables = [
  'accounts',
  'api_keys',
  'sessions',
  'mfa_challenges',
  'recovery_codes',
  'email_tokens',
  'identities',
  'oidc_auth_requests',
  'audit_log',
  'usage',
  'usage_flushes',
  'subscriptions',
  'billing_events',
] as const
