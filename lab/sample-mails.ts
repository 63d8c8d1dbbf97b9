// One mail of each kind, for tests.
import type { MailToWrite } from '../src/accounts/email/compose-mail.ts'

const by = { actor: 'owner', ipAddress: '192.0.2.1' } as const
const operator = { actor: 'operator', ipAddress: null } as const

const contents: MailToWrite['content'][] = [
  { kind: 'confirm-email', linkPath: '/confirm-email?token=x' },
  { kind: 'reset-password', linkPath: '/reset-password?token=x' },
  { kind: 'new-device', by, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140' },
  { kind: 'password-set', by },
  { kind: 'password-changed', by },
  { kind: 'two-factor-on', by },
  { kind: 'two-factor-off', by },
  { kind: 'recovery-code-used', by, codesLeft: 9 },
  { kind: 'passkey-added', by, name: 'phone' },
  { kind: 'passkey-removed', by, name: 'phone' },
  { kind: 'key-created', by: { actor: 'account key', ipAddress: '192.0.2.1' }, name: 'a <b>&"key"' },
  { kind: 'key-rotated', by: operator, name: 'ci' },
  { kind: 'key-expiring', name: 'ci', expiresAt: '2026-12-01T00:00:00.000Z' },
  { kind: 'provider-linked', by, provider: 'example' },
  { kind: 'provider-unlinked', by, provider: 'example' },
  { kind: 'email-change-requested', by, newEmail: 'peel@example.com' },
  { kind: 'email-changed', by, newEmail: 'peel@example.com' },
  { kind: 'email-changed', by, newEmail: null },
  { kind: 'plan-changed', plan: 'pro', expiresAt: null },
  { kind: 'payment-failed', plan: 'pro', expiresAt: '2026-12-01T00:00:00.000Z' },
  { kind: 'limit-reached', percent: 80, limit: 500, window: 'minute', keyName: null },
  { kind: 'limit-reached', percent: 100, limit: 20, window: 'minute', keyName: 'ci' },
  { kind: 'account-recovered', by: operator },
  { kind: 'account-suspended', by: operator },
]

export const sampleMails: MailToWrite[] = contents.map(content => ({
  to: 'orange@example.com',
  accountName: 'marmalade',
  locale: 'en',
  at: new Date('2026-11-16T09:05:00Z'),
  content,
  cancelPath: '/cancel-email-change?token=x',
}))
