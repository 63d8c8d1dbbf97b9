// What a query may mean, the likeliest candidate first. Each candidate is a separate full-text query; foods are ranked by the
// candidate that finds them. All scores are log-likelihoods.
import { queryKeysOf } from '../../language/name-keys.ts'
import { synonymKey } from '../synonyms/synonym-key.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import type { Preference } from './attributes.ts'
import type { QueryToken, Reading } from './parse.ts'
import { stopWords } from './query-words.ts'
import { byScore, namedSplits, type Rewrite, rewritesOf } from './rewrites.ts'

/** One of the words that a food must contain, in one of its forms. */
export interface RequiredTerm {
  term: string
  forms: string[]
  /** The form was not typed, so no form is preferred. */
  isCompleted?: boolean
}

export interface Candidate {
  reading: Reading
  terms: RequiredTerm[]
  tsquery: string
  score: number
  /** The score it reaches when it finds as many foods as it can. */
  maxScore: number
  /** Whether every word is used as typed, in any inflection. */
  isTyped: boolean
  /** Whether the words are as typed except for the spaces between them. */
  isRespaced: boolean
  /** Whether the last word was completed. */
  isCompleted: boolean
  synonym: 'none' | 'part' | 'whole'
  /** Found foods must also contain a word that starts with this unfinished one. */
  prefix: string | null
  /** What the names of foods may start with if the last word is unfinished. */
  namePrefix: string | null
  /** Other wordings of the query's attributes ("lowfat" for "low fat"); found foods contain one of them. */
  isWorded: boolean
  /** The share of the query's meaning that it keeps; below 1 for relaxed candidates. */
  kept: number
  /** Whether it leaves out the word that says what food is asked for. */
  leavesOutFood: boolean
  keys: ReturnType<typeof queryKeysOf>
}

interface Sequence {
  reading: Reading
  tokens: QueryToken[]
  score: number
  isTyped: boolean
  synonym: Candidate['synonym']
  /** Whether two of the words are read as one. */
  isJoined: boolean
}

interface Combination {
  sequence: Sequence
  rewrites: Rewrite[]
  score: number
}

/** Foods examined for the likeliest candidate; more changes the answer little and takes longer. */
const maxHitsOfFirst = 100
/** Foods examined for each of the others. More found by any candidate do not make it likelier. */
export const maxHitsCounted = 50

/** More for an unfinished word, because only some of the foods with the other words contain one that starts with it. */
export const maxHitsOf = ({ prefix }: Candidate, index: number) =>
  index === 0 || prefix !== null ? maxHitsOfFirst : maxHitsCounted

/** Candidates that are e³ times less likely than the best are examined only while there are too few foods, up to e⁶. */
export const scoreMargin = 3

const maxCandidates = 8
/** When there is another reading, which is likelier to be meant. */
const maxLiteralCandidates = 3
const maxCombinations = 6
// The most expensive queries combine frequent terms that never occur together, because all entries of each are read.
// So only the six rarest terms of a query are looked up, and further candidates only within this total (about 10 ms).
const maxTermsLookedUp = 6
export const maxEntriesRead = 500_000
const maxWordings = 8
const maxWordsPerSynonym = 4
const maxSynonymSequences = 6
const maxContextPrefixLength = 3

const joinPenalty = 2.5
// When one of two tokens is unknown and together they are a term, they are hardly anything else.
const joinPenaltyWhenUnknown = -4.5
const synonymPenalty = 1
const attributeWordingPenalty = 1
const missingAttributePenalty = 2

export function candidatesOf(readings: Reading[], vocabulary: Vocabulary): Candidate[] {
  const combinations = readings
    .flatMap(reading => sequencesOf(reading, vocabulary))
    .flatMap(sequence => combine(sequence, vocabulary))
    .sort(byScore)
  const candidates = new Map<string, Candidate>()
  let literals = readings.length > 1 ? maxLiteralCandidates : maxCandidates
  let entriesRead = 0
  const isUsed = ({ kind }: Reading) =>
    candidates.size < maxCandidates && (kind !== 'literal' || literals > 0)
  const add = (candidate: Candidate, entries: number) => {
    if (!isUsed(candidate.reading) || candidates.has(candidate.tsquery)) return
    if (candidates.size > 0 && entriesRead + entries > maxEntriesRead) return
    if (candidate.reading.kind === 'literal') literals--
    entriesRead += entries
    candidates.set(candidate.tsquery, candidate)
  }
  for (const combination of combinations) {
    if (!isUsed(combination.sequence.reading)) continue
    const entries = entriesOf(combination)
    const candidate = toCandidate(combination)
    const wording = wordedCandidate(candidate, vocabulary)
    if (wording !== null) add(wording, entries)
    add(candidate, entries)
  }
  return [...candidates.values(), ...contextPrefixCandidates(readings, vocabulary)].sort(byScore)
}

// ---- Sequences: the tokens as typed, joined, or replaced by synonyms ----

