// Mails that the recipient asked for, with a link to use once.
import type { MailContent } from './mail-layout.ts'

export function confirmationMail(accountName: string, link: string): MailContent {
  return {
    subject: 'Confirm your e-mail address',
    paragraphs: [
      `Please confirm that this is the e-mail address of your Larder account ${accountName}.`,
      'Open this link within 24 hours:',
      { link },
      'If you did not request this, you can ignore this message. The address will not be used unless you confirm it.',
    ],
  }
}

export function resetMail(accountName: string, link: string): MailContent {
  return {
    subject: 'Reset your password',
    paragraphs: [
      `We received a request to reset the password of your Larder account ${accountName}.`,
      'Open this link within one hour to choose a new password. It can be used once:',
      { link },
      'If you did not request this, you can ignore this message. Your password has not changed.',
    ],
  }
}
