// The text of each notification. Each says what happened, when and from where, and what to do if it was not the owner.
import type { Actor } from '../audit-log.ts'
import type { MailContent, Paragraph } from '../email/mail-layout.ts'
import { planTable } from '../plans.ts'
import { browserName } from '../sign-in/browser-name.ts'
import type { Notification } from './notify.ts'

interface NotificationContext {
  accountName: string
  /** When it happened. */
  at: Date
  websiteUrl: string
  /** Cancels a requested e-mail change; undefined when there is nothing left to cancel. */
  cancelLink: string | undefined
}

export function notificationMail(notification: Notification, context: NotificationContext): MailContent {
  const { accountName, at, websiteUrl } = context
  const event = (
    subject: string,
    what: string,
    by: Actor,
    more: { facts?: [label: string, value: string][]; advice?: Paragraph[] } = {},
  ): MailContent => ({
    subject,
    paragraphs: [
      what,
      {
        facts: [['Account', accountName], ['Time', formatTime(at)], ...originOf(by), ...(more.facts ?? [])],
      },
      ...(more.advice ?? notYou(websiteUrl)),
    ],
  })

  switch (notification.kind) {
    case 'new-device':
      return event(
        'New sign-in to your account',
        'Someone signed in to your account from a browser that we have not seen before.',
        notification.by,
        { facts: [['Browser', browserName(notification.userAgent)]] },
      )
    case 'password-set':
      return event(
        'A password was set',
        'A password was set for your account. It can now be used to sign in.',
        notification.by,
      )
    case 'password-changed':
      return event(
        'Your password was changed',
        'The password of your account was changed, and all other sessions were signed out.',
        notification.by,
      )
    case 'two-factor-on':
      return event(
        'Two-factor authentication was turned on',
        'Signing in to your account now takes a second step.',
        notification.by,
      )
    case 'two-factor-off':
      return event(
        'Two-factor authentication was turned off',
        'Signing in to your account no longer takes a second step.',
        notification.by,
      )
    case 'recovery-code-used':
      return event(
        'A recovery code was used',
        'A recovery code was used to sign in or to confirm a change.',
        notification.by,
        { facts: [['Recovery codes left', String(notification.codesLeft)]] },
      )
    case 'passkey-added':
      return event('A passkey was added', 'A passkey was added to your account.', notification.by, {
        facts: [['Passkey', notification.name]],
      })
    case 'passkey-removed':
      return event('A passkey was removed', 'A passkey was removed from your account.', notification.by, {
        facts: [['Passkey', notification.name]],
      })
    case 'key-created':
      return event('An API key was created', 'An API key was created for your account.', notification.by, {
        facts: [['Key', notification.name]],
      })
    case 'key-rotated':
      return event(
        'An API key was rotated',
        'An API key of your account was given a new secret.',
        notification.by,
        { facts: [['Key', notification.name]] },
      )
    case 'key-expiring':
      return {
        subject: `Your API key ${notification.name} expires soon`,
        paragraphs: [
          `The API key ${notification.name} of your account ${accountName} expires on ${formatTime(new Date(notification.expiresAt))}. Requests with it will then be rejected.`,
          'Extend it, or replace it by another key:',
          { link: `${websiteUrl}/account/keys` },
        ],
      }
    case 'provider-linked':
      return event(
        'A sign-in provider was linked',
        'A sign-in provider was linked to your account. It can now be used to sign in.',
        notification.by,
        { facts: [['Provider', notification.provider]] },
      )
    case 'provider-unlinked':
      return event(
        'A sign-in provider was unlinked',
        'A sign-in provider was unlinked from your account. It can no longer be used to sign in.',
        notification.by,
        { facts: [['Provider', notification.provider]] },
      )
    case 'email-change-requested':
      return event(
        'A change of your e-mail address was requested',
        'Someone asked to change the e-mail address of your account. It changes when the new address is confirmed.',
        notification.by,
        {
          facts: [['New address', notification.newEmail]],
          advice: context.cancelLink === undefined ? [] : cancelAdvice(context.cancelLink, websiteUrl),
        },
      )
    case 'email-changed':
      return event(
        notification.newEmail === null
          ? 'Your e-mail address was removed'
          : 'Your e-mail address was changed',
        `The e-mail address of your account was ${notification.newEmail === null ? 'removed' : 'changed'}. We will no longer send messages to this address.`,
        notification.by,
        {
          facts: notification.newEmail === null ? [] : [['New address', notification.newEmail]],
          advice: [
            'If you did not make this change, sign in and change your password, or contact the operator of this service:',
            { link: websiteUrl },
          ],
        },
      )
    case 'plan-changed':
      return {
        subject: `Your plan is now ${planTable[notification.plan].name}`,
        paragraphs: [
          `The plan of your account ${accountName} is now ${planTable[notification.plan].name}${notification.expiresAt === null ? '' : `, until ${formatTime(new Date(notification.expiresAt))}`}.`,
          'Your plan and its limits:',
          { link: `${websiteUrl}/account/plan` },
        ],
      }
    case 'payment-failed':
      return {
        subject: 'Your payment failed',
        paragraphs: [
          `The payment for the plan ${planTable[notification.plan].name} of your account ${accountName} failed.`,
          notification.expiresAt === null
            ? 'Please check your payment details, so that your plan continues:'
            : `Your plan continues until ${formatTime(new Date(notification.expiresAt))} and then falls back to Starter. To keep it, please check your payment details:`,
          { link: `${websiteUrl}/account/plan` },
        ],
      }
    case 'limit-reached':
      return {
        subject: `You have used ${notification.percent} % of your rate limit`,
        paragraphs: [
          `${notification.keyName === null ? `Your account ${accountName}` : `The API key ${notification.keyName} of your account ${accountName}`} used ${notification.percent} % of its limit of ${notification.limit} requests per ${notification.window}.${notification.percent === 100 ? ' Further requests in the same time are rejected with status 429.' : ''}`,
          'Your usage by day and key:',
          { link: `${websiteUrl}/account/usage` },
          'We send this message at most once a week.',
        ],
      }
    case 'account-recovered':
      return event(
        'Access to your account was recovered',
        'An operator of this service gave access to your account to someone who could no longer sign in. If this was not you, contact the operator.',
        notification.by,
        { advice: [{ link: websiteUrl }] },
      )
    case 'account-suspended':
      return event(
        'Your account was suspended',
        'An operator of this service suspended your account. Its sessions and API keys no longer work. Contact the operator if you have questions.',
        notification.by,
        { advice: [{ link: websiteUrl }] },
      )
  }
}

function notYou(websiteUrl: string): Paragraph[] {
  return [
    'If this was you, there is nothing to do. If not, choose a new password now:',
    { link: `${websiteUrl}/forgot-password` },
    'Then review your API keys and linked sign-in providers:',
    { link: `${websiteUrl}/account/security/review` },
  ]
}

function cancelAdvice(cancelLink: string, websiteUrl: string): Paragraph[] {
  return [
    'If this was you, there is nothing to do. If not, cancel the change:',
    { link: cancelLink },
    'Then choose a new password, because someone knows yours or uses your browser:',
    { link: `${websiteUrl}/forgot-password` },
  ]
}

function originOf({ actor, ipAddress }: Actor): [label: string, value: string][] {
  const who = { 'account key': 'with the account key', operator: 'an operator of this service' }
  const name = actor in who ? who[actor as keyof typeof who] : undefined
  return [
    ...(name === undefined ? [] : [['By', name] as [string, string]]),
    ...(ipAddress === null ? [] : [['IP address', ipAddress] as [string, string]]),
  ]
}

function formatTime(time: Date): string {
  const day = time.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return `${day}, ${time.toISOString().slice(11, 16)} UTC`
}
