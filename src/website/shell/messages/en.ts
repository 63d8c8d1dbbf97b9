// Flash messages, forms and what happens when a form cannot be accepted.
export const en = {
  flash: {
    'signed-up': 'Welcome. Your account is ready. Create an API key to get started.',
    'signed-up-confirm': 'Welcome. Your account is ready. To confirm your email, open the link we sent you.',
    'signed-out': 'You have signed out.',
    'email-sent': 'We sent you a confirmation link. Open it within 24 hours to confirm your email.',
    'email-confirmed': 'Your email has been confirmed.',
    'email-removed': 'Your email has been removed. You have been signed out of all other sessions.',
    'email-changed': 'Your email has been changed. You have been signed out of all other sessions.',
    'email-change-cancelled':
      'Your email change has been canceled. If you did not request it, reset your password now.',
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
    'language-changed': 'The language of your emails has been changed.',
    'key-updated': 'Changes saved.',
    'key-revoked': 'The API key has been revoked.',
    'plan-active': 'Thank you. Your plan is active.',
    'payment-pending':
      'Your payment is being confirmed. Your plan changes as soon as our payment provider reports it.',
    'account-deleted': 'Your account and all its data have been deleted.',
  },
  optional: '(optional)',
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  /** While a new password is too short; `#` is the number of missing characters, by plural form. */
  charactersMissing: { one: '1 more character.', other: '# more characters.' } as Partial<
    Record<Intl.LDMLPluralRule, string>
  >,
  formExpired: {
    title: 'This form has expired',
    what: 'Your changes were not saved. You may have signed in or out in another tab, or the form was not submitted from this website.',
    advice:
      'Go back, reload the page and try again. Make sure that cookies are enabled and that you are using this address:',
    toAccount: 'Go to your account',
  },
  continueTo: {
    title: (destination: string) => `Continue to ${destination}`,
    text: 'You are being redirected. If nothing happens, use the button.',
  },
}

export type ShellMessages = typeof en
