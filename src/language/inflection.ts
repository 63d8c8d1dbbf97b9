// Forms of one word: singular and plural, and spellings that differ between countries.
import { inflectionGroups } from './vocabulary.ts'

const groupOf = new Map(inflectionGroups.flatMap(group => group.map(word => [word, group])))

/** The same result for all forms of a word, for comparing; not necessarily a word itself. */
export function baseForm(word: string): string {
  const [first] = groupOf.get(word) ?? []
  return first ?? singular(word)
}

/** Words that may be another form of this one. Most of the generated ones do not exist: check them against the catalog. */
export function inflectionsOf(word: string): string[] {
  const base = singular(word)
  const regular =
    word.length < 3 || /\d/.test(word)
      ? []
      : [base, `${base}s`, `${base}es`, `${base}x`, base.replace(/y$/, 'ies')]
  return [...new Set([...(groupOf.get(word) ?? []), ...regular])].filter(form => form !== word)
}

const minPluralLength = 4

function singular(word: string): string {
  if (word.length < minPluralLength || !(word.endsWith('s') || word.endsWith('x'))) return word
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:[sxz]|ch|sh|o)es$/.test(word)) return word.slice(0, -2)
  if (/(?:au|eu)x$/.test(word)) return word.slice(0, -1)
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word
}
