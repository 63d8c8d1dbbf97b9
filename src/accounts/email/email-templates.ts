import type { Mail } from './mailer.ts'

export function confirmationMail(to: string, accountName: string, link: string): Mail {
  return mail(to, 'Confirm your e-mail address', [
    `Somebody, hopefully you, gave this address for the Larder account ${accountName}.`,
    'Open this link within 24 hours to confirm it:',
    { link },
    'If it was not you, do nothing: without your confirmation the address is not used.',
  ])
}

export function resetMail(to: string, accountName: string, link: string): Mail {
  return mail(to, 'Choose a new password', [
    `Somebody, hopefully you, asked for a new password for the Larder account ${accountName}.`,
    'Open this link within one hour to choose it; it works once:',
    { link },
    'If it was not you, do nothing: your password stays as it is.',
  ])
}

export function addressChangedMail(to: string, accountName: string, websiteUrl: string): Mail {
  return mail(to, 'Your e-mail address was changed', [
    `The Larder account ${accountName} has another e-mail address now; this one is no longer used.`,
    'If it was not you, sign in and change your password, or ask the people who run this service for help:',
    { link: websiteUrl },
  ])
}

type Paragraph = string | { link: string }

function mail(to: string, subject: string, paragraphs: Paragraph[]): Mail {
  return {
    to,
    subject: `Larder: ${subject}`,
    text: `${paragraphs.map(part => (typeof part === 'string' ? part : part.link)).join('\n\n')}\n`,
    html: paragraphs.map(part => `<p>${inHtml(part)}</p>`).join('\n'),
  }
}

function inHtml(part: Paragraph): string {
  if (typeof part === 'string') return escaped(part)
  return `<a href="${escaped(part.link)}">${escaped(part.link)}</a>`
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
}
