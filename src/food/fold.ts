// Folding makes a name and a query comparable: lower case, accents off, ligatures opened, only words left.

const ligatures: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

// PostgreSQL refuses a lexeme of 2 KB; no word that anybody searches for is as long as this.
const longestWord = 64

/** The words of a text, folded, in order. */
export function foldedWords(text: string): string[] {
  // Most names are plain ASCII, and every food that is read has its name folded for its page path.
  if (/^[\x20-\x7e]*$/.test(text)) {
    return Array.from(text.toLowerCase().matchAll(/[a-z0-9]+/g), ([word]) => word.slice(0, longestWord))
  }
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[œæßøłđı]/g, letter => ligatures[letter] ?? letter)
    .replace(/\p{M}/gu, '')
  return Array.from(letters.matchAll(/[\p{L}\p{N}]+/gu), ([word]) =>
    word.length <= longestWord ? word : Array.from(word).slice(0, longestWord).join(''),
  )
}
