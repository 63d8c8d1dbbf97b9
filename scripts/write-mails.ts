// Writes every mail in every language as HTML and text into a folder: npm run mails -- --into DIR
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sampleMails } from '../lab/sample-mails.ts'
import { localeNames } from '../src/website/i18n/locales.ts'
import { createMailWriter } from '../src/website/mails/write-mail.ts'

const { values } = parseArgs({ options: { into: { type: 'string', default: 'mails' } } })
const writeMail = createMailWriter('https://larder.example')

for (const locale of localeNames) {
  const folder = join(values.into, locale)
  await mkdir(folder, { recursive: true })
  for (const [index, mail] of sampleMails.entries()) {
    const { subject, text, html } = writeMail({ ...mail, locale })
    const file = join(folder, `${String(index + 1).padStart(2, '0')}-${mail.content.kind}`)
    await writeFile(`${file}.html`, html)
    await writeFile(`${file}.txt`, `Subject: ${subject}\n\n${text}`)
  }
}
