/** The tables that cannot be rebuilt by an import and must be backed up; referenced tables come first. */
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
  'billing_reconciliation',
  'principal_changes',
] as const
