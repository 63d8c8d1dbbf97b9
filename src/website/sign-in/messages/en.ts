// Sign-up, sign-in, password reset and the pages of links in mails.
import { formats } from '../../i18n/format.ts'

const { plural } = formats.en

export const en = {
  email: 'Email',
  username: 'Username',
  usernameOrEmail: 'Username or email',
  password: 'Password',
  newPassword: 'New password',
  newPasswordHint: (minLength: number) =>
    plural(minLength, { other: '# characters or more; a few random words are easy to remember.' }),
  strongPassword: 'Strong password.',
  goodPassword: 'Good password.',
  or: 'or',
  continueWith: (provider: string) => `Continue with ${provider}`,
  cancel: 'Cancel',
  backToSignIn: 'Back to sign-in',
  backToSecurity: 'Back to security settings',

  signUp: {
    title: 'Create your account',
    lead: 'Free, no card needed. Already have an account?',
    signIn: 'Sign in',
    emailHint: 'We’ll send one link to confirm it. No newsletter.',
    usernameHint: 'Lowercase letters, numbers, dots, hyphens and underscores.',
    submit: 'Create account',
    benefits: 'What you get',
    keyBenefit: ['An API key in one minute.', 'It works with every endpoint.'],
    usageBenefit: ['Usage by key and endpoint.', 'With an alert before you reach the limit.'],
    dataBenefit: ['Your data stays yours.', 'Download or delete everything at any time.'],
    firstRequest: 'Then',
  },

  signIn: {
    title: 'Sign in',
    lead: 'New to Larder?',
    signUp: 'Create an account',
    submit: 'Sign in',
    forgot: 'Forgot your password?',
    withPasskey: 'Sign in with a passkey',
  },

  code: {
    title: 'Two-factor authentication',
    usePasskey: 'Use a passkey',
    appLead: 'Enter the 6-digit code from your authenticator app.',
    passkeyLead: 'Use one of your passkeys, or a recovery code if you have lost them.',
    code: '6-digit code',
    useRecoveryCode: 'Use a recovery code instead',
    recoveryCode: 'Recovery code',
    recoveryHint:
      'One of the codes you saved when you set up two-factor authentication. Each code works once.',
    submit: 'Sign in',
    startOver: 'Start over',
  },

  passkey: {
    signInTitle: 'Sign in with a passkey',
    chooseLead: 'Choose your passkey and confirm with your fingerprint, face or PIN.',
    factorLead: 'Confirm with your passkey to sign in.',
    failed: 'No passkey was used: you canceled, or this browser has none for this website.',
    submit: 'Continue',
    needsScript: 'Passkeys need JavaScript. Turn it on and reload this page.',
  },

  forgot: {
    title: 'Reset your password',
    lead: 'Enter your account’s confirmed email and we’ll send you a link to reset your password.',
    submit: 'Send reset link',
    noMail: 'This service does not send email. Contact the service operator for help.',
  },
  reset: {
    title: 'Choose a new password',
    lead: (account: string) => `For the account ${account}. You will be signed out of all sessions.`,
    submit: 'Set new password',
  },
  expired: {
    title: 'This link no longer works',
    lead: 'It has already been used, is more than an hour old, or is incomplete.',
    again: 'Request a new link',
  },

  confirmEmail: {
    title: 'Confirm your email',
    lead: 'One click confirms this address for your account.',
    submit: 'Confirm email',
  },
  cancelChange: {
    title: 'Cancel your email change',
    lead: 'Your account keeps its current address. The link sent to the new address will no longer work.',
    submit: 'Cancel the change',
  },
  providerFailed: 'Not confirmed by the provider',
}

export type SignInMessages = typeof en
