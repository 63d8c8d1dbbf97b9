// Makes a name and a query comparable: lower case, no accents, ligatures expanded, split into tokens.

const ligatures: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

// PostgreSQL rejects a lexeme of 2 KB; nobody searches for a longer word than this.
const maxTokenLength = 64

const ascii = /^[\x20-\x7e]*$/

/** The tokens of a text in order, repeated ones included. */
export function tokenize(text: string): string[] {
  const normalized = ascii.test(text) ? text.toLowerCase() : removeAccents(text)
  // Most names are plain ASCII at this point; the ASCII pattern is much faster than Unicode classes.
  const isAscii = ascii.test(normalized)
  const words = normalized.match(isAscii ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? []
  const tokens = isAscii ? words : words.flatMap(splitUnspacedScript)
  const withUnits = /\d[a-z]/.test(normalized) ? tokens.flatMap(splitUnit) : tokens
  return normalized.length <= maxTokenLength ? withUnits : withUnits.map(truncate)
}

const amountWithUnit = /^(\d+)(mg|g|kg|ml|cl|dl|l|oz|lb|lbs)$/

/** 330ml becomes 330 and ml; 7up stays. */
function splitUnit(token: string): string[] {
  const [, amount, unit] = amountWithUnit.exec(token) ?? []
  return amount === undefined || unit === undefined ? [token] : [amount, unit]
}

export const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/u

/** Scripts written without spaces are indexed as bigrams, in names and in queries: 巧克力 becomes 巧克 and 克力. */
function splitUnspacedScript(word: string): string[] {
  const run = unspacedScript.exec(word)
  if (run === null) return [word]
  const letters = Array.from(run[0])
  const bigrams =
    letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
  const before = word.slice(0, run.index)
  const after = word.slice(run.index + run[0].length)
  return [...(before === '' ? [] : [before]), ...bigrams, ...(after === '' ? [] : splitUnspacedScript(after))]
}

const latin = /^[\x20-\u017f]*$/

function removeAccents(text: string): string {
  if (!latin.test(text)) return decompose(text)
  return text.replace(/[\u00a0-\u017f]/g, letter => latinLetters.get(letter) ?? letter).toLowerCase()
}

function decompose(text: string): string {
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      // Which sigma is the lower case depends on what follows.
      .replace(/ς/g, 'σ')
      .replace(/[œæßøłđı]/g, letter => ligatures[letter] ?? letter)
      .replace(/\p{M}/gu, '')
  )
}

// A table for Latin letters takes less than half the time. Their result does not depend on the letters around them.
const latinLetters = new Map(
  Array.from({ length: 0x180 - 0xa0 }, (_, offset) => String.fromCharCode(0xa0 + offset)).map(letter => [
    letter,
    decompose(letter),
  ]),
)

function truncate(token: string): string {
  return token.length <= maxTokenLength ? token : Array.from(token).slice(0, maxTokenLength).join('')
}
