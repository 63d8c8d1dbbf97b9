// What a node knows of the catalog's words, in memory: every term with the number of foods that contain it, terms by their
// beginning, similar terms, and synonyms.
import { maxEdits } from '../../language/edit-distance.ts'
import { indexSimilarTerms, type SimilarTerms } from './similar-terms.ts'

export interface Term {
  term: string
  documentFrequency: number
}

export interface Synonym {
  /** Normalized words. */
  words: string[]
}

export interface Vocabulary {
  foods: number
  /** How many foods contain the term; 0 when none does. */
  documentFrequency(term: string): number
  /** Terms that resemble the typed one, to be measured by their edit distance. */
  similarTo(typed: string): Term[]
  /** Terms that may sound like the typed one, to be compared by their sound. */
  soundingLike(typed: string): Term[]
  /** The most frequent terms that start with a prefix. */
  completionsOf(prefix: string): Term[]
  /** What is also called by the words with this key. */
  synonymsOf(key: string): Synonym[]
}

const maxCompletions = 40

export async function createVocabulary(
  foods: number,
  terms: Term[],
  synonyms: ReadonlyMap<string, Synonym[]>,
): Promise<Vocabulary> {
  const sorted = terms.toSorted((one, other) => compare(one.term, other.term))
  const words = sorted.map(({ term }) => term)
  const indexes = new Map(words.map((word, index) => [word, index]))
  const frequencies = Int32Array.from(sorted, ({ documentFrequency }) => documentFrequency)
  const similar: SimilarTerms = await indexSimilarTerms(words)
  const termAt = (index: number): Term => ({
    term: words[index] ?? '',
    documentFrequency: frequencies[index] ?? 0,
  })
  return {
    foods,
    documentFrequency: term => frequencies[indexes.get(term) ?? -1] ?? 0,
    similarTo: typed => Array.from(similar.sharingDeletes(typed, maxEdits(typed)), termAt),
    soundingLike: typed => Array.from(similar.soundingLike(typed), termAt),
    completionsOf(prefix) {
      const found: number[] = []
      for (let index = firstAtLeast(words, prefix); words[index]?.startsWith(prefix); index++)
        found.push(index)
      return found
        .sort((one, other) => (frequencies[other] ?? 0) - (frequencies[one] ?? 0) || one - other)
        .slice(0, maxCompletions)
        .map(termAt)
    },
    synonymsOf: key => synonyms.get(key) ?? [],
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

function firstAtLeast(words: string[], prefix: string): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((words[middle] ?? '') < prefix) low = middle + 1
    else high = middle
  }
  return low
}
