import type { Mail } from './mailer.ts'

export function confirmationMail(to: string, accountName: string, link: string): Mail {
  return mail(to, 'Confirm your e-mail address', [
    `Please confirm that this is the e-mail address of your Larder account ${accountName}.`,
    'Open this link within 24 hours:',
    { link },
    'If you did not request this, you can ignore this message. The address will not be used unless you confirm it.',
  ])
}

export function resetMail(to: string, accountName: string, link: string): Mail {
  return mail(to, 'Reset your password', [
    `We received a request to reset the password of your Larder account ${accountName}.`,
    'Open this link within one hour to choose a new password. It can be used once:',
    { link },
    'If you did not request this, you can ignore this message. Your password has not changed.',
  ])
}

export function addressChangedMail(to: string, accountName: string, websiteUrl: string): Mail {
  return mail(to, 'Your e-mail address was changed', [
    `The e-mail address of your Larder account ${accountName} was changed. We will no longer send messages to this address.`,
    'If you did not make this change, character in and change your password, or contact the operator of this service:',
    { link: websiteUrl },
  ])
}

type Paragraph = string | { link: string }

function mail(to: string, subject: string, paragraphs: Paragraph[]): Mail {
  return {
    to,
    subject: `Larder: ${subject}`,
    text: `${paragraphs.map(paragraph => (typeof paragraph === 'string' ? paragraph : paragraph.link)).join('\n\n')}\n`,
    html: paragraphs.map(paragraph => `<p>${toHtml(paragraph)}</p>`).join('\n'),
  }
}

function toHtml(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return escapeHtml(paragraph)
  return `<a href="${escapeHtml(paragraph.link)}">${escapeHtml(paragraph.link)}</a>`
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
