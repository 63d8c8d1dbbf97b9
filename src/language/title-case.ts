// Converts names in capitals or in lower case to title case: `OAKLEY'S MILK CHOCOLATE` becomes Oakley's Milk Chocolate.
// Text with both is not changed.
import { titleCaseWords } from './word-lists.ts'

const lowercaseLetter = /\p{Ll}/u
const capital = /\p{Lu}/u
const twoCapitals = /\p{Lu}.*\p{Lu}/u
// Other scripts have other habits, and in Turkish the capital of i is İ.
const notConvertible = /[^\P{L}\p{Script=Latin}]|[İığş]/u
// Initials with dots (`J.M. Oakley`) are one word, and so are words with an apostrophe.
const word = /(?:\p{L}\.){2,}|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*(?:[.,]\d+\p{L}*)?/gu

// Names are truncated to much less; the conversion takes quadratic time.
const maxLength = 1000

export function titleCase(text: string): string {
  // Nearly all names; Unicode classes take longer.
  if (/[a-z]/.test(text) && /[A-Z]/.test(text)) return text
  const isShouted = !lowercaseLetter.test(text)
  if (isShouted ? !twoCapitals.test(text) : capital.test(text)) return text
  if (text.length > maxLength || notConvertible.test(text)) return text
  return text.replace(word, (found: string, offset: number) =>
    convertWord(found, text.slice(0, offset), text.slice(offset + found.length), isShouted),
  )
}

const lowercaseWords = titleCaseWords('lowercase')
const units = titleCaseWords('units')
const acronyms = titleCaseWords('acronyms')
const vowellessWords = titleCaseWords('vowelless_words')
const vowel = /[AEIOUYÀ-ÖØ-ÝŒ]/i

function convertWord(found: string, before: string, after: string, isShouted: boolean): string {
  const [letters = ''] = found.split(/['’]/)
  if (/\d/.test(found)) return convertWithDigits(found)
  if (found.includes('.')) return found.toUpperCase()
  if (units.has(found.toUpperCase()) && /\d ?$|\bfl\.? $/i.test(before)) return found.toLowerCase()
  if (found.toUpperCase() === 'W' && after.startsWith('/')) return 'w'
  const elided = elision.exec(found)
  if (elided !== null) return convertElision(elided, before, isShouted)
  if (lowercaseWords.has(letters.toUpperCase()) && isWithinName(before, after)) return found.toLowerCase()
  return (
    capitalized(letters, isShouted) +
    found.slice(letters.length).replace(/['’]\p{L}+/gu, part => afterApostrophe(part, letters, isShouted))
  )
}

/** `14.1OZ` has a unit and `2ND` an ordinal suffix; `7UP` is not changed, and neither is `7up`. */
function convertWithDigits(found: string): string {
  const [, digits = '', letters = ''] = /^([\d.,]+)['’]?(\p{L}+)$/u.exec(found) ?? []
  const isOrdinal = /^(?:S|ST|ND|RD|TH|E|ER|ÈME)$/i.test(letters) && !digits.includes('.')
  if (units.has(letters.toUpperCase()) || isOrdinal) return found.toLowerCase()
  return found.charAt(0).toUpperCase() + found.slice(1)
}

/** Lower-case words are capitalized at the start and end of a name, after a dash, and in `H&A` or `VITAMIN A`. */
function isWithinName(before: string, after: string): boolean {
  const followsWord =
    /[\p{L}\p{N}]/u.test(before) && !/(?:[&.:]|[-–] | [-–]|GRADE |VITAMINE? )$/i.test(before)
  return followsWord && /^[^&.]*\p{L}/u.test(after)
}

function capitalized(letters: string, isShouted: boolean): string {
  const upper = letters.toUpperCase()
  if (letters.length === 1 || acronyms.has(upper)) return upper
  if (isShouted && letters.length <= 3 && !vowel.test(letters) && !vowellessWords.has(upper)) return letters
  const lower = letters.toLowerCase()
  // McAllen, but not Mcm.
  if (/^mc\p{Ll}{3}/u.test(lower)) return `Mc${lower.charAt(2).toUpperCase()}${lower.slice(3)}`
  // The Dutch ij is one letter.
  if (lower.startsWith('ijs')) return `IJ${lower.slice(2)}`
  return lower.charAt(0).toUpperCase() + lower.slice(1)
}

// `HUILE D'OLIVE`, `CREMA ALL'UOVO`.
const elision = /^(d|l|qu|un|dell|nell|sull|dall|all|senz)(['’])(\p{L}{2}.*)$/iu

function convertElision(
  [, article = '', apostrophe = '', rest = '']: string[],
  before: string,
  isShouted: boolean,
) {
  const start =
    /[\p{L}\p{N}]/u.test(before) && !/[-–:] ?$/.test(before)
      ? article.toLowerCase()
      : capitalized(article, isShouted)
  return start + apostrophe + capitalized(rest, isShouted)
}

/** `OAKLEY'S`, `CAP'N`, `P'TIT`, `S'MORES` and `O'BRIEN`. */
function afterApostrophe(part: string, before: string, isShouted: boolean): string {
  const letters = part.slice(1)
  const isSuffix = letters.length <= 2 || /^[ps]$/i.test(before)
  return part.charAt(0) + (isSuffix ? letters.toLowerCase() : capitalized(letters, isShouted))
}
