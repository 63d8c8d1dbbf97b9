// Converts names in capitals to title case: `OAKLEY'S MILK CHOCOLATE` becomes Oakley's Milk Chocolate. Text with any
// lower-case letter is not changed.
import { titleCaseWords } from './vocabulary.ts'

const lowercaseLetter = /\p{Ll}/u
const twoCapitals = /\p{Lu}.*\p{Lu}/u
// Initials with dots (`J.M. Oakley`) are one word, and so are words with an apostrophe.
const word = /(?:\p{L}\.){2,}|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*(?:[.,]\d+\p{L}*)?/gu

// Names are truncated to much less; the conversion takes quadratic time.
const maxLength = 1000

export function titleCase(text: string): string {
  if (text.length > maxLength || lowercaseLetter.test(text) || !twoCapitals.test(text)) return text
  return text.replace(word, (found: string, offset: number) =>
    convertWord(found, text.slice(0, offset), text.slice(offset + found.length)),
  )
}

const lowercaseWords = titleCaseWords('lowercase')
const units = titleCaseWords('units')
const acronyms = titleCaseWords('acronyms')
const vowellessWords = titleCaseWords('vowelless_words')
const vowel = /[AEIOUYÀ-ÖØ-Ý]/

function convertWord(found: string, before: string, after: string): string {
  const [letters = ''] = found.split(/['’]/)
  if (/\d/.test(found)) return convertWithDigits(found)
  if (found.includes('.')) return found
  if (units.has(found) && /\d ?$|\bFL\.? $/.test(before)) return found.toLowerCase()
  if (found === 'W' && after.startsWith('/')) return 'w'
  if (lowercaseWords.has(letters) && isWithinName(before, after)) return found.toLowerCase()
  return capitalized(letters) + found.slice(letters.length).replace(/['’]\p{L}+/gu, afterApostrophe)
}

/** `14.1OZ` has a unit and `2ND` an ordinal suffix; `V8` and `7UP` are not changed. */
function convertWithDigits(found: string): string {
  const [, digits = '', letters = ''] = /^([\d.,]+)['’]?(\p{L}+)$/u.exec(found) ?? []
  const isOrdinal = /^(?:S|ST|ND|RD|TH)$/.test(letters) && !digits.includes('.')
  return units.has(letters) || isOrdinal ? found.toLowerCase() : found
}

/** Lower-case words are capitalized at the start and end of a name, and in `H&A` or `VITAMIN A`. */
function isWithinName(before: string, after: string): boolean {
  const followsWord = /[\p{L}\p{N}]/u.test(before) && !/(?:[&.]|GRADE |VITAMIN )$/.test(before)
  return followsWord && /^[^&.]*\p{L}/u.test(after)
}

function capitalized(letters: string): string {
  if (letters.length === 1 || acronyms.has(letters)) return letters
  if (letters.length <= 3 && !vowel.test(letters) && !vowellessWords.has(letters)) return letters
  const lower = letters.slice(1).toLowerCase()
  // McAllen, but not Mcm.
  if (/^MC\p{Lu}{3}/u.test(letters)) return `Mc${lower.charAt(1).toUpperCase()}${lower.slice(2)}`
  return letters.charAt(0) + lower
}

/** `OAKLEY'S`, `CAP'N` and `O'BRIEN`. */
function afterApostrophe(part: string): string {
  const letters = part.slice(1)
  return part.charAt(0) + (letters.length <= 2 ? letters.toLowerCase() : capitalized(letters))
}
