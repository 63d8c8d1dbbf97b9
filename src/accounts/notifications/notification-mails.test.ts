import { expect, it } from 'vitest'
import { layOutMail } from '../email/mail-layout.ts'
import { notificationMail } from './notification-mails.ts'
import type { Notification } from './notify.ts'

const by = { actor: 'owner', ipAddress: '192.0.2.1' } as const
const websiteUrl = 'https://larder.example'

const examples: Notification[] = [
  { kind: 'new-device', by, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140' },
  { kind: 'password-set', by },
  { kind: 'password-changed', by },
  { kind: 'two-factor-on', by },
  { kind: 'two-factor-off', by },
  { kind: 'recovery-code-used', by, codesLeft: 9 },
  { kind: 'passkey-added', by, name: 'phone' },
  { kind: 'passkey-removed', by, name: 'phone' },
  { kind: 'key-created', by: { actor: 'account key', ipAddress: '192.0.2.1' }, name: 'a <b>&"key"' },
  { kind: 'key-rotated', by: { actor: 'operator', ipAddress: null }, name: 'ci' },
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
  { kind: 'account-recovered', by: { actor: 'operator', ipAddress: null } },
  { kind: 'account-suspended', by: { actor: 'operator', ipAddress: null } },
]

function render(notification: Notification) {
  const content = notificationMail(notification, {
    accountName: 'marmalade',
    at: new Date('2026-11-16T09:05:00Z'),
    websiteUrl,
    cancelLink: `${websiteUrl}/cancel-email-change?token=x`,
  })
  return layOutMail('orange@example.com', 'marmalade', content)
}

it.each(examples)(
  '$kind is readable as text and as HTML, without images or links to others',
  notification => {
    const { subject, text, html } = render(notification)
    expect(subject).toMatch(/^Larder: [A-Z]/)
    expect(text).toContain('marmalade')
    expect(text).not.toMatch(/undefined|\[object|null|NaN/)
    expect(html).not.toMatch(/undefined|\[object|NaN|<img|<script|<link|@import|url\(/)
    const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(found => found[1] ?? '')
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) {
      expect(link).toMatch(new RegExp(`^${websiteUrl}(/|$)`))
      expect(text).toContain(link)
    }
  },
)

it('says who did it, when and from where', () => {
  const { text, html } = render(examples[8] as Notification)
  expect(text).toContain('Time: 16 November 2026, 09:05 UTC')
  expect(text).toContain('By: with the account key')
  expect(text).toContain('IP address: 192.0.2.1')
  expect(text).toContain('Key: a <b>&"key"')
  expect(html).toContain('a &#60;b&#62;&#38;&#34;key&#34;')
  expect(html).not.toContain('<b>')
})
