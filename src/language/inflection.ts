// Forms of one word: singular and plural, cases, and spellings that differ between countries.
import { memoize } from './memoize.ts'
import { inflectionGroups } from './word-lists.ts'

const groupOf = new Map(inflectionGroups.flatMap(group => group.map(word => [word, group])))

/** The same result for all forms of a word, for comparing; not necessarily a word itself. */
export const baseForm = memoize(word => {
  const [first] = groupOf.get(word) ?? []
  return first ?? foldEnding(singular(word))
}, 30_000)

/** The plurals in -es and -ies do not show whether the singular has an e: cheeses and boxes, cookies and berries. */
function foldEnding(word: string): string {
  return word.length < minPluralLength - 1
    ? word
    : word.replace(/([sxz]|ch|sh|o)e$/, '$1').replace(/([^aeiou])ie$/, '$1y')
}

/** Words that may be another form of this one. Most of the generated ones do not exist: check them against the catalog. */
export function inflectionsOf(word: string): string[] {
  const base = singular(word)
  const regular =
    word.length < 3 || /\d/.test(word)
      ? []
      : [base, `${base}s`, `${base}es`, `${base}x`, base.replace(/y$/, 'ies'), ...withE(base)]
  return [...new Set([...(groupOf.get(word) ?? []), ...regular])].filter(form => form !== word)
}

/** Cheese, of which cheeses gives chees; cookie, of which cookies gives cooky. */
function withE(base: string): string[] {
  if (/(?:[sxz]|ch|sh)$/.test(base)) return [`${base}e`]
  return base.endsWith('y') ? [base.replace(/y$/, 'ie')] : []
}

const minPluralLength = 4

function singular(word: string): string {
  if (word.length < minPluralLength || !(word.endsWith('s') || word.endsWith('x'))) return word
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:[sxz]|ch|sh|o)es$/.test(word)) return word.slice(0, -2)
  if (/(?:au|eu)x$/.test(word)) return word.slice(0, -1)
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word
}

const minStemLength = 3

/** By language, the endings of its nouns and adjectives, the longest first. */
const endings = {
  de: /(?:ern|en|er|em|es|e|n|(?<!s)s)$/,
  fr: /(?:ées|ée|ees|ee|es|e|s|x)$/,
  es: /(?:es|e|s)$/,
  pl: /(?:iego|iemu|iami|iach|ego|emu|ymi|imi|ami|ach|ych|ich|iem|iej|owi|iów|iow|em|ej|ów|ow|om|iu|ią|ię|ia|ie|io|ym|im|ą|ę|a|e|i|o|u|y)$/,
} as const

/** What the forms of a word have in common, for comparing words of one language. Accents are kept if the word has them. */
export function stemOf(word: string, language: string): string {
  const ending = endings[language as keyof typeof endings]
  if (ending === undefined) return baseForm(word)
  const [first = word] = groupOf.get(word) ?? []
  const shorter = first.replace(ending, '')
  const stem = shorter.length < minStemLength ? first : shorter
  if (language === 'pl') return withoutFleetingE(stem)
  return language === 'es' ? stem.replace(/c$/, 'z') : stem
}

/** Pears are gruszki and, after an amount, gruszek; sugar is cukier and cukru. */
const withoutFleetingE = (stem: string): string =>
  stem.replace(/ó/g, 'o').replace(/(?<=..[^aeiouyąęói])i?e(?=[^aeiouyąę]$)/, '')
