// The rules of typography that a machine can check, over every text of the message catalogs, also inside functions.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { describe, expect, it } from 'vitest'
import { shared } from '../messages/index.ts'
import { type Locale, localeNames } from './locales.ts'

const websiteFolder = join(import.meta.dirname, '..')

/** Stands for what a template or an element puts into a text. */
const inserted = '\uE000'

interface Rule {
  fault: string
  pattern: RegExp
}

const everyLanguage: Rule[] = [
  { fault: 'straight quote', pattern: /"/ },
  { fault: 'straight apostrophe', pattern: /[\p{L}\uE000]'\p{L}/u },
  { fault: 'three dots instead of an ellipsis', pattern: /\.\.\./ },
  { fault: 'narrow no-break space instead of U+00A0', pattern: /\u202F/ },
  { fault: 'two spaces', pattern: / {2}/ },
]

const spaceBeforePercent: Rule = { fault: 'ordinary space before %', pattern: /[\d#}\uE000] %/ }
const quotesOtherThan = (allowed: string): Rule => ({
  fault: 'quotes of another language',
  pattern: new RegExp(`[${[...'“”„«»‹›'].filter(quote => !allowed.includes(quote)).join('')}]`),
})
const pairs = (open: string, close: string): Rule => ({
  fault: `${open} without ${close} or the reverse`,
  pattern: new RegExp(`${open}[^${close}]*(?:${open}|$)|(?:^|[${close}])[^${open}]*[${close}]`),
})

const rules: Record<Locale, Rule[]> = {
  en: [
    quotesOtherThan('“”'),
    pairs('“', '”'),
    { fault: 'space before punctuation', pattern: /[ \u00A0][:;!?](?:\s|$)/ },
  ],
  de: [quotesOtherThan('„“'), pairs('„', '“'), spaceBeforePercent],
  fr: [
    quotesOtherThan('«»'),
    pairs('«', '»'),
    spaceBeforePercent,
    { fault: 'ordinary space before punctuation', pattern: / [:;!?»]/ },
    // Not in times and addresses.
    { fault: 'no space before punctuation', pattern: /(?:^|[^\s:;!?])(?:[;!?»]|:(?!\/\/|\d))/ },
    { fault: 'no U+00A0 after «', pattern: /«(?!\u00A0)/ },
    {
      fault: 'ordinary space before a unit',
      pattern: /[\d#}\uE000] (?:g|mg|kcal|kJ|ml|cm|ms|s)(?![\p{L}’])/u,
    },
  ],
  es: [
    quotesOtherThan('«»'),
    pairs('«', '»'),
    spaceBeforePercent,
    pairs('¿', '?'),
    pairs('¡', '!'),
    { fault: 'space inside « »', pattern: /«\s|\s»/ },
  ],
  pl: [
    quotesOtherThan('„”'),
    pairs('„', '”'),
    { fault: 'space before %', pattern: /[\d#}\uE000][ \u00A0]%/ },
  ],
}

const faultsIn = (locale: Locale, text: string): string[] =>
  [...everyLanguage, ...rules[locale]].filter(({ pattern }) => pattern.test(text)).map(({ fault }) => fault)

interface Node extends Record<string, unknown> {
  type: string
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Texts of a catalog as the reader sees them, with `inserted` for values. Not keys, comparisons, attributes or code. */
function textsIn(source: string, isTsx: boolean): string[] {
  const texts: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each)
      return
    }
    if (typeof node !== 'object' || node === null) return
    if (!isNode(node)) {
      for (const child of Object.values(node)) visit(child)
      return
    }
    switch (node.type) {
      case 'ImportDeclaration':
      case 'JSXAttribute':
      case 'TsTypeAliasDeclaration':
      case 'TsInterfaceDeclaration':
        return
      case 'KeyValueProperty':
        visit(node['value'])
        return
      case 'BinaryExpression':
        if (!['==', '===', '!=', '!=='].includes(String(node['operator']))) break
        return
      case 'StringLiteral':
        texts.push(String(node['value']))
        return
      case 'TemplateLiteral':
        texts.push((node['quasis'] as { cooked: string }[]).map(({ cooked }) => cooked).join(inserted))
        visit(node['expressions'])
        return
      case 'JSXElement':
      case 'JSXFragment':
        texts.push(textOfElement(node))
        visit(expressionsOf(node))
        return
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync(source, { syntax: 'typescript', tsx: isTsx }).body)
  return texts
}

const childrenOf = (element: Node): Node[] => element['children'] as Node[]
const isCode = (element: Node): boolean =>
  (element['opening'] as { name?: { value?: string } } | undefined)?.name?.value === 'code'

function textOfElement(element: Node): string {
  return childrenOf(element)
    .map(child => {
      if (child.type === 'JSXText') return String(child['value']).replace(/[ \t]*\n[ \t]*/g, '\n')
      if (child.type === 'JSXElement') return isCode(child) ? inserted : textOfElement(child)
      const { expression } = child as { expression?: Node }
      return expression?.type === 'StringLiteral' ? String(expression['value']) : inserted
    })
    .join('')
    .replace(/^\n|\n$/g, '')
    .replaceAll('\n', ' ')
    .replaceAll(/ {2,}/g, ' ')
}

/** Values inside an element, which may hold texts themselves: `{link('/docs', 'the API')}`. */
const expressionsOf = (element: Node): unknown[] =>
  childrenOf(element).flatMap(child => {
    if (child.type === 'JSXElement') return expressionsOf(child)
    const { expression } = child as { expression?: Node }
    return expression && expression.type !== 'StringLiteral' ? [expression] : []
  })

const catalogsOf = (locale: Locale): string[] =>
  globSync(
    [`**/messages/${locale}.{ts,tsx}`, `**/messages/names.${locale}.ts`, `shell/account-errors/${locale}.ts`],
    { cwd: websiteFolder },
  ).sort()

describe.each(localeNames)('%s', locale => {
  it.each(catalogsOf(locale))('is set by the rules in %s', file => {
    const texts = textsIn(readFileSync(join(websiteFolder, file), 'utf8'), file.endsWith('.tsx'))
    expect(texts.length).toBeGreaterThan(5)
    expect(texts.flatMap(text => faultsIn(locale, text).map(fault => `${fault}: ${text}`))).toEqual([])
  })
})

it.each<[Locale, string, string]>([
  ['fr', 'Clé : x', 'ordinary space before punctuation'],
  ['fr', 'Mot de passe oublié?', 'no space before punctuation'],
  ['fr', `Supprimer ${inserted}?`, 'no space before punctuation'],
  ['fr', 'pour « avoine »', 'ordinary space before punctuation'],
  ['fr', 'pour «avoine\u00A0»', 'no U+00A0 after «'],
  ['fr', 'pour “avoine”', 'quotes of another language'],
  ['fr', 'l\u0027étiquette', 'straight apostrophe'],
  ['fr', 'pour 100 g', 'ordinary space before a unit'],
  ['fr', '80 % de la limite', 'ordinary space before %'],
  ['fr', 'Clé\u202F: x', 'narrow no-break space instead of U+00A0'],
  ['es', 'Gratis. Ya tiene cuenta?', '¿ without ? or the reverse'],
  ['es', '¿Falta un producto? Cuál?', '¿ without ? or the reverse'],
  ['es', 'Bienvenido!', '¡ without ! or the reverse'],
  ['de', 'für "Hafer"', 'straight quote'],
  ['de', 'für „Hafer”', 'quotes of another language'],
  ['pl', 'dla „owies“', 'quotes of another language'],
  ['pl', 'dla „owies', '„ without ” or the reverse'],
  ['en', 'Looking it up...', 'three dots instead of an ellipsis'],
])('finds the fault in %s: %s', (locale, text, fault) => {
  expect(faultsIn(locale, text)).toContain(fault)
})

it.each<[Locale, string]>([
  ['fr', 'à 14:05, sur https://example.com\u00A0: «\u00A0avoine\u00A0», 30\u00A0%, 100\u00A0g, 3 saveurs'],
  ['es', '¿Falta? ¿Cuál? «avena», 30\u00A0%'],
  ['de', 'für „Hafer“, 30\u00A0%'],
  ['pl', 'dla „owies”, 30%'],
  ['en', 'for “oats”. Don’t: why?'],
])('accepts %s: %s', (locale, text) => {
  expect(faultsIn(locale, text)).toEqual([])
})

it('reads texts inside functions, elements and conditions, but not keys and code', () => {
  const source = `
    import { a } from 'b : c'
    export const fr = {
      'key : x': n => (n === 'x : y' ? \`un \${n} ?\` : 'deux'),
      e: <>Voir <b class="a : b">{n}</b> : <code>a : b</code>{' '}fin {link('/x', 'ici ?')}</>,
    }`
  expect(textsIn(source, true)).toEqual([
    `un ${inserted} ?`,
    'deux',
    `Voir ${inserted} : ${inserted} fin ${inserted}`,
    '/x',
    'ici ?',
  ])
})

/** Only on some pages: the dashboard's menu and the path above a page. */
const notOnEveryPage = ['overview', 'breadcrumb']

it.each(['en', 'de', 'fr', 'es'] as const)(
  'keeps the layout in Latin-1 in %s, because one character above U+00FF makes V8 store a page in two bytes each',
  locale => {
    const texts = JSON.stringify({
      ...shared[locale],
      ...Object.fromEntries(notOnEveryPage.map(key => [key, ''])),
    })
    expect(texts.match(/[^\0-\u00FF]/g)).toBeNull()
  },
)
