// Candidates for a query that few foods match completely: with some words left out, those first whose loss keeps the most
// meaning.
import { queryKeysOf } from '../../language/name-keys.ts'
import { modifiers, packageWords } from '../../language/word-lists.ts'
import { lacksManyFoods, type Vocabulary } from '../vocabulary/vocabulary.ts'
import { type Candidate, maxEntriesRead, type RequiredTerm, toTsquery } from './candidates.ts'
import { headOf } from './food-words.ts'
import { isKnownName, isWordOfName } from './known-names.ts'
import type { QueryToken, Reading } from './parse.ts'
import { states, stopWords } from './query-words.ts'
import { type Rewrite, rewritesOf } from './rewrites.ts'

const maxTerms = 7
const maxQueries = 6
const maxSingleWords = 3
/** Words of packaging and preparation say little about the food. */
const minorShare = 0.35
/** A food that keeps a smaller share of the query is another food. */
const minKept = 0.2
/** The importance of a word that no food contains and that may be a misspelling of anything. */
const unknownImportance = 2

/** The last of more words is rather a detail than what they name. */
const maxWordsOfName = 3

/** The first of several foods is what was asked for, however rare the words of the others are. */
const minKeptOfMain = 0.85

interface WeightedTerm extends RequiredTerm {
  importance: number
  isQuoted: boolean
  /** The number of index entries read for it. */
  entriesRead: number
}

export interface RelaxedCandidates {
  /** Run as full-text queries. */
  queries: Candidate[]
  /** Looked up by their name keys; starts with `queries`. */
  named: Candidate[]
}

/** `hasFood`: whether some food holds all words. Then foods with some of them are further ones, and not an answer instead of it. */
export function relaxedCandidates(
  readings: Reading[],
  vocabulary: Vocabulary,
  { hasFood = false } = {},
): RelaxedCandidates {
  const reading = readings.at(-1)
  if (reading === undefined) return { queries: [], named: [] }
  const tokens = reading.tokens.filter(({ term, isQuoted }) => isQuoted || !stopWords.has(term))
  const isQuoted = tokens.some(token => token.isQuoted)
  const rewrites = tokens.map(token => rewriteOf(token, vocabulary))
  const lacksFoods = lacksManyFoods(vocabulary)
  if (
    !hasFood &&
    ((!isQuoted && isKnownName(reading.words, vocabulary)) ||
      (lacksFoods && namesOtherFood(tokens, rewrites)))
  )
    return { queries: [], named: [] }
  const terms = rewrites.flatMap((rewrite, index) =>
    (rewrite?.terms ?? []).map(required => ({
      ...required,
      isQuoted: tokens[index]?.isQuoted === true,
      importance: importanceOf(required.term, rewrite?.documentFrequency ?? 0, vocabulary),
      entriesRead: rewrite?.entriesRead ?? 0,
    })),
  )
  const named = wordsOf(reading, tokens, rewrites).filter(word => !packageWords.has(word))
  const head = named.length <= maxWordsOfName ? headOf(named) : undefined
  const foodWords = hasFood ? [] : named.filter(lacksFoods ? namesFood : word => word === head)
  const kept = terms.slice(0, maxTerms)
  const unknown = rewrites.filter(rewrite => rewrite === undefined).length
  const total = sumOf(terms) + unknown * unknownImportance
  const quoted = terms.filter(({ isQuoted }) => isQuoted)
  const isComplete = unknown === 0 && kept.length === terms.length
  const main = new Set(reading.main.filter(word => !stopWords.has(word)))
  const isMain = (subset: WeightedTerm[]) =>
    subset.length === main.size && subset.every(({ term }) => main.has(term))
  const keptOf = (subset: WeightedTerm[]) =>
    isMain(subset) ? Math.max(minKeptOfMain, sumOf(subset) / total) : sumOf(subset) / total
  const subsets = subsetsOf(kept)
    .filter(subset => subset.length > 0 && !(isComplete && subset.length === kept.length))
    .filter(subset => quoted.every(term => subset.includes(term)))
    .map(subset => ({
      candidate: relaxed(reading, subset, keptOf(subset), {
        leavesOutFood: foodWords.some(word => subset.every(({ term }) => term !== word)),
      }),
      // A single word ends with the first foods that contain it, however many others do.
      entries: subset.length === 1 ? 0 : subset.reduce((sum, { entriesRead }) => sum + entriesRead, 0),
    }))
    .filter(({ candidate }) => candidate.kept >= minKept)
    .sort((one, other) => other.candidate.kept - one.candidate.kept)
  const first = withinEntries(subsets).slice(0, maxQueries)
  const single = subsets
    .map(({ candidate }) => candidate)
    .filter(candidate => candidate.terms.length === 1 && !first.includes(candidate))
  // So that a food with one of the important words is found if none has more of them.
  const queries = [...first, ...single.slice(0, maxSingleWords)]
  const others = subsets.map(({ candidate }) => candidate).filter(candidate => !queries.includes(candidate))
  return { queries, named: [...queries, ...others] }
}

