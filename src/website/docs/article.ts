// Renders articles and reads the result: headings for the contents, text for the search.
import { createElement, type VNode } from 'preact'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { defaultLocale, type Locale } from '../i18n/locales.ts'
import { CurrentLocale, useLocale } from '../i18n/messages.ts'

export function renderArticle(content: VNode, locale: Locale): string {
  return renderToStaticMarkup(createElement(CurrentLocale.Provider, { value: locale, children: content }))
}

/** The texts of an article in each of its languages, which `nav.ts` lists. Messages would need all languages of the website. */
export type Prose<Texts> = Partial<Record<Locale, Texts>> & Record<typeof defaultLocale, Texts>

export function useProse<Texts>(prose: Prose<Texts>): Texts {
  return prose[useLocale()] ?? prose[defaultLocale]
}

interface Heading {
  id: string
  text: string
}

const heading = /<h2 id="([\w-]+)"[^<>]*>((?:[^<]|<(?!\/?h2))*)<\/h2>/g

/** The main headings of an article, as text. */
export function headingsOf(html: string): Heading[] {
  return [...html.matchAll(heading)].map(([, id = '', inner = '']) => ({ id, text: textOf(inner) }))
}

interface Section extends Heading {
  body: string
}

/** The sections of an article as text; what precedes the first heading has no id. */
export function sectionsOf(html: string): Section[] {
  const starts = [...html.matchAll(heading)]
  const [first] = starts
  const sections = starts.map(({ 0: whole, 1: id = '', 2: inner = '', index }, position) => ({
    id,
    text: textOf(inner),
    body: textOf(html.slice(index + whole.length, starts[position + 1]?.index)),
  }))
  return [{ id: '', text: '', body: textOf(html.slice(0, first?.index)) }, ...sections]
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** Our own markup, in which every `<` of the text is escaped. */
function textOf(html: string): string {
  return html
    .replace(/<button(?:[^<]|<(?!\/?button))*<\/button>/g, '')
    .replace(/<\/?(?:a|b|code|em|i|span|strong|small)\b[^<>]*>/g, '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:lt|gt|quot|amp);/g, entity => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}
