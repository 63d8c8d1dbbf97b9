// Markup as text, for parts of pages that consist of many small elements: rendering an element takes several times as
// long as appending it to a string.
import type { VNode } from 'preact'
import { jsxTemplate } from 'preact/jsx-runtime'

/** Complete elements, which are not escaped again. */
export class Markup {
  readonly html: string
  constructor(html: string) {
    this.html = html
  }
}

type Value = Markup | (Markup | string)[] | string | number | null | undefined | false

/**
 * Tag of template literals. Text and attribute values are escaped, and line breaks with the following indentation are
 * dropped. Attribute values must be quoted. Characters beyond Latin-1 should be written as `&#8239;`: one of them doubles the
 * memory of the whole page, and the time to hash and send it.
 */
export function markup(template: TemplateStringsArray, ...values: Value[]): Markup {
  const texts = withoutIndentation(template)
  let html = texts[0] ?? ''
  for (let index = 0; index < values.length; index++) html += toHtml(values[index]) + texts[index + 1]
  return new Markup(html)
}

/** For use in components. */
export function toNode({ html }: Markup): VNode {
  return jsxTemplate([html])
}

function toHtml(value: Value): string {
  if (value instanceof Markup) return value.html
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(toHtml).join('')
  return ''
}

function escapeHtml(text: string): string {
  if (!/["&<]/.test(text)) return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** Template literals are the same object at each evaluation. */
const cleaned = new WeakMap<TemplateStringsArray, string[]>()

function withoutIndentation(template: TemplateStringsArray): string[] {
  const known = cleaned.get(template)
  if (known) return known
  const texts = template.map(text => text.replace(/\n\s*/g, ''))
  cleaned.set(template, texts)
  return texts
}
