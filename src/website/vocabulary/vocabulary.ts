// What sources state as a code, in the language of the reader: allergens, labels and countries.
import { regionCodeByName } from '../../language/countries.ts'
import { readYaml } from '../../language/read-yaml.ts'
import { byLocale, isLocale, type Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'

export interface Term {
  text: string
  /** Of what we have no translation for: the language of the source. */
  language?: string
}

type Translations = Record<Locale, string>

const allergenFile = readYaml(new URL('./allergens.yaml', import.meta.url)) as Record<
  string,
  Translations & { also?: string[] }
>

const allergenByWord = new Map<string, Translations>()
for (const [name, { also = [], ...translations }] of Object.entries(allergenFile))
  for (const word of [name, ...also]) allergenByWord.set(word, translations)

/** The names of the allergens that have a translation. */
export const translatedAllergens: readonly string[] = Object.keys(allergenFile)

/** `milk`, `es:avena` or `contiene leche`; as the source states it if the word is unknown. */
export function allergenTerm(stated: string, locale: Locale): Term {
  const { language, word } = splitTag(stated)
  const known = translationsOf(word)
  return known ? { text: known[locale] } : asStated(word, language, locale)
}

/** Two words for the same allergen are one. */
export function allergenTerms(stated: readonly string[], locale: Locale): Term[] {
  return [...new Map(stated.map(each => allergenTerm(each, locale)).map(term => [term.text, term])).values()]
}

/** The words for these allergens in the language of a list of ingredients, to find them in it. */
export function allergenWords(stated: readonly string[], language = 'en'): string[] {
  return stated.flatMap(each => {
    const { word } = splitTag(each)
    const name = isLocale(language) ? translationsOf(word)?.[language] : undefined
    return name === undefined ? [word] : [word, name]
  })
}

const translationsOf = (word: string) => allergenByWord.get(word) ?? allergenByWord.get(fold(word))

const labelFile = readYaml(new URL('./labels.yaml', import.meta.url)) as {
  labels: Record<string, string | string[]>
  also: Record<string, string[]>
  hidden: string[]
}

const labelLanguages: readonly Locale[] = ['en', 'de', 'fr', 'es', 'it', 'pl']
const hiddenLabels = new Set(labelFile.hidden)
const labelByName = new Map<string, Translations>()
for (const [name, written] of Object.entries(labelFile.labels)) {
  const nameIn = (locale: Locale) =>
    typeof written === 'string' ? written : (written[labelLanguages.indexOf(locale)] ?? '')
  const translations = byLocale(nameIn)
  for (const each of [name, ...(labelFile.also[name] ?? [])]) labelByName.set(each, translations)
}

export const translatedLabels: readonly string[] = [...labelByName.keys()]

/** Those with a translation first. Two labels that mean the same are one. */
export function labelTerms(stated: readonly string[], locale: Locale): Term[] {
  const terms = new Map<string, Term>()
  for (const label of stated) {
    const term = labelTerm(label, locale)
    if (term && !terms.has(term.text)) terms.set(term.text, term)
  }
  return [...terms.values()].toSorted(
    (one, other) => Number(one.language !== undefined) - Number(other.language !== undefined),
  )
}

/** Control bodies of organic farming: `de oko 006` is DE-ÖKO-006. */
const controlBody = /^(?:fr:)?[a-z]{2} (?:bio|eko|eco|oko|öko|øko|org|ekol?) [\da-z]{2,4}(?: [a-z]{1,2})?$/

function labelTerm(stated: string, locale: Locale): Term | undefined {
  const known = labelByName.get(stated)
  if (known) return { text: known[locale] }
  const { language, word } = splitTag(stated)
  if (hiddenLabels.has(stated) || word.length < 2) return undefined
  if (controlBody.test(stated))
    return {
      text: word
        .toUpperCase()
        .replace(/\bOKO\b/, 'ÖKO')
        .replaceAll(' ', '-'),
    }
  if (/^fsc c\d+$/.test(word)) return { text: word.toUpperCase() }
  const country = countryOfOrigin(stated)
  if (country !== undefined)
    return { text: messages[locale].food.madeIn({ country: countryTerm(country, locale) }) }
  return asStated(word, language, locale)
}

const englishCountries = new Map([...regionCodeByName.keys()].map(name => [name.toLowerCase(), name]))
const otherCountries = new Map([
  ['usa', 'United States'],
  ['the eu', 'European Union'],
  ['swiss', 'Switzerland'],
])

function countryOfOrigin(label: string): string | undefined {
  const [, country] = /^made in (.+)$/.exec(label) ?? []
  return country === undefined ? undefined : (otherCountries.get(country) ?? englishCountries.get(country))
}

const regions = byLocale(locale => new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' }))
const countries = byLocale(() => new Map<string, string>())

/** By its English name, which is all that the catalog has. */
export function countryTerm(english: string, locale: Locale): string {
  if (locale === 'en') return english
  const known = countries[locale].get(english)
  if (known !== undefined) return known
  const code = regionCodeByName.get(english)
  const name = (code === undefined ? undefined : regions[locale].of(code)) ?? english
  // Unicode has the world in lower case in some languages.
  const text = name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
  if (code !== undefined) countries[locale].set(english, text)
  return text
}

/** Separated by commas. */
export function termList(terms: readonly Term[]): Markup {
  const each = ({ text, language }: Term) =>
    language === undefined ? text : markup`<span lang="${language}">${text}</span>`
  return markup`${terms.flatMap((term, index) => (index === 0 ? each(term) : [', ', each(term)]))}`
}

/** `es:avena` is avena, in Spanish. */
function splitTag(stated: string): { language: string; word: string } {
  const [, language, word] = /^([a-z]{2}):(.+)$/.exec(stated) ?? []
  return { language: language ?? 'en', word: word ?? stated }
}

function asStated(text: string, language: string, locale: Locale): Term {
  return language === locale ? { text } : { text, language }
}

/** `Hühnereiweiß` is huhnereiweiss. */
function fold(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('œ', 'oe')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .trim()
}
