// Searches the documentation: an index of its sections, which is built at the first search.

import { Icon } from '../components/icon.tsx'
import type { Locale } from '../i18n/locales.ts'
import { useMessages } from '../i18n/messages.ts'
import { sectionsOf } from './article.ts'
import type { DocsPath } from './nav.ts'

interface IndexedSection {
  path: DocsPath
  language: Locale
  /** Title of the page. */
  title: string
  /** Empty for what precedes the first heading. */
  heading: string
  anchor: string
  body: string
  /** Title, heading and body as lower-case words, each after a space. */
  words: { title: string; heading: string; body: string }
}

export interface DocsIndex {
  sections: IndexedSection[]
}

interface IndexedPage {
  path: DocsPath
  language: Locale
  title: string
  description: string
  html: string
}

export function createDocsIndex(pages: IndexedPage[]): DocsIndex {
  const sections = pages.flatMap(({ path, language, title, description, html }) =>
    sectionsOf(html).map(({ id, text, body }) => {
      const content = id === '' ? `${description} ${body}` : body
      return {
        path,
        language,
        title,
        heading: text,
        anchor: id,
        body: content,
        words: {
          title: spacedWords(title),
          heading: spacedWords(text),
          body: spacedWords(content),
        },
      }
    }),
  )
  return { sections }
}

export const maxQueryLength = 100
const maxWords = 8
const maxResults = 20

interface DocsResult {
  path: DocsPath
  language: Locale
  title: string
  heading: string
  anchor: string
  snippet: SnippetPart[]
}

interface SnippetPart {
  text: string
  isMatch: boolean
}

/** Sections with all words; those with a word in the title or heading come first. */
export function searchDocs({ sections }: DocsIndex, query: string): DocsResult[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  return (
    sections
      .map(section => ({ section, score: scoreOf(section, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      // Generated pages repeat some sections word for word.
      .filter(
        ({ section }, index, all) => all.findIndex(each => each.section.body === section.body) === index,
      )
      .slice(0, maxResults)
      .map(({ section: { path, language, title, heading, anchor, body } }) => ({
        path,
        language,
        title,
        heading,
        anchor,
        snippet: snippetOf(body, words),
      }))
  )
}

/** What separates words is replaced by one space, so that the start of a word is found by the space before it. */
function spacedWords(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`
}

function wordsOf(query: string): string[] {
  const words = spacedWords(query.slice(0, maxQueryLength)).split(' ').filter(Boolean)
  return [...new Set(words)].slice(0, maxWords)
}

function scoreOf({ words: { title, heading, body }, anchor }: IndexedSection, words: string[]): number {
  let score = 0
  for (const word of words) {
    const start = ` ${word}`
    // A word in the title counts for the page's beginning only, or every section of the page would come first.
    const found =
      (title.includes(start) ? (anchor === '' ? 12 : 2) : 0) +
      (heading.includes(start) ? 8 : 0) +
      (body.includes(start) ? 2 : 0)
    if (found === 0) return 0
    score += found
  }
  const phrase = ` ${words.join(' ')}`
  const isPhrase = words.length > 1 && [title, heading, body].some(text => text.includes(phrase))
  return isPhrase ? score + 6 : score
}

const charactersBefore = 60
const snippetLength = 180

function snippetOf(body: string, words: string[]): SnippetPart[] {
  const first = matchesIn(body, words)[0]?.start ?? 0
  const start = first <= charactersBefore ? 0 : body.indexOf(' ', first - charactersBefore) + 1
  const isCut = body.length > start + snippetLength
  const end = isCut ? body.lastIndexOf(' ', start + snippetLength) : body.length
  const parts = markMatches(body.slice(start, end), words)
  const ellipsis = { text: ' … ', isMatch: false }
  return [...(start > 0 ? [ellipsis] : []), ...parts, ...(isCut ? [ellipsis] : [])]
}

/** Where the text has words that start with one of these. */
function matchesIn(text: string, words: string[]): { start: number; end: number }[] {
  return [...text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].flatMap(({ 0: found, index }) => {
    const word = words.find(each => found.startsWith(each))
    return word === undefined ? [] : [{ start: index, end: index + word.length }]
  })
}

function markMatches(text: string, words: string[]): SnippetPart[] {
  const parts: SnippetPart[] = []
  let position = 0
  for (const { start, end } of matchesIn(text, words)) {
    parts.push({ text: text.slice(position, start), isMatch: false })
    parts.push({ text: text.slice(start, end), isMatch: true })
    position = end
  }
  return [...parts, { text: text.slice(position), isMatch: false }]
}

export function DocsResults({ query, results }: { query: string; results: DocsResult[] }) {
  const t = useMessages('docs')
  if (query === '') return <p>{t.searchHint}</p>
  if (results.length === 0) {
    return (
      <div class="empty">
        <Icon name="search-x" />
        <h2>{t.noResults({ query })}</h2>
        <p>{t.noResultsHint}</p>
      </div>
    )
  }
  return (
    <>
      <p class="muted">{t.resultsFor({ count: results.length, query })}</p>
      <ol class="doc-results">
        {results.map(({ path, language, title, heading, anchor, snippet }) => (
          <li key={`${path}#${anchor}`} lang={language}>
            <h2>
              <a href={anchor === '' ? path : `${path}#${anchor}`}>
                {title}
                {heading !== '' && <> › {heading}</>}
              </a>
            </h2>
            <p class="small muted">
              {snippet.map(({ text, isMatch }) => (isMatch ? <mark>{text}</mark> : text))}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}
