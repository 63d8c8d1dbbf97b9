// Documents in Markdown: legal texts and the changelog. HTML in them is shown as text, and links to scripts are dropped.
import { micromark } from 'micromark'
import { Markup } from '../shell/markup.ts'

export interface MarkdownDocument {
  /** The heading on the first line; undefined if there is none. */
  title: string | undefined
  /** The text below it. */
  body: Markup
}

export function readMarkdown(text: string): MarkdownDocument {
  const [first = '', ...rest] = text.trimStart().split('\n')
  const title = /^# (.+)/.exec(first)?.[1]?.trim()
  const html = micromark(title === undefined ? text : rest.join('\n'))
  // The page has one h1, its title.
  return { title, body: new Markup(html.replaceAll('<h1>', '<h2>').replaceAll('</h1>', '</h2>')) }
}