function sequencesOf(reading: Reading, vocabulary: Vocabulary): Sequence[] {
  const typed: Sequence = {
    reading,
    tokens: reading.tokens,
    score: 0,
    isTyped: true,
    synonym: 'none',
    isJoined: false,
  }
  const penalty = reading.preferences.length > 0 ? missingAttributePenalty : 0
  return [typed, ...joinedSequences(reading, vocabulary), ...synonymSequences(reading, vocabulary)].map(
    sequence => ({ ...sequence, score: sequence.score - penalty }),
  )
}

/** One word typed as two: `made leine`. */
function joinedSequences(reading: Reading, vocabulary: Vocabulary): Sequence[] {
  const { tokens } = reading
  return tokens.slice(1).flatMap((second, index) => {
    const first = tokens[index]
    if (first === undefined || first.isQuoted || second.isQuoted) return []
    const term = first.term + second.term
    const documentFrequency = vocabulary.documentFrequency(term)
    if (documentFrequency === 0) return []
    const apart = Math.min(
      vocabulary.documentFrequency(first.term),
      vocabulary.documentFrequency(second.term),
    )
    const joined: QueryToken = { term, isQuoted: false, mayBePrefix: false, isFixed: true }
    const penalty = apart === 0 ? joinPenaltyWhenUnknown : joinPenalty
    return [
      {
        reading,
        tokens: [...tokens.slice(0, index), joined, ...tokens.slice(index + 2)],
        score: 0.8 * Math.log(documentFrequency / Math.max(1, apart)) - penalty,
        isTyped: false,
        synonym: 'none' as const,
        isJoined: true,
      },
    ]
  })
}

function synonymSequences(reading: Reading, vocabulary: Vocabulary): Sequence[] {
  const { tokens } = reading
  const sequences: Sequence[] = []
  // Another word for a known one, next to a synonym, would leave little of what was typed.
  const others = tokens.map(token => ({ ...token, isFixed: vocabulary.documentFrequency(token.term) > 0 }))
  for (let length = Math.min(maxWordsPerSynonym, tokens.length); length >= 1; length--) {
    for (let start = 0; start + length <= tokens.length; start++) {
      const replaced = tokens.slice(start, start + length)
      if (replaced.some(({ isQuoted }) => isQuoted)) continue
      for (const { words } of vocabulary.synonymsOf(synonymKey(replaced.map(({ term }) => term)))) {
        if (words.some(word => vocabulary.documentFrequency(word) === 0)) continue
        const target = words.map(term => ({ term, isQuoted: false, mayBePrefix: false }))
        sequences.push({
          reading,
          tokens: [...others.slice(0, start), ...target, ...others.slice(start + length)],
          score: -synonymPenalty,
          isTyped: true,
          synonym: length === tokens.length ? 'whole' : 'part',
          isJoined: false,
        })
        if (sequences.length === maxSynonymSequences) return sequences
      }
    }
  }
  return sequences
}

// ---- Combinations of one rewrite per token ----

function combine(sequence: Sequence, vocabulary: Vocabulary): Combination[] {
  let combinations: Combination[] = [{ sequence, rewrites: [], score: sequence.score }]
  for (const token of sequence.tokens) {
    const choices = rewritesOf(token, vocabulary)
    combinations = combinations
      .flatMap(({ rewrites, score }) =>
        choices.map(rewrite => ({
          sequence,
          rewrites: [...rewrites, rewrite],
          score: score + rewrite.score,
        })),
      )
      .sort(byScore)
      .slice(0, maxCombinations)
  }
  return combinations
}

const entriesOf = ({ rewrites }: Combination) =>
  rarest(rewrites).reduce((sum, { entriesRead }) => sum + entriesRead, 0)

/** The rarest terms of a long query that can be looked up in time, but at least two. */
function rarest(rewrites: Rewrite[]): Rewrite[] {
  if (rewrites.length <= maxTermsLookedUp) return rewrites
  // By index, because a word that occurs twice has the same rewrites.
  const kept = new Set<number>()
  let entries = 0
  const byRarity = [...rewrites.entries()].sort(
    ([, one], [, other]) => one.documentFrequency - other.documentFrequency,
  )
  for (const [index, { entriesRead }] of byRarity) {
    entries += entriesRead
    if (kept.size === maxTermsLookedUp || (kept.size >= 2 && entries > maxEntriesRead)) break
    kept.add(index)
  }
  return rewrites.filter((_, index) => kept.has(index))
}

