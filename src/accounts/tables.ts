/** All that cannot be imported again, so all that a backup must hold. Those that others refer to come first. */
export const accountTables = [
  'accounts',
  'keys',
  'sessions',
  'code_challenges',
  'recovery_codes',
  'mail_links',
  'identities',
  'provider_sign_ins',
  'audit',
  'usage',
  'usage_batches',
  'subscriptions',
  'billing_events',
] as const
