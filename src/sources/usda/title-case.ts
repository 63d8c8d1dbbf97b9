// Names in capitals as a person would write them: `OAKLEY'S MILK CHOCOLATE` is Oakley's Milk Chocolate. What
// has a small letter anywhere was written with care, and stays.

const smallLetter = /\p{Ll}/u
const twoCapitals = /\p{Lu}.*\p{Lu}/u
// Initials with dots (`J.M. Oakley`) are one word, and so is what an apostrophe holds together.
const word = /(?:\p{L}\.){2,}|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*(?:[.,]\d+\p{L}*)?/gu

// Names are cut far earlier; for every word the rest of the text is looked at.
const longestName = 1000

export function titleCase(text: string): string {
  if (text.length > longestName || smallLetter.test(text) || !twoCapitals.test(text)) return text
  return text.replace(word, (found: string, at: number) =>
    inTitle(found, text.slice(0, at), text.slice(at + found.length)),
  )
}

// biome-ignore format: words to be read in lines
const smallWords = new Set([
  'A', 'AN', 'AND', 'AS', 'AT', 'BY', 'DE', 'DEL', 'DI', 'FOR', 'FROM', 'IN', 'LA', 'N', 'OF', 'ON', 'OR', 'THE',
  'TO', 'WITH', 'Y',
])
// biome-ignore format: words to be read in lines
const units = new Set(['CAL', 'CT', 'FL', 'G', 'GAL', 'KG', 'LB', 'LBS', 'MG', 'ML', 'OZ', 'PC', 'PCS', 'PK', 'PT', 'QT'])
// biome-ignore format: words to be read in lines
const abbreviations = new Set([
  'ABC', 'DHA', 'EPA', 'EVOO', 'GMO', 'IGA', 'II', 'III', 'IPA', 'IQF', 'IV', 'OJ', 'TGI', 'TGIF', 'UHT', 'UK', 'US',
  'USA', 'USDA', 'VI', 'VII',
])
// Without a vowel, and yet no abbreviation that is spelled out.
const spoken = new Set(['DR', 'FT', 'JR', 'LT', 'LTD', 'MR', 'MRS', 'MS', 'MT', 'MTN', 'PKG', 'SR', 'ST'])
const vowel = /[AEIOUYÀ-ÖØ-Ý]/

function inTitle(found: string, before: string, after: string): string {
  const [letters = ''] = found.split(/['’]/)
  if (/\d/.test(found)) return withDigits(found)
  if (found.includes('.')) return found
  if (units.has(found) && /\d ?$|\bFL\.? $/.test(before)) return found.toLowerCase()
  if (found === 'W' && after.startsWith('/')) return 'w'
  if (smallWords.has(letters) && isInside(before, after)) return found.toLowerCase()
  return capitalized(letters) + found.slice(letters.length).replace(/['’]\p{L}+/gu, afterApostrophe)
}

/** `14.1OZ` has a unit and `2ND` an ending; `V8` and `7UP` are as they are. */
function withDigits(found: string): string {
  const [, digits = '', letters = ''] = /^([\d.,]+)['’]?(\p{L}+)$/u.exec(found) ?? []
  const isEnding = /^(?:S|ST|ND|RD|TH)$/.test(letters) && !digits.includes('.')
  return units.has(letters) || isEnding ? found.toLowerCase() : found
}

/** Small words are small between others: not at the ends of a name, and not in `H&A` or `VITAMIN A`. */
function isInside(before: string, after: string): boolean {
  const isBehind = /[\p{L}\p{N}]/u.test(before) && !/(?:[&.]|GRADE |VITAMIN )$/.test(before)
  return isBehind && /^[^&.]*\p{L}/u.test(after)
}

function capitalized(letters: string): string {
  if (letters.length === 1 || abbreviations.has(letters)) return letters
  if (letters.length <= 3 && !vowel.test(letters) && !spoken.has(letters)) return letters
  const lower = letters.slice(1).toLowerCase()
  // McAllen, but no Mcm.
  if (/^MC\p{Lu}{3}/u.test(letters)) return `Mc${lower.charAt(1).toUpperCase()}${lower.slice(2)}`
  return letters.charAt(0) + lower
}

/** `OAKLEY'S`, `CAP'N` and `O'BRIEN`. */
function afterApostrophe(part: string): string {
  const letters = part.slice(1)
  return part.charAt(0) + (letters.length <= 2 ? letters.toLowerCase() : capitalized(letters))
}
