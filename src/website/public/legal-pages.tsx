// Privacy, terms and imprint: the texts of the operator.

import type { FastifyInstance } from 'fastify'
import type { WebsiteContext } from '../context.ts'
import { localeNames } from '../i18n/locales.ts'
import { useFormat, useLocale, useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { sendNotFound } from '../shell/error-pages.tsx'
import { toNode } from '../shell/markup.ts'
import { sendPublicPage } from '../shell/responses.tsx'
import { type LegalFile, legalPageNames } from './legal-documents.ts'

export function addLegalPages(app: FastifyInstance, { catalog, operator }: WebsiteContext): void {
  const { legal } = operator
  if (legal === undefined) return
  for (const page of legalPageNames) {
    app.get(`/${page}`, { config: { isPublic: true } }, (request, reply) => {
      const file = legal.find(page, request.locale)
      if (file === undefined) return sendNotFound(request, reply)
      return sendPublicPage(request, reply, {
        title: file.document.title ?? messages[request.locale].shared[page],
        description: messages[request.locale].public.legal.description[page],
        canonical: `${catalog.websiteUrl}/${page}`,
        languages: localeNames.filter(locale => legal.find(page, locale)?.locale === locale),
        // The operator may replace the file at any time.
        content: <LegalText file={file} />,
      })
    })
  }
}

function LegalText({ file }: { file: LegalFile }) {
  const locale = useLocale()
  const t = useMessages('shared')
  const format = useFormat()
  const { title, body } = file.document
  return (
    <div class="wrap narrow">
      {file.locale !== locale && (
        <p class="muted small">{t.notTranslated({ language: format.language(file.locale) })}</p>
      )}
      <article class="document" lang={title === undefined ? undefined : file.locale}>
        <h1 class="h-xl">{title ?? t[file.page]}</h1>
        <div lang={title === undefined ? file.locale : undefined}>{toNode(body)}</div>
      </article>
    </div>
  )
}
