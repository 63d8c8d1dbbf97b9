// The words of household portions, from portion-words.yaml.
import { readYaml } from '../../language/read-yaml.ts'
import type { Locale } from '../i18n/locales.ts'

export type OtherLocale = Exclude<Locale, 'en'>

export const otherLocales = ['de', 'fr', 'es', 'it', 'pl'] as const satisfies OtherLocale[]

const file = readYaml(new URL('./portion-words.yaml', import.meta.url)) as {
  nouns: Record<string, string[]>
  synonyms: Record<string, string>
  sizes: Record<string, { before: OtherLocale[] } & Record<OtherLocale, string[]>>
  modifiers: Record<string, string[]>
}

export interface Noun {
  gender: 'm' | 'f' | 'n'
  /** After 1, 2, 5 and 1.5. */
  forms: [one: string, few: string, many: string, fraction: string]
}

export const readNoun = (written: string): Noun => {
  const [one = '', few = one, many = few, fraction = few] = written.slice(2).split('/')
  return { gender: written.charAt(0) as Noun['gender'], forms: [one, few, many, fraction] }
}

export const nouns = new Map(
  Object.entries(file.nouns).map(([noun, written]) => [
    noun,
    Object.fromEntries(
      otherLocales.map((locale, index) => [locale, readNoun(written[index] ?? '')]),
    ) as Record<OtherLocale, Noun>,
  ]),
)

export const sizes = new Map(Object.entries(file.sizes))
export const modifiers = new Map(Object.entries(file.modifiers))
const byLength = (words: Iterable<string>) => [...words].toSorted((one, other) => other.length - one.length)
export const sizeNames = byLength(sizes.keys())
export const modifierNames = byLength(modifiers.keys())

/** Labels are in many languages: `2 rebanadas` is a slice. The first noun with a form has it. */
const nounByForm = new Map(
  [...nouns]
    .flatMap(([noun, byLocale]) =>
      otherLocales.flatMap(locale => byLocale[locale].forms.map(form => [form.toLowerCase(), noun] as const)),
    )
    .toReversed(),
)

/** The key of a noun that a source writes in the singular or the plural. */
export const knownNoun = (written: string): string | undefined =>
  englishNoun(written) ?? nounByForm.get(written)

export function englishNoun(written: string): string | undefined {
  const word = written.replace(/\.$/, '')
  for (const each of [word, singularOf(word)]) {
    const noun = file.synonyms[each] ?? each
    if (nouns.has(noun)) return noun
  }
  return undefined
}

export function singularOf(word: string): string {
  if (/(?:leaves|halves|loaves)$/.test(word)) return word.replace(/ves$/, 'f')
  if (/(?:cookie|pie|brownie)s$/.test(word)) return word.slice(0, -1)
  if (/[^aeiou]ies$/.test(word)) return word.replace(/ies$/, 'y')
  if (/(?:[sxz]|ch|sh|oe)es$/.test(word) || /(?:tomato|potato|mango)es$/.test(word)) return word.slice(0, -2)
  return word.replace(/(?<!s)s$/, '')
}

export function pluralOf(word: string): string {
  if (/(?:leaf|half|loaf)$/.test(word)) return word.replace(/f$/, 'ves')
  if (/[^aeiou]y$/.test(word)) return word.replace(/y$/, 'ies')
  return /(?:[sxz]|ch|sh|tomato|potato)$/.test(word) ? `${word}es` : `${word}s`
}
