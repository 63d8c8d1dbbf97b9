// Lays out a mail as plain text and as HTML: no images, no remote content, one button, and links that show where they lead.

import type { Mail } from '../../accounts/email/mailer.ts'
import { formats } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'

export interface MailContent {
  subject: string
  heading: string
  intro: string
  facts?: [label: string, value: string][]
  button?: {
    label: string
    url: string
    /** How long the link is valid. */
    validity?: string
  }
  /** Below the button, with or without a link. */
  notes?: { text: string; url?: string }[]
}

interface Envelope {
  to: string
  accountName: string
  locale: Locale
  docsUrl: string
}

export function layOutMail(content: MailContent, envelope: Envelope): Mail {
  return {
    to: envelope.to,
    subject: content.subject,
    text: toText(content, envelope),
    html: toHtml(content, envelope),
  }
}

/** Why the recipient gets this mail. */
function footerOf({ locale, accountName }: Envelope): string {
  return messages[locale].mails.accountFooter({ account: accountName })
}

function toText({ intro, facts = [], button, notes = [] }: MailContent, envelope: Envelope): string {
  const t = messages[envelope.locale].mails
  const { colon } = formats[envelope.locale]
  const parts = [
    intro,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    button && [`${button.label}${colon.trimEnd()}`, button.url].join('\n'),
    button?.validity,
    ...notes.map(({ text, url }) => (url === undefined ? text : `${text}\n${url}`)),
    `-- \n${footerOf(envelope)}\n${t.tagline}${colon}${envelope.docsUrl}`,
  ]
  return `${parts.filter(part => part !== undefined && part !== '').join('\n\n')}\n`
}

// Mail programs load no stylesheets, so the mail brings its style along; the colors are those of the website.
const style = `
body { margin: 0; padding: 24px 16px; background: #fafaf9; color: #1c1917; font: 16px/1.55 "Instrument Sans", -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
.mail { max-width: 520px; margin: 0 auto; }
.word { margin: 0 0 20px; font: 600 22px/1 Georgia, serif; color: #166534; }
.box { padding: 32px 32px 16px; border: 1px solid #e7e5e4; border-radius: 12px; background: #ffffff; }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.25; }
p, dl { margin: 0 0 16px; }
dl { padding: 12px 16px; border: 1px solid #e7e5e4; border-radius: 8px; font-size: 14px; }
dt { color: #57534e; }
dd { margin: 0 0 8px; font-weight: 600; overflow-wrap: anywhere; }
dd:last-child { margin: 0; }
.button { display: inline-block; margin: 8px 0; padding: 14px 22px; border-radius: 8px; background: #166534; color: #ffffff; font-weight: 600; text-decoration: none; }
.small { font-size: 14px; color: #57534e; }
.small a { color: #166534; word-break: break-all; }
.foot { margin: 20px 0 0; font-size: 13px; color: #6d6862; }
.foot a { color: #6d6862; }
@media (prefers-color-scheme: dark) { body { background: #131211; color: #f4f2ef; } .box { background: #1b1a18; border-color: #33302d; } dl { border-color: #33302d; } .word, .small a { color: #7bd09b; } .button { background: #7bd09b; color: #0a2213; } .small, dt { color: #bdb7b0; } .foot, .foot a { color: #a09a93; } }
`

function toHtml(content: MailContent, envelope: Envelope): string {
  const { locale, docsUrl } = envelope
  const { subject, heading, intro, facts = [], button, notes = [] } = content
  const t = messages[locale].mails
  const parts = [
    `<h1>${escapeHtml(heading)}</h1>`,
    `<p>${escapeHtml(intro)}</p>`,
    facts.length > 0 &&
      `<dl>${facts.map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`,
    button && `<p><a class="button" href="${escapeHtml(button.url)}">${escapeHtml(button.label)}</a></p>`,
    button &&
      `<p class="small">${escapeHtml([button.validity, t.buttonFallback].filter(Boolean).join(' '))}<br>${link(button.url)}</p>`,
    ...notes.map(
      ({ text, url }) =>
        `<p class="small">${escapeHtml(text)}${url === undefined ? '' : `<br>${link(url)}`}</p>`,
    ),
  ]
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${style}</style>
</head>
<body>
<main class="mail">
<p class="word">Larder</p>
<div class="box">
${parts.filter(Boolean).join('\n')}
</div>
<p class="foot">${escapeHtml(footerOf(envelope))}<br>${escapeHtml(t.tagline)} · <a href="${escapeHtml(docsUrl)}">${escapeHtml(t.docs)}</a></p>
</main>
</body>
</html>
`
}

function link(url: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