/** Not as two words: leaving out one of them would leave out half of what was typed as one. */
function rewriteOf(token: QueryToken, vocabulary: Vocabulary): Rewrite | undefined {
  const [rewrite] = rewritesOf({ ...token, mayBePrefix: false }, vocabulary)
  return rewrite?.kind === 'split' ? undefined : rewrite
}

/** Cauliflower rice is no rice, and cooked rice is rice. */
const namesFood = (term: string) => isWordOfName(term) && !isMinor(term)

/** An unknown word next to one that names a food makes it another food: crocodile meat. */
const namesOtherFood = (tokens: QueryToken[], rewrites: (Rewrite | undefined)[]) =>
  tokens.some(({ term }, index) => rewrites[index] === undefined && !isMinor(term)) &&
  rewrites.some(rewrite => rewrite?.terms.some(({ term }) => namesFood(term)) === true)

/** The words of a reading, corrected; only those of the first food if there are several. */
function wordsOf(
  { words, main }: Reading,
  tokens: QueryToken[],
  rewrites: (Rewrite | undefined)[],
): string[] {
  const corrected = new Map(
    tokens.map(({ term }, index) => [term, rewrites[index]?.terms[0]?.term ?? term] as const),
  )
  return (main.length > 0 ? main : words).map(word => corrected.get(word) ?? word)
}

/** Frequent words that never occur together take long, so they are looked up only within a total. */
function withinEntries(subsets: { candidate: Candidate; entries: number }[]): Candidate[] {
  let entriesRead = 0
  return subsets.flatMap(({ candidate, entries }) => {
    if (entriesRead + entries > maxEntriesRead) return []
    entriesRead += entries
    return [candidate]
  })
}

const sumOf = (terms: WeightedTerm[]) => terms.reduce((sum, { importance }) => sum + importance, 0)

/** Rare words say more than frequent ones (inverse document frequency). */
function importanceOf(term: string, documentFrequency: number, { foods }: Vocabulary): number {
  const rarity = Math.log(1 + foods / Math.max(1, documentFrequency))
  return isMinor(term) ? minorShare * rarity : rarity
}

const isMinor = (term: string) =>
  packageWords.has(term) || modifiers.has(term) || states.has(term) || /^\d+$/.test(term)

function relaxed(
  reading: Reading,
  terms: WeightedTerm[],
  kept: number,
  { leavesOutFood }: Pick<Candidate, 'leavesOutFood'>,
): Candidate {
  return {
    reading,
    terms: terms.map(({ term, forms }) => ({ term, forms })),
    tsquery: toTsquery(terms),
    score: Math.log(kept),
    maxScore: Number.POSITIVE_INFINITY,
    isTyped: false,
    isRespaced: false,
    isCompleted: false,
    synonym: 'none',
    prefix: null,
    namePrefix: null,
    isWorded: false,
    kept,
    leavesOutFood,
    keys: queryKeysOf(terms.map(({ term }) => term)),
  }
}

/** Few items: there are 2ⁿ subsets. */
function subsetsOf<T>(items: T[]): T[][] {
  return Array.from({ length: 2 ** items.length }, (_, subset) =>
    items.filter((_item, index) => (subset >> index) & 1),
  )
}
