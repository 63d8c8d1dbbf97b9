import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { defaultLocale } from '../i18n/locales.ts'
import { useFormat, useLocale, useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { Markup, toNode } from '../shell/markup.ts'
import { publicCacheControl, sendPublicPage } from '../shell/responses.tsx'
import { escapeXml } from '../sitemap/sitemap.ts'
import { type MarkdownDocument, readMarkdown } from './markdown.ts'

const file = new URL('../../../CHANGELOG.md', import.meta.url)

export function addChangelogPage(app: FastifyInstance, websiteUrl: string): void {
  const text = withoutRepositoryLinks(readFileSync(file, 'utf8'))
  // Rendered for the first reader: it takes more than a tenth of a second, which every start of a node would wait for.
  let changelog: MarkdownDocument | undefined
  let feed: string | undefined
  const feedUrl = `${websiteUrl}/changelog.atom`
  app.get('/changelog', { config: { isPublic: true, cachedBy: [] } }, (request, reply) => {
    const t = messages[request.locale].public.changelog
    changelog ??= withAnchors(readMarkdown(text))
    return sendPublicPage(request, reply, {
      title: t.title,
      description: t.description,
      canonical: `${websiteUrl}/changelog`,
      subject: { language: defaultLocale },
      languages: [defaultLocale],
      head: <link rel="alternate" type="application/atom+xml" href={feedUrl} title={t.title} />,
      content: <Changelog changelog={changelog} feedUrl={feedUrl} />,
    })
  })
  app.get('/changelog.atom', { config: { isPublic: true } }, (_request, reply) => {
    feed ??= atomFeed(text, websiteUrl)
    return reply
      .type('application/atom+xml; charset=utf-8')
      .header('cache-control', publicCacheControl)
      .send(feed)
  })
}

function Changelog({ changelog, feedUrl }: { changelog: MarkdownDocument; feedUrl: string }) {
  const t = useMessages('public').changelog
  const { notTranslated } = useMessages('shared')
  const locale = useLocale()
  const format = useFormat()
  return (
    <div class="wrap narrow">
      <article class="document">
        <h1 class="h-xl">{t.title}</h1>
        {locale !== defaultLocale && (
          <p class="muted">{notTranslated({ language: format.language(defaultLocale) })}</p>
        )}
        <p class="small">
          <a href={feedUrl}>{t.feed}</a>
        </p>
        <div lang="en">{toNode(changelog.body)}</div>
      </article>
    </div>
  )
}

/** A release is `## 1.2.0 - 2026-01-31`. */
function withAnchors({ title, body }: MarkdownDocument): MarkdownDocument {
  return {
    title,
    body: new Markup(body.html.replace(/<h2>(?=(\d[\w.-]{1,40}) - )/g, '<h2 id="v$1">')),
  }
}

/** The releases, newest first, as a feed (RFC 4287). Unreleased changes have no date and are left out. */
function atomFeed(changelog: string, websiteUrl: string): string {
  const releases = changelog
    .split(/^## /m)
    .map(section => /^(\d[\w.-]{1,40}) - (\d{4}-\d{2}-\d{2})\n(.*)/s.exec(section))
    .filter(release => release !== null)
  const entries = releases.map(([, version = '', day = '', text = '']) => {
    const url = escapeXml(`${websiteUrl}/changelog#v${version}`)
    return `  <entry>
    <id>${url}</id>
    <title>Larder ${version}</title>
    <updated>${day}T00:00:00Z</updated>
    <link href="${url}"/>
    <content type="html">${escapeXml(readMarkdown(text).body.html)}</content>
  </entry>
`
  })
  const base = escapeXml(`${websiteUrl}/changelog`)
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${defaultLocale}">
  <id>${base}</id>
  <title>Larder releases</title>
  <updated>${releases[0]?.[2] ?? '1970-01-01'}T00:00:00Z</updated>
  <author><name>Larder</name></author>
  <link href="${base}"/>
  <link rel="self" type="application/atom+xml" href="${base}.atom"/>
${entries.join('')}</feed>
`
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
