// Flash messages: shown once, on the next page. The cookie holds the name of a message, never its text.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearCookie, cookieNames, setCookie } from './cookies.ts'

const flashMessages = {
  'signed-up': 'Welcome! Your account is ready. Create an API key to get started.',
  'signed-up-confirm':
    'Welcome! Your account is ready. To confirm your e-mail address, open the link we sent you.',
  'signed-out': 'You have signed out.',
  'email-sent': 'We sent you a confirmation link. Open it within 24 hours to confirm your e-mail address.',
  'email-confirmed': 'Your e-mail address has been confirmed.',
  'email-removed': 'Your e-mail address has been removed. You have been signed out of all other sessions.',
  'email-changed': 'Your e-mail address has been changed. You have been signed out of all other sessions.',
  'email-change-cancelled':
    'The change of your e-mail address has been cancelled. If you did not request it, reset your password now.',
  'reset-sent':
    'If this address belongs to an account, we have sent a link to reset the password. It is valid for one hour.',
  'password-reset': 'Your password has been reset. Sign in with your new password.',
  'password-changed': 'Your password has been changed. You have been signed out of all other sessions.',
  'two-factor-off': 'Two-factor authentication is off. You have been signed out of all other sessions.',
  'passkey-added': 'The passkey has been added. You can now sign in with it.',
  'passkey-removed': 'The passkey has been removed. You have been signed out of all other sessions.',
  reauthenticated: 'Confirmed. You can continue for the next five minutes.',
  'session-ended': 'The session has been signed out.',
  'sessions-ended': 'All other sessions have been signed out.',
  'provider-linked': 'The provider has been linked. You can now sign in with it.',
  'provider-unlinked': 'The provider has been unlinked.',
  'key-updated': 'Changes saved.',
  'key-revoked': 'The API key has been revoked.',
  'plan-active': 'Thank you. Your plan is active.',
  'payment-pending':
    'Your payment is being confirmed. Your plan changes as soon as our payment provider reports it.',
  'account-deleted': 'Your account and all its data have been deleted.',
} as const

export type FlashMessage = keyof typeof flashMessages

export function setFlash(reply: FastifyReply, flash: FlashMessage): void {
  setCookie(reply, cookieNames.flash, flash)
}

/** Returns the pending message, if any, and clears it. */
export function consumeFlash(request: FastifyRequest, reply: FastifyReply): string | undefined {
  const name = request.cookies[cookieNames.flash]
  if (name === undefined) return undefined
  clearCookie(reply, cookieNames.flash)
  return Object.hasOwn(flashMessages, name) ? flashMessages[name as FlashMessage] : undefined
}
