// Finds the words of the language data in names and categories.

// Unbounded, a very long word would take quadratic time.
const maxCompoundPrefix = 40

/** Whether a text in lower case contains a word that matches one of the patterns of the language data. */
export function keywordMatcher(patterns: readonly string[]): (text: string) => boolean {
  const compounds = patterns.join('|').replaceAll('*', `\\p{L}{0,${maxCompoundPrefix}}`)
  const words = new RegExp(`(?<!\\p{L})(?:${compounds})(?!\\p{L})`, 'u')
  // Few texts contain a keyword anywhere, and this takes a fraction of the time.
  const keywords = new RegExp(patterns.join('|').replaceAll('*', ''), 'u')
  return text => keywords.test(text) && words.test(text)
}
