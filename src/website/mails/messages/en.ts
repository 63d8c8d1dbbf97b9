// The mails to the owner of an account.
export interface LimitUse {
  percent: string
  limit: string
  window: 'minute' | 'hour'
  keyName: string | null
  accountName: string
  isExhausted: boolean
}

export const en = {
  tagline: 'Larder, open nutrition data',
  docs: 'Docs',
  accountFooter: (account: string) => `This email is about your Larder account ${account}.`,
  buttonFallback: 'If the button doesn’t work, open this address:',
  facts: {
    account: 'Account',
    time: 'Time',
    by: 'By',
    ipAddress: 'IP address',
    browser: 'Browser',
    recoveryCodesLeft: 'Recovery codes left',
    passkey: 'Passkey',
    key: 'Key',
    provider: 'Provider',
    newAddress: 'New address',
  },
  actors: { 'account key': 'Your account key', operator: 'An operator of this service' },
  unknownBrowser: 'Unknown browser',
  notYou: 'If this was you, you don’t need to do anything. If not, choose a new password now.',
  choosePassword: 'Choose a new password',
  thenReview: 'Then review your API keys, passkeys and linked providers:',
  cancelIfNotYou: 'If this was you, you don’t need to do anything. If not, cancel the change.',
  cancelChange: 'Cancel the change',
  thenPassword: 'Then choose a new password, because someone else knows yours or has access to your browser:',
  signIn: 'Sign in',
  emailNotYou:
    'If you did not make this change, sign in and change your password, or contact the operator of this service.',
  manageKeys: 'Manage API keys',
  viewPlan: 'View your plan',
  checkPayment: 'Check payment details',
  viewUsage: 'View usage',
  atMostWeekly: 'We send this email at most once per week.',

  confirm: {
    subject: 'Confirm your email for Larder',
    heading: 'Confirm your email',
    intro: (account: string) => `Hi ${account}, confirm this address for your Larder account.`,
    button: 'Confirm email',
    validity: 'The link works for 24 hours.',
    ignore: 'Didn’t ask for this? Ignore this email. The address will not be used unless you confirm it.',
  },
  reset: {
    subject: 'Reset your password for Larder',
    heading: 'Reset your password',
    intro: (account: string) =>
      `Hi ${account}, we received a request to reset the password of your Larder account.`,
    button: 'Choose a new password',
    validity: 'The link works once and expires after one hour.',
    ignore: 'Didn’t ask for this? Ignore this email. Your password has not changed.',
  },
  newDevice: {
    subject: 'New sign-in to your Larder account',
    heading: 'New sign-in',
    intro: 'Someone signed in to your account from a browser that we have not seen before.',
  },
  passwordSet: {
    subject: 'A password was set for your Larder account',
    heading: 'Password set',
    intro: 'A password was set for your account. It can now be used to sign in.',
  },
  passwordChanged: {
    subject: 'Your Larder password was changed',
    heading: 'Password changed',
    intro: 'The password of your account was changed, and all other sessions were signed out.',
  },
  twoFactorOn: {
    subject: 'Two-factor authentication is on for Larder',
    heading: 'Two-factor authentication is on',
    intro: 'Signing in to your account now takes a second step.',
  },
  twoFactorOff: {
    subject: 'Two-factor authentication is off for Larder',
    heading: 'Two-factor authentication is off',
    intro: 'Signing in to your account no longer takes a second step.',
  },
  recoveryCodeUsed: {
    subject: 'A recovery code was used for Larder',
    heading: 'Recovery code used',
    intro: 'A recovery code was used to sign in or to confirm a change.',
  },
  passkeyAdded: {
    subject: 'A passkey was added to your Larder account',
    heading: 'Passkey added',
    intro: 'A passkey was added to your account.',
  },
  passkeyRemoved: {
    subject: 'A passkey was removed from your Larder account',
    heading: 'Passkey removed',
    intro: 'A passkey was removed from your account.',
  },
  keyCreated: {
    subject: 'A Larder API key was created',
    heading: 'API key created',
    intro: 'An API key was created for your account.',
  },
  keyRotated: {
    subject: 'A Larder API key was rotated',
    heading: 'API key rotated',
    intro: 'One of your API keys was replaced with a new one.',
  },
  providerLinked: {
    subject: 'A provider was linked to your Larder account',
    heading: 'Provider linked',
    intro: 'A sign-in provider was linked to your account. It can now be used to sign in.',
  },
  providerUnlinked: {
    subject: 'A provider was unlinked from your Larder account',
    heading: 'Provider unlinked',
    intro: 'A sign-in provider was unlinked from your account. It can no longer be used to sign in.',
  },
  emailChangeRequested: {
    subject: 'A new email was requested for your Larder account',
    heading: 'Email change requested',
    intro: 'Someone asked to change the email of your account. It changes when the new address is confirmed.',
  },
  emailChanged: {
    subject: 'Your Larder email was changed',
    heading: 'Email changed',
    intro: 'The email of your account was changed. We will no longer write to this address.',
  },
  emailRemoved: {
    subject: 'Your Larder email was removed',
    heading: 'Email removed',
    intro: 'The email of your account was removed. We will no longer write to this address.',
  },
  accountRecovered: {
    subject: 'Access to your Larder account was recovered',
    heading: 'Access recovered',
    intro:
      'An operator of this service gave access to your account to someone who could no longer sign in. If this was not you, contact the operator.',
  },
  accountSuspended: {
    subject: 'Your Larder account was suspended',
    heading: 'Account suspended',
    intro:
      'An operator of this service suspended your account. Its sessions and API keys no longer work. Contact the operator if you have questions.',
  },
  keyExpiring: (key: string, account: string, at: string) => ({
    subject: `Your Larder API key ${key} expires soon`,
    heading: 'API key expires soon',
    intro: `The API key ${key} of your account ${account} expires on ${at}. Requests with it will then be rejected. Extend it, or replace it with another key.`,
  }),
  planChanged: (plan: string, account: string, until: string | undefined) => ({
    subject: `Your Larder plan is now ${plan}`,
    heading: `Your plan is now ${plan}`,
    intro: `The plan of your account ${account} is now ${plan}${until === undefined ? '' : `, until ${until}`}.`,
  }),
  paymentFailed: (plan: string, account: string, until: string | undefined) => ({
    subject: 'Your payment for Larder failed',
    heading: 'Payment failed',
    intro: `The payment for the ${plan} plan of your account ${account} failed. ${until === undefined ? 'Check your payment details to keep your plan.' : `Your plan stays active until ${until}. Then your account moves to Starter. To keep your plan, check your payment details.`}`,
  }),
  limitReached: ({ percent, limit, window, keyName, accountName, isExhausted }: LimitUse) => ({
    subject: `You have used ${percent} of your Larder limit`,
    heading: `${percent} of your limit used`,
    intro: `${keyName === null ? `Your account ${accountName}` : `The API key ${keyName} of your account ${accountName}`} used ${percent} of its limit of ${limit} requests per ${window}.${isExhausted ? ` Further requests in the same ${window} are rejected with status 429.` : ''}`,
  }),
}

export type MailMessages = typeof en
