// What a node knows of the catalog's words, in memory: the search index, the terms that have changed since it was built, and
// synonyms.
import { maxEdits } from '../../language/edit-distance.ts'
import { buildSearchIndex, type SearchIndex, type Term } from '../index/search-index.ts'

export interface Synonym {
  /** Normalized words. */
  words: string[]
}

/** By key, with every name of a food that the synonyms and the taxonomy contain, also those without other names. */
export type Synonyms = ReadonlyMap<string, Synonym[]>

export interface Vocabulary {
  foods: number
  /** How many foods contain the term; 0 when none does. */
  documentFrequency(term: string): number
  /** Terms that resemble the typed one and are as frequent as this, to be measured by their edit distance. */
  similarTo(typed: string, minFrequency: number): Term[]
  /** Terms that may sound like the typed one and are as frequent as this, to be compared by their sound. */
  soundingLike(typed: string, minFrequency: number): Term[]
  /** The most frequent terms that start with a prefix. */
  completionsOf(prefix: string): Term[]
  /** What is also called by the words with this key. */
  synonymsOf(key: string): Synonym[]
  /** Whether the words with this key are the name of a food, which the catalog may lack. */
  isName(key: string): boolean
}

/**
 * Whether it lacks many of the foods that people eat, as a food table does. Then a word that it does not contain is rather another
 * food than a misspelling, while among hundreds of thousands of foods nearly every word of a food occurs.
 */
export const lacksManyFoods = ({ foods }: Pick<Vocabulary, 'foods'>): boolean => foods < 100_000

const maxCompletions = 40

export async function createVocabulary(
  foods: number,
  index: SearchIndex,
  changed: readonly Term[],
  synonyms: Synonyms,
): Promise<Vocabulary> {
  const changedFrequencies = new Map<number, number>()
  const added: Term[] = []
  for (const { term, documentFrequency } of changed) {
    const position = index.positionOf(term)
    if (position >= 0) changedFrequencies.set(position, documentFrequency)
    else if (documentFrequency > 0) added.push({ term, documentFrequency })
  }
  const both = [
    {
      index,
      frequencyAt: (position: number) => changedFrequencies.get(position) ?? index.frequencyAt(position),
    },
    ...(added.length === 0 ? [] : [await buildSearchIndex(added)]).map(additions => ({
      index: additions,
      frequencyAt: additions.frequencyAt,
    })),
  ]
  const termsOf = (
    find: (index: SearchIndex) => number[],
    isFit: (length: number, frequency: number) => boolean,
  ) =>
    both.flatMap(({ index, frequencyAt }) => {
      const terms: Term[] = []
      for (const position of find(index)) {
        const documentFrequency = frequencyAt(position)
        if (isFit(index.lengthAt(position), documentFrequency))
          terms.push({ term: index.termAt(position), documentFrequency })
      }
      return terms
    })
  return {
    foods,
    documentFrequency(term) {
      for (const { index, frequencyAt } of both) {
        const position = index.positionOf(term)
        if (position >= 0) return frequencyAt(position)
      }
      return 0
    },
    similarTo(typed, minFrequency) {
      const edits = maxEdits(typed)
      return termsOf(
        each => each.sharingDeletes(typed, edits),
        (length, frequency) => frequency >= minFrequency && Math.abs(length - typed.length) <= edits,
      )
    },
    soundingLike: (typed, minFrequency) =>
      termsOf(
        each => each.soundingLike(typed),
        (_, frequency) => frequency >= minFrequency,
      ),
    completionsOf: prefix =>
      both
        .flatMap(({ index, frequencyAt }) => topCompletions(index, frequencyAt, prefix))
        .sort(
          (one, other) => other.documentFrequency - one.documentFrequency || compare(one.term, other.term),
        )
        .slice(0, maxCompletions),
    synonymsOf: key => synonyms.get(key) ?? [],
    isName: key => synonyms.has(key),
  }
}

function topCompletions(
  index: SearchIndex,
  frequencyAt: (position: number) => number,
  prefix: string,
): Term[] {
  const found: number[] = []
  const { from, to } = index.withPrefix(prefix)
  for (let position = from; position < to; position++) if (frequencyAt(position) > 0) found.push(position)
  return found
    .sort((one, other) => frequencyAt(other) - frequencyAt(one) || one - other)
    .slice(0, maxCompletions)
    .map(position => ({ term: index.termAt(position), documentFrequency: frequencyAt(position) }))
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
