// The key by which a phrase of a query finds its synonyms.
import { baseForm } from '../../language/inflection.ts'
import { unspacedScript } from '../../language/tokenize.ts'

/** A longer phrase has no synonyms. */
export const maxPhraseWords = 4
/** For scripts written without spaces, whose tokens are bigrams of characters. */
export const maxPhraseBigrams = 8

// Not `the`, which is tea in French without its accent, nor `with` and `without`, which change the food. `s` and `n` remain
// of confectioner's and mac 'n' cheese.
const ignoredWords = new Set(
  `a al alla alle allo an and au aux d da das de degli dei del della delle dello den der des di do dos du e ed el en et het i in
   l la las le les los n na o och of og s till und van von w y z и с і та з क`.split(/\s+/),
)

/** The same for all orders and forms of the words, with or without ignored words. Empty when there are only such words. */
export function synonymKey(words: readonly string[]): string {
  const bases = new Set<string>()
  for (const word of words) if (!ignoredWords.has(word)) bases.add(baseForm(word))
  return [...bases].sort().join(' ')
}

/** Whether a phrase with this key can have synonyms. */
export function isPhraseKey(key: string): boolean {
  if (key === '') return false
  const words = key.split(' ')
  const isUnspaced = words.every(word => unspacedScript.test(word))
  return words.length <= (isUnspaced ? maxPhraseBigrams : maxPhraseWords)
}
