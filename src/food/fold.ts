// Folding makes a name and a query comparable: lower case, accents off, ligatures opened, only words left.

const ligatures: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

// PostgreSQL refuses a lexeme of 2 KB; no word that anybody searches for is as long as this.
const longestWord = 64

const isAscii = /^[\x20-\x7e]*$/

/** The words of a text, folded, in order. */
export function foldedWords(text: string): string[] {
  const letters = isAscii.test(text) ? text.toLowerCase() : withoutAccents(text)
  // The classes of Unicode take three times as long, and most names need none of them.
  const words = letters.match(isAscii.test(letters) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? []
  return letters.length <= longestWord ? words : words.map(shortened)
}

function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[œæßøłđı]/g, letter => ligatures[letter] ?? letter)
    .replace(/\p{M}/gu, '')
}

function shortened(word: string): string {
  return word.length <= longestWord ? word : Array.from(word).slice(0, longestWord).join('')
}
