// No text for people outside the message catalogs, apart from documents, which are in fewer languages than the interface.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { expect, it } from 'vitest'

const websiteFolder = join(import.meta.dirname, '..')

/** Guides in the languages that `docs/nav.ts` lists; the page of all components, which visitors do not see; the label of US law. */
const documents = [
  /^docs\/(?:guides\/|nav|quick-start|reference|code-samples|errors|schema-table)/,
  /^design\//,
  /^food\/us-label\.ts$/,
  /^messages\/compiled\//,
  /\.test\.tsx?$/,
]

/** Files whose templates hold code that the page shows. */
const codeSamples = ['food/api-snippet.ts', 'home/api-example.tsx']

/** Attributes and properties that people read or hear. */
const textAttributes = [
  'alt',
  'aria-label',
  'aria-description',
  'description',
  'hint',
  'label',
  'placeholder',
  'submit',
  'submitLabel',
  'title',
]

/** Names and code that are the same in every language. */
const untranslated = [
  /^Larder\b/,
  /^larder_/,
  /^200 OK/,
  /^(?:kcal|kJ|mg|g|ml|oz|µg|mcg|UTC|EU|US|UK|JSON|CSV|curl|API|OpenAPI|EAN|GTIN|RFC|ODbL|null|ms)$/i,
  /^(?:GET|POST|HTTP|Bearer|Authorization)\b/,
  /^(?:JavaScript|TypeScript|Python|Swift|Kotlin|Shell|Node(?:\.js)?)$/,
]

interface Finding {
  file: string
  text: string
}

const hasWords = (text: string) => /\p{L}{2}/u.test(text)

function textsIn(file: string, source: string): Finding[] {
  const found: Finding[] = []
  const add = (text: string) => {
    const words = text
      .replace(/\s+/g, ' ')
      .replace(/^[ ,·]+/, '')
      .trim()
    // French has a space before a colon: `format.colon`.
    const isColon = words === ':'
    if (isColon || (hasWords(words) && !untranslated.some(pattern => pattern.test(words))))
      found.push({ file, text: words })
  }
  const visit = (node: unknown, inCode = false): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, inCode)
      return
    }
    if (typeof node !== 'object' || node === null) return
    const { type } = node as { type?: string }
    const isCode = inCode || (type === 'JSXElement' && /^(?:code|kbd|pre)$/.test(elementName(node)))
    if (type === 'JSXElement' && !isCode) for (const text of shownTexts(node)) add(text)
    if (type === 'JSXText' && !isCode) add((node as { value: string }).value)
    if (type === 'JSXAttribute' || type === 'KeyValueProperty') {
      const name = attributeName(node)
      const { value } = node as { value?: { type: string; value?: unknown } | null }
      if (textAttributes.includes(name) && value?.type === 'StringLiteral') add(String(value.value))
    }
    if (type === 'TaggedTemplateExpression' && tagOf(node) === 'markup' && !codeSamples.includes(file)) {
      for (const text of textsOfMarkup(node)) add(text)
    }
    for (const child of Object.values(node)) visit(child, isCode)
  }
  visit(parseSync(source, { syntax: 'typescript', tsx: file.endsWith('.tsx') }).body)
  return found
}

/** Strings that an element shows directly or by a condition: `{isNew ? 'new' : 'old'}`. */
function shownTexts(element: object): string[] {
  const { children } = element as { children: { type: string; expression?: object }[] }
  return children.flatMap(({ type, expression }) =>
    type === 'JSXExpressionContainer' && expression ? resultsOf(expression) : [],
  )
}

function resultsOf(expression: object): string[] {
  const node = expression as Record<string, unknown> & { type: string }
  switch (node.type) {
    case 'StringLiteral':
      return [String(node['value'])]
    case 'TemplateLiteral':
      return (node['quasis'] as { raw: string }[]).map(({ raw }) => raw)
    case 'ParenthesisExpression':
      return resultsOf(node['expression'] as object)
    case 'ConditionalExpression':
      return [...resultsOf(node['consequent'] as object), ...resultsOf(node['alternate'] as object)]
    case 'BinaryExpression':
      if (!['&&', '||', '??'].includes(String(node['operator']))) return []
      return [...resultsOf(node['left'] as object), ...resultsOf(node['right'] as object)]
    default:
      return []
  }
}

const elementName = (node: object): string =>
  String((node as { opening?: { name?: { value?: string } } }).opening?.name?.value)

function attributeName(node: object): string {
  const { name, key } = node as { name?: { value?: string }; key?: { value?: string } }
  return String(name?.value ?? key?.value)
}

const tagOf = (node: object): string | undefined => (node as { tag?: { value?: string } }).tag?.value

/** Text between the tags, and text attributes, of a template of HTML. */
function textsOfMarkup(node: object): string[] {
  const { template } = node as { template: { quasis: { raw: string }[] } }
  const html = template.quasis.map(({ raw }) => raw).join('\uE000')
  const attributes = [...html.matchAll(/ ([\w-]+)="([^"\uE000]*)"/g)].flatMap(([, name = '', value = '']) =>
    textAttributes.includes(name) ? [value] : [],
  )
  // A template may also hold a part of a tag, such as ` selected` or ` lang="…"`.
  if (!html.includes('<')) return /^ ?[\w-]+(?:="|$)/.test(html) ? [] : [html]
  const between = html
    .replace(/<(code|kbd|pre)\b[^>]*>[^<]*<\/\1>/g, '')
    .replace(/<[^>]*>/g, '\uE000')
    .split('\uE000')
  return [...attributes, ...between]
}

it('has no text outside the message catalogs', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: websiteFolder }).filter(
    file => !documents.some(pattern => pattern.test(file)),
  )
  expect(files.length).toBeGreaterThan(80)
  const found = files.flatMap(file => textsIn(file, readFileSync(join(websiteFolder, file), 'utf8')))
  expect(found).toEqual([])
})

it('recognizes text', () => {
  const source = `const a = <p title="Two words"><code>code</code>Hello {isNew ? 'new food' : \`old \${food}\`}</p>
    const b = { title: 'A page', name: <b>{name}: {value}</b> }
    const c = markup\`<p class="x y" aria-label="Spoken">Written \${d}</p>\``
  expect(textsIn('a.tsx', source).map(({ text }) => text)).toEqual([
    'new food',
    'old',
    'Two words',
    'Hello',
    'A page',
    ':',
    'Spoken',
    'Written',
  ])
})
