import { describe, expect, it } from 'vitest'
import { sampleMails } from '../../../lab/sample-mails.ts'
import { localeNames, pathIn } from '../i18n/locales.ts'
import { createMailWriter } from './write-mail.ts'

const websiteUrl = 'https://larder.example'
const writeMail = createMailWriter(websiteUrl)

describe.each(localeNames)('in %s', locale => {
  it.each(sampleMails)('$content.kind is readable as text and as HTML, and links to its language', mail => {
    const { subject, text, html } = writeMail({ ...mail, locale })
    expect(subject).toContain('Larder')
    expect(text).toContain('marmalade')
    expect(text).not.toMatch(/\b(?:undefined|null|NaN)\b|\[object/)
    expect(html).not.toMatch(/undefined|\[object|NaN|<img|<script|<link|@import|url\(/)
    expect(html).toContain(`<html lang="${locale}">`)
    const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(found => found[1] ?? '')
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) {
      expect(link).toMatch(new RegExp(`^${websiteUrl}${pathIn(locale, '/')}`))
      expect(text).toContain(link)
    }
  })
})

it('says who did it, when and from where', () => {
  const created = sampleMails.find(({ content }) => content.kind === 'key-created')
  if (!created) throw new Error('no sample')
  const { text, html } = writeMail(created)
  expect(text).toContain('Time: 16 Nov 2026, 09:05 UTC')
  expect(text).toContain('By: Your account key')
  expect(text).toContain('IP address: 192.0.2.1')
  expect(text).toContain('Key: a <b>&"key"')
  expect(html).toContain('a &#60;b&#62;&#38;&#34;key&#34;')
  expect(html).not.toContain('<b>')
})

it('is in English if the language is unknown', () => {
  const [mail] = sampleMails
  if (!mail) throw new Error('no sample')
  for (const locale of [null, 'xx'])
    expect(writeMail({ ...mail, locale }).subject).toBe('Confirm your email for Larder')
})
