// Folding makes a name and a query comparable: lower case, accents off, ligatures opened, only words left.

const ligatures: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

// PostgreSQL refuses a lexeme of 2 KB; no word that anybody searches for is as long as this.
const longestWord = 64

/** The words of a text, folded, in order. */
export function foldedWords(text: string): string[] {
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[œæßøłđı]/g, letter => ligatures[letter] ?? letter)
    .replace(/\p{M}/gu, '')
  return Array.from(letters.matchAll(/[\p{L}\p{N}]+/gu), ([word]) => word.slice(0, longestWord))
}
