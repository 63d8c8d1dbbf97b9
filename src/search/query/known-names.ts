// Names of foods that people know, whether or not the catalog has such a food. A word that names one food is not a misspelling of
// another.
import { readFileSync } from 'node:fs'
import { listedNames } from '../../food/everyday-names.ts'
import { baseForm } from '../../language/inflection.ts'
import { tokenize } from '../../language/tokenize.ts'
import { readShippedSynonyms } from '../synonyms/build-synonyms.ts'
import { synonymKey } from '../synonyms/synonym-key.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'

const names = new Set<string>()
const wordsOfNames = new Set<string>()

function addName(words: readonly string[]): void {
  names.add(synonymKey(words))
  for (const word of words) wordsOfNames.add(baseForm(word))
}

/** By a word, for each everyday food that has it in a name: the words of all its names. */
const wordsOfSameFoods = new Map<string, Set<string>[]>()

const namesOfFoods = Map.groupBy([...listedNames.values()].flat(), ({ food }) => food)
for (const namesOfFood of namesOfFoods.values()) {
  for (const { words } of namesOfFood) addName(words.tokens)
  const words = new Set(namesOfFood.flatMap(name => name.words.tokens))
  for (const base of new Set(Array.from(words, baseForm))) {
    const known = wordsOfSameFoods.get(base)
    if (known === undefined) wordsOfSameFoods.set(base, [words])
    else known.push(words)
  }
}
const products = new URL('../../../data/well-known-products/products.jsonl', import.meta.url)
for (const line of readFileSync(products, 'utf8').trimEnd().split('\n')) {
  const { brands } = JSON.parse(line) as { brands: string }
  addName(tokenize(brands))
}
for (const { phrases, targets } of readShippedSynonyms()) {
  for (const { words } of [...phrases, ...targets]) addName(words.split(' '))
}

/** Whether the words are the whole name of a food: an everyday food, a well-known brand, a synonym, or a category of the taxonomy. */
export function isKnownName(words: readonly string[], vocabulary: Pick<Vocabulary, 'isName'>): boolean {
  const key = synonymKey(words)
  return names.has(key) || vocabulary.isName(key)
}

/** Whether both words are in names of one food. */
export function isSameFood(
  word: string,
  other: string,
  { synonymsOf }: Pick<Vocabulary, 'synonymsOf'>,
): boolean {
  return (
    wordsOfSameFoods.get(baseForm(word))?.some(words => words.has(other)) === true ||
    synonymsOf(synonymKey([word])).some(({ words }) => synonymKey(words) === synonymKey([other]))
  )
}

/** Whether the word is part of such a name. */
export const isWordOfName = (word: string): boolean => wordsOfNames.has(baseForm(word))
