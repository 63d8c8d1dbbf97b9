// Messages that the next page shows once. Their names travel in a cookie, never their words.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearCookie, cookieNames, setCookie } from './cookies.ts'

const flashMessages = {
  'signed-up': 'Welcome. Your account is ready: make a key and begin.',
  'signed-up-confirm':
    'Welcome. Your account is ready. We sent you a mail: open the link in it to confirm your address.',
  'signed-out': 'You are signed out.',
  'email-sent': 'We sent a mail to that address. Open the link in it within 24 hours to confirm it.',
  'email-confirmed': 'Your e-mail address is confirmed.',
  'email-removed': 'Your account has no e-mail address any more.',
  'reset-sent':
    'If an account has confirmed this address, a mail with a link is on its way. It works for one hour.',
  'password-reset': 'Your new password is set. Sign in with it.',
  'password-changed': 'Your password is changed. All other browsers are signed out.',
  'second-factor-off': 'The second factor is off. Signing in asks for your password alone.',
  'session-ended': 'That browser is signed out.',
  'sessions-ended': 'All other browsers are signed out.',
  'provider-linked': 'The provider is linked. You can sign in with it from now on.',
  'provider-unlinked': 'The provider is unlinked.',
  'key-changed': 'The key is changed.',
  'key-revoked': 'The key is revoked. It stops working everywhere within a second.',
  'account-deleted': 'Your account and everything it owned is deleted.',
} as const

export type FlashMessage = keyof typeof flashMessages

export function setFlash(reply: FastifyReply, flash: FlashMessage): void {
  setCookie(reply, cookieNames.flash, flash)
}

/** What to show on this page, if anything; the page after it shows it no more. */
export function consumeFlash(request: FastifyRequest, reply: FastifyReply): string | undefined {
  const left = request.cookies[cookieNames.flash]
  if (left === undefined) return undefined
  clearCookie(reply, cookieNames.flash)
  return Object.hasOwn(flashMessages, left) ? flashMessages[left as FlashMessage] : undefined
}
