// The rules of typography that a machine can check, over every text of the message catalogs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { messages } from '../messages/compiled/index.ts'
import { type Locale, languageOf, localeNames } from './locales.ts'

type CatalogFile = Record<string, { defaultMessage: string }>

/** Stands for an argument. */
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

/** Of the languages that have some. */
const rules: Partial<Record<Locale, Rule[]>> = {
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
  it: [
    quotesOtherThan('«»'),
    pairs('«', '»'),
    { fault: 'space inside « »', pattern: /«\s|\s»/ },
    { fault: 'space before %', pattern: /[\d#}\uE000][ \u00A0]%/ },
  ],
}

const faultsIn = (locale: Locale, text: string): string[] =>
  [...everyLanguage, ...(rules[locale] ?? [])]
    .filter(({ pattern }) => pattern.test(text))
    .map(({ fault }) => fault)

/** The texts of a message as the reader sees them, with `inserted` for values and code: those of each branch on its own. */
function textsOf(elements: MessageFormatElement[]): string[] {
  let texts = ['']
  const append = (endings: string[]) => {
    texts = texts.flatMap(text => endings.map(ending => text + ending))
  }
  for (const element of elements) {
    if (element.type === TYPE.literal) append([element.value])
    else if (element.type === TYPE.tag)
      append(
        element.value === 'code' || element.children.length === 0 ? [inserted] : textsOf(element.children),
      )
    else if (element.type === TYPE.plural || element.type === TYPE.select)
      append(Object.values(element.options).flatMap(({ value }) => textsOf(value)))
    else append([inserted])
  }
  return texts
}

const catalogOf = (locale: Locale) =>
  Object.entries(
    JSON.parse(readFileSync(join(import.meta.dirname, `../messages/${locale}.json`), 'utf8')) as CatalogFile,
  )

describe.each(localeNames)('%s', locale => {
  it('is set by the rules', () => {
    const catalog = catalogOf(locale)
    expect(catalog.length).toBeGreaterThan(1_000)
    const faults = catalog.flatMap(([key, { defaultMessage }]) =>
      textsOf(parse(defaultMessage)).flatMap(text =>
        faultsIn(locale, text).map(fault => `${locale}.json, ${key}: ${fault}: ${text}`),
      ),
    )
    expect(faults).toEqual([])
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

it('reads the texts of each branch, with values and code left out', () => {
  expect(
    textsOf(
      parse('Voir <b>{n} :</b> <code>a : b</code> {n, plural, one {# mot} other {# mots}} {m, number}'),
    ),
  ).toEqual([
    `Voir ${inserted} : ${inserted} ${inserted} mot ${inserted}`,
    `Voir ${inserted} : ${inserted} ${inserted} mots ${inserted}`,
  ])
})

/** Only on some pages: the dashboard's menu and the path above a page. */
const notOnEveryPage = ['overview', 'breadcrumb']

it.each(localeNames.filter(locale => !languageOf(locale).needsLatinExtended))(
  'keeps the layout in Latin-1 in %s, because one character above U+00FF makes V8 store a page in two bytes each',
  locale => {
    const texts = JSON.stringify({
      ...messages[locale].shared,
      ...Object.fromEntries(notOnEveryPage.map(key => [key, ''])),
    })
    expect(texts.match(/[^\0-\u00FF]/g)).toBeNull()
  },
)
