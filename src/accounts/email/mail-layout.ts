// Lays out a mail as plain text and as HTML: no images, no remote content, and links that show where they lead.
import type { Mail } from './mailer.ts'

export type Paragraph = string | { link: string } | { facts: [label: string, value: string][] }

export interface MailContent {
  subject: string
  paragraphs: Paragraph[]
}

export function layOutMail(to: string, accountName: string, { subject, paragraphs }: MailContent): Mail {
  const title = `Larder: ${subject}`
  const footer = `This message is about your Larder account ${accountName}.`
  return {
    to,
    subject: title,
    text: `${[...paragraphs.map(toText), `-- \n${footer}`].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="font: 16px/1.5 sans-serif; max-width: 36em; margin: 1.5em auto; padding: 0 1em">
${paragraphs.map(toHtml).join('\n')}
<p style="color: #666; font-size: 14px">${escapeHtml(footer)}</p>
</body>
</html>
`,
  }
}

function toText(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph
  if ('link' in paragraph) return paragraph.link
  return paragraph.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
}

function toHtml(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return `<p>${escapeHtml(paragraph)}</p>`
  if ('link' in paragraph) {
    const link = escapeHtml(paragraph.link)
    return `<p><a href="${link}">${link}</a></p>`
  }
  const rows = paragraph.facts.map(
    ([label, value]) =>
      `<tr><td style="padding-right: 1em; color: #666">${escapeHtml(label)}</td><td>${escapeHtml(value)}</td></tr>`,
  )
  return `<table style="font: inherit">${rows.join('')}</table>`
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
