import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { defaultLocale, locales } from '../i18n/locales.ts'
import { useLocale, useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { toNode } from '../shell/markup.ts'
import { sendPublicPage } from '../shell/responses.tsx'
import { type MarkdownDocument, readMarkdown } from './markdown.ts'

const file = new URL('../../../CHANGELOG.md', import.meta.url)

export function addChangelogPage(app: FastifyInstance, websiteUrl: string): void {
  const changelog = readMarkdown(withoutRepositoryLinks(readFileSync(file, 'utf8')))
  app.get('/changelog', { config: { isPublic: true, cachedBy: [] } }, (request, reply) => {
    const t = messages[request.locale].public.changelog
    return sendPublicPage(request, reply, {
      title: t.title,
      description: t.description,
      canonical: `${websiteUrl}/changelog`,
      subject: { language: defaultLocale },
      languages: [defaultLocale],
      content: <Changelog changelog={changelog} />,
    })
  })
}

function Changelog({ changelog }: { changelog: MarkdownDocument }) {
  const t = useMessages('public').changelog
  const { onlyIn } = useMessages('shared')
  const locale = useLocale()
  return (
    <div class="wrap narrow">
      <article class="document">
        <h1 class="h-xl">{t.title}</h1>
        {locale !== defaultLocale && <p class="muted">{onlyIn({ language: locales[defaultLocale].name })}</p>}
        <div lang="en">{toNode(changelog.body)}</div>
      </article>
    </div>
  )
}

const repositoryLink = String.raw`\[([^\][]{1,200})\]\((?!https?:)[^()\s]{1,200}\)`
const linksInBrackets = new RegExp(
  String.raw`\s{1,9}\(${repositoryLink}(?:,\s{1,9}${repositoryLink}){0,9}\)`,
  'g',
)
const lastInBrackets = new RegExp(String.raw`,\s{1,9}${repositoryLink}\)`, 'g')
const otherLinks = new RegExp(repositoryLink, 'g')

/** Files of the repository are not on the website: references to them are dropped, and other links to them keep their text. */
function withoutRepositoryLinks(markdown: string): string {
  return markdown
    .replace(linksInBrackets, '')
    .replace(lastInBrackets, ')')
    .replace(otherLinks, '$1')
    .replace(/^## \[([^\][]{1,40})\]/gm, '## $1')
}
