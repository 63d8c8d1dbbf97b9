// Detects placeholder texts such as `unknown`. The lists in data/ come from 900,000 real records: `produit inconnu` is 63
// times a name, `unknown` 181 times a brand, `null` 1,178 times a category.
import { placeholderTexts } from './word-lists.ts'

const placeholderNames = placeholderTexts('names')
// `no name` is not among them, because it is a brand in Canada.
const placeholderValues = placeholderTexts('values')
const maxPlaceholderLength = 20

// xxx, aaa, qqq: one letter three or more times, but not mmm or zzz, which are words.
const repeatedLetter = /^([abcdefghijklnopqrstuvwxy])\1{2,}$/

// Not `N.A!`, which is a brand.
const notApplicable = /^n(?:\/a|\.a\.?)$/i

/** Longer ones are codes: 7752346005265. */
export const isNumber = (name: string) => /^\d{1,5}$/.test(name)

const amountOnly = /^\d+(?:[.,]\d+)? ?(?:m?g|kg|[mcd]?l|oz|lb)$/i

/** A name needs a letter, unlike `180`, `???`, `🍓` and `100 %`, and must not be an amount such as `454 g`. */
export function isUsableName(name: string): boolean {
  if (!/\p{L}/u.test(name) || amountOnly.test(name)) return false
  if (name.length > maxPlaceholderLength) return true
  const words = normalizeWords(name)
  return !placeholderNames.has(words) && !repeatedLetter.test(words) && !notApplicable.test(name)
}

export function isPlaceholder(text: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(text)) return true
  if (text.length > maxPlaceholderLength) return false
  // NAN is a brand of baby milk; pandas writes nan or NaN.
  return (placeholderValues.has(normalizeWords(text)) && text !== 'NAN') || notApplicable.test(text)
}

function normalizeWords(text: string): string {
  const lower = text.toLowerCase()
  return simpleWords.test(lower) ? lower : lower.replace(/[^\p{L}\p{M}]+/gu, ' ').trim()
}

const simpleWords = /^[a-z]+(?: [a-z]+)*$/