function toCandidate({ sequence, rewrites, score }: Combination): Candidate {
  const terms = rewrites.flatMap(({ kind, terms }) =>
    kind === 'completed' ? terms.map(term => ({ ...term, isCompleted: true })) : terms,
  )
  // No more foods than contain its rarest term.
  const maxHits = Math.min(maxHitsCounted, ...rewrites.map(({ documentFrequency }) => documentFrequency))
  return {
    reading: sequence.reading,
    terms,
    tsquery: toTsquery(rarest(rewrites).flatMap(({ terms }) => terms)),
    score,
    // A synonym of some of the words finds few foods for the time it takes, so it is examined only while there are too few.
    maxScore: sequence.synonym === 'part' ? score : score + Math.log(Math.max(1, maxHits)),
    isTyped: sequence.isTyped && rewrites.every(({ kind }) => kind === 'typed'),
    isRespaced:
      sequence.isJoined !== rewrites.some(({ kind }) => kind === 'split') &&
      rewrites.every(({ kind }) => kind === 'typed' || kind === 'split'),
    isCompleted: rewrites.some(({ kind }) => kind === 'completed'),
    synonym: sequence.synonym,
    prefix: null,
    namePrefix: null,
    isWorded: false,
    kept: 1,
    leavesOutFood: false,
    keys: queryKeysOf(terms.map(({ term }) => term)),
  }
}

/** Foods that state the attributes in other words. */
function wordedCandidate(candidate: Candidate, vocabulary: Vocabulary): Candidate | null {
  const { preferences } = candidate.reading
  if (preferences.length === 0) return null
  const wordings = preferences.map(preference => commonWordings(preference, vocabulary))
  if (wordings.some(({ length }) => length === 0)) return null
  const asTsquery = (alternatives: string[][]) =>
    `(${alternatives.map(words => `(${words.map(quoted).join(' & ')})`).join(' | ')})`
  return {
    ...candidate,
    tsquery: [candidate.tsquery, ...wordings.map(asTsquery)].join(' & '),
    score: candidate.score + missingAttributePenalty - attributeWordingPenalty,
    maxScore: candidate.maxScore + missingAttributePenalty - attributeWordingPenalty,
    isWorded: true,
  }
}

/** The most frequent ones, without linking words: every further word makes the full-text query slower. */
function commonWordings({ wordings }: Preference, vocabulary: Vocabulary): string[][] {
  return wordings
    .map(words => words.filter(word => !stopWords.has(word)))
    .map(words => ({ words, foods: Math.min(...words.map(vocabulary.documentFrequency)) }))
    .filter(({ words, foods }) => words.length > 0 && foods > 0)
    .sort((one, other) => other.foods - one.foods)
    .slice(0, maxWordings)
    .map(({ words }) => words)
}

/** A last word of a few letters is completed by what the foods with the other words contain. */
function contextPrefixCandidates(readings: Reading[], vocabulary: Vocabulary): Candidate[] {
  const reading = readings.at(-1)
  const last = reading?.tokens.at(-1)
  if (!reading || !last?.mayBePrefix || last.term.length > maxContextPrefixLength) return []
  const tokens = reading.tokens.slice(0, -1)
  if (tokens.length === 0) return []
  const [best] = combine(
    { reading, tokens, score: 0, isTyped: true, synonym: 'none', isJoined: false },
    vocabulary,
  )
  if (best === undefined) return []
  return [
    {
      ...toCandidate(best),
      prefix: last.term,
      namePrefix: reading.words.join(' '),
      isTyped: false,
      isCompleted: true,
      maxScore: Number.POSITIVE_INFINITY,
    },
  ]
}

/** Looked up by their name keys only, which also contain words of other languages than that of the names. */
export function namedCandidates(readings: Reading[], vocabulary: Vocabulary): Candidate[] {
  return readings.flatMap(reading => {
    const foreign = foreignName(reading, vocabulary)
    const [token] = reading.tokens
    if (token === undefined || reading.tokens.length > 1) return foreign
    const sequence: Sequence = {
      reading,
      tokens: reading.tokens,
      score: 0,
      isTyped: false,
      synonym: 'none',
      isJoined: false,
    }
    const splits = namedSplits(token, vocabulary).map(rewrite =>
      toCandidate({ sequence, rewrites: [rewrite], score: rewrite.score }),
    )
    return [...foreign, ...splits]
  })
}

/** Above any correction, because a food has exactly this name if it is found. */
const foreignNameScore = 20

/** Words that no name contains may be one in another language, of which only the keys are stored. */
function foreignName(reading: Reading, vocabulary: Vocabulary): Candidate[] {
  const { tokens } = reading
  const isUnknown = tokens.some(({ term }) => vocabulary.documentFrequency(term) === 0)
  if (!isUnknown || tokens.some(({ isQuoted }) => isQuoted)) return []
  const rewrites = tokens.map(
    ({ term }): Rewrite => ({
      kind: 'typed',
      terms: [{ term, forms: [] }],
      score: 0,
      documentFrequency: 0,
      entriesRead: 0,
    }),
  )
  const sequence: Sequence = { reading, tokens, score: 0, isTyped: true, synonym: 'none', isJoined: false }
  return [toCandidate({ sequence, rewrites, score: foreignNameScore })]
}

const quoted = (term: string) => `'${term}'`

// Tokens consist of letters and digits only, so quoting them needs no escaping.
export function toTsquery(terms: RequiredTerm[]): string {
  return terms
    .map(({ term, forms }) =>
      forms.length === 0 ? quoted(term) : `(${[term, ...forms].map(quoted).join(' | ')})`,
    )
    .join(' & ')
}
