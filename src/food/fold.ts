// Folding makes a name and a query comparable: lower case, accents off, ligatures opened, only words left.

const ligatures: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

// PostgreSQL refuses a lexeme of 2 KB; no word that anybody searches for is as long as this.
const longestWord = 64

const isAscii = /^[\x20-\x7e]*$/

/** The words of a text, folded, in order. */
export function foldedWords(text: string): string[] {
  const letters = isAscii.test(text) ? text.toLowerCase() : withoutAccents(text)
  // Most names are plain ASCII by now, and are spared the classes of Unicode.
  const isPlain = isAscii.test(letters)
  const words = letters.match(isPlain ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? []
  const parts = isPlain ? words : words.flatMap(inPairs)
  const sized = /\d[a-z]/.test(letters) ? parts.flatMap(apartFromUnit) : parts
  return letters.length <= longestWord ? sized : sized.map(shortened)
}

const amount = /^(\d+)(mg|g|kg|ml|cl|dl|l|oz|lb|lbs)$/

/** 330ml is 330 ml; 7up stays. */
function apartFromUnit(word: string): string[] {
  const [, number, unit] = amount.exec(word) ?? []
  return number === undefined || unit === undefined ? [word] : [number, unit]
}

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/u

/** Scripts that write without spaces are taken as pairs of letters, in names as in queries: 巧克力 is 巧克 and 克力. */
function inPairs(word: string): string[] {
  const run = unspaced.exec(word)
  if (run === null) return [word]
  const letters = Array.from(run[0])
  const pairs =
    letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
  const before = word.slice(0, run.index)
  const after = word.slice(run.index + run[0].length)
  return [...(before === '' ? [] : [before]), ...pairs, ...(after === '' ? [] : inPairs(after))]
}

const latin = /^[\x20-\u017f]*$/

function withoutAccents(text: string): string {
  if (!latin.test(text)) return decomposed(text)
  return text.replace(/[\u00a0-\u017f]/g, letter => plainLetters.get(letter) ?? letter).toLowerCase()
}

function decomposed(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[œæßøłđı]/g, letter => ligatures[letter] ?? letter)
    .replace(/\p{M}/gu, '')
}

// Letter by letter with a table takes less than half of the time. These letters come out the same beside any other.
const plainLetters = new Map(
  Array.from({ length: 0x180 - 0xa0 }, (_, place) => String.fromCharCode(0xa0 + place)).map(letter => [
    letter,
    decomposed(letter),
  ]),
)

function shortened(word: string): string {
  return word.length <= longestWord ? word : Array.from(word).slice(0, longestWord).join('')
}
