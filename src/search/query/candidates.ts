// Query rewriting: what a query may mean, the likeliest candidate first. Each candidate is a separate query; foods are
// ranked by the candidate that finds them. All scores are log-likelihoods.
import { editCost } from '../../language/edit-cost.ts'
import { editDistance, maxEdits } from '../../language/edit-distance.ts'
import { inflectionsOf } from '../../language/inflection.ts'
import type { QueryToken } from './parse.ts'
import { maxHitsPerCandidate, maxResults, scoreMargin } from './retrieve.ts'
import { splitsOf, type TermLookup } from './terms.ts'

export interface CandidateQuery {
  tsquery: string
  /** The terms it consists of; of alternatives, the likeliest. */
  terms: string[]
  score: number
  /** The score it reaches when it finds as many foods as it can. */
  maxScore: number
}

/** What may replace a token: any of `anyOf`, together with all of `allOf`. */
interface Rewrite {
  anyOf: string[]
  allOf?: string[]
  score: number
  /** The number of foods that contain it, at most. */
  documentFrequency: number
  /** The number of index entries read for it, when more than one term is read. */
  entriesRead?: number
}

interface Combination {
  rewrites: Rewrite[]
  score: number
}

const maxCandidates = 6
// The most expensive queries combine frequent terms that never occur together, because all entries of each are read.
// So only the six rarest terms of a query are looked up, and further candidates only within this total (about 20 ms).
const maxTermsLookedUp = 6
const maxEntriesRead = 1_000_000
const maxRewritesPerToken = 8
const maxCorrections = 4
const maxCompletions = 6
const maxSplits = 3

// Chosen on the queries of `npm run bench:search`; docs/explanation/search.md shows their effect.
const exactBonus = 1.5
// How much a term's frequency counts: how many foods match all terms together is counted later.
const frequencyWeight = 0.8
const threeLetterPenalty = 1
// A term of so many foods is no misspelling, unless of a very much more frequent one.
const minFrequencyOfKnownTerm = 20
const completionPenalty = 1
const correctionPenaltyWhenCompletable = 0.7
const inflectionPenalty = 3
const completedInflectionPenalty = 1.2
const splitPenalty = 2
const minFrequencyOfSplit = 5
const joinPenalty = 1
// When one of two tokens is unknown and together they are a term, they are hardly anything else.
const joinPenaltyWhenUnknown = -6

export function candidateQueries(tokens: QueryToken[], lookup: TermLookup): CandidateQuery[] {
  const combinations = [{ tokens, score: 0 }, ...joinedSequences(tokens, lookup)].flatMap(sequence =>
    combine(
      sequence.tokens.map((token, index) => rewritesFor(token, index === sequence.tokens.length - 1, lookup)),
      sequence.score,
    ),
  )
  const candidates = new Map<string, CandidateQuery>()
  let entriesRead = 0
  for (const combination of dropUnreachable(combinations.sort(byScore))) {
    const rewrites = rarest(combination.rewrites)
    const tsquery = rewrites.map(toTsquery).join(' & ')
    if (candidates.has(tsquery)) continue
    entriesRead += rewrites.reduce(
      (sum, rewrite) => sum + (rewrite.entriesRead ?? rewrite.documentFrequency),
      0,
    )
    if (candidates.size === maxCandidates || (candidates.size > 0 && entriesRead > maxEntriesRead)) break
    candidates.set(tsquery, {
      tsquery,
      terms: combination.rewrites.flatMap(({ anyOf, allOf = [] }) => [...anyOf.slice(0, 1), ...allOf]),
      score: combination.score,
      maxScore: maxScoreOf(combination),
    })
  }
  return [...candidates.values()]
}

function rarest(rewrites: Rewrite[]): Rewrite[] {
  const kept = rewrites
    .toSorted((one, other) => one.documentFrequency - other.documentFrequency)
    .slice(0, maxTermsLookedUp)
  return rewrites.filter(rewrite => kept.includes(rewrite))
}

/** No more foods than contain its rarest term. */
const maxHitsOf = ({ rewrites }: Combination) =>
  Math.min(maxHitsPerCandidate, ...rewrites.map(({ documentFrequency }) => documentFrequency))
const maxScoreOf = (combination: Combination) =>
  combination.score + Math.log(Math.max(1, maxHitsOf(combination)))

/** The hits of a single term are known in advance, so candidates that would not be shown are dropped. */
function dropUnreachable(combinations: Combination[]): Combination[] {
  if (combinations.some(({ rewrites }) => rewrites.length > 1)) return combinations
  const best = Math.max(...combinations.map(maxScoreOf))
  let remaining = maxResults
  return combinations.filter(combination => {
    const isShown = maxScoreOf(combination) > best - scoreMargin || remaining > 0
    if (isShown) remaining -= maxHitsOf(combination)
    return isShown
  })
}

const byScore = (one: { score: number }, other: { score: number }) => other.score - one.score

function rewritesFor({ term, isQuoted }: QueryToken, isLast: boolean, lookup: TermLookup): Rewrite[] {
  const documentFrequency = lookup.documentFrequency(term)
  const exact =
    documentFrequency > 0 || isQuoted ? [{ anyOf: [term], score: exactBonus, documentFrequency }] : []
  if (isQuoted) return exact
  const inflections = inflectionsOf(term).filter(form => lookup.documentFrequency(form) > 0)
  const completions = isLast ? completionsOf(term, documentFrequency, lookup) : []
  const others = [
    ...completions,
    ...correctionsOf(term, documentFrequency, completions.length > 0, lookup),
    ...(documentFrequency < minFrequencyOfSplit ? splitRewrites(term, lookup) : []),
    ...(inflections.length > 0
      ? [
          {
            anyOf: inflections,
            score: -inflectionPenalty,
            documentFrequency: Math.max(...inflections.map(lookup.documentFrequency)),
          },
        ]
      : []),
  ]
  return [...exact, ...others.sort(byScore)].slice(0, maxRewritesPerToken)
}

/** How much likelier another term is than the typed one, by the number of foods that contain each. */
const frequencyGain = (other: number, typed: number) => frequencyWeight * Math.log(other / Math.max(1, typed))

function completionsOf(term: string, documentFrequency: number, lookup: TermLookup): Rewrite[] {
  // The plural of a complete word is an inflection of it, not its completion.
  const inflections = documentFrequency > 0 ? inflectionsOf(term) : []
  const penalty = (completion: string) => {
    if (documentFrequency === 0) return completionPenalty
    return inflections.includes(completion) ? completedInflectionPenalty : 0
  }
  return lookup.completions
    .filter(completion => completion.term.startsWith(term) && completion.term !== term)
    .slice(0, maxCompletions)
    .map(completion => ({
      anyOf: [completion.term],
      score: frequencyGain(completion.documentFrequency, documentFrequency) - penalty(completion.term),
      documentFrequency: completion.documentFrequency,
    }))
}

function correctionsOf(
  term: string,
  documentFrequency: number,
  isCompletable: boolean,
  lookup: TermLookup,
): Rewrite[] {
  const edits = maxEdits(term)
  if (edits === 0) return []
  const knownTermPenalty =
    documentFrequency > minFrequencyOfKnownTerm ? Math.log(documentFrequency / minFrequencyOfKnownTerm) : 0
  const penalty =
    knownTermPenalty +
    (isCompletable ? correctionPenaltyWhenCompletable : 0) +
    (term.length === 3 ? threeLetterPenalty : 0)
  return lookup
    .similarTo(term)
    .filter(similar => similar.term !== term && editDistance(term, similar.term, edits) <= edits)
    .map(similar => ({
      anyOf: [similar.term],
      score:
        frequencyGain(similar.documentFrequency, documentFrequency) - penalty - editCost(term, similar.term),
      documentFrequency: similar.documentFrequency,
    }))
    .sort(byScore)
    .slice(0, maxCorrections)
}

/** Two words typed as one: `organicpancake`. */
function splitRewrites(term: string, lookup: TermLookup): Rewrite[] {
  return splitsOf(term)
    .map(([first, second]) => {
      const frequencies = [lookup.documentFrequency(first), lookup.documentFrequency(second)]
      const documentFrequency = Math.min(...frequencies)
      return {
        anyOf: [first],
        allOf: [second],
        score: Math.log(documentFrequency) - splitPenalty,
        documentFrequency,
        entriesRead: Math.max(...frequencies) + documentFrequency,
      }
    })
    .filter(({ documentFrequency }) => documentFrequency >= minFrequencyOfSplit)
    .sort(byScore)
    .slice(0, maxSplits)
}

/** One word typed as two: `made leine`. */
function joinedSequences(
  tokens: QueryToken[],
  lookup: TermLookup,
): { tokens: QueryToken[]; score: number }[] {
  return tokens.slice(1).flatMap((second, index) => {
    const first = tokens[index]
    if (first === undefined || first.isQuoted || second.isQuoted) return []
    const term = first.term + second.term
    const documentFrequency = lookup.documentFrequency(term)
    if (documentFrequency === 0) return []
    const apart = Math.min(lookup.documentFrequency(first.term), lookup.documentFrequency(second.term))
    const joined = [...tokens.slice(0, index), { term, isQuoted: true }, ...tokens.slice(index + 2)]
    const penalty = apart === 0 ? joinPenaltyWhenUnknown : joinPenalty
    return [{ tokens: joined, score: frequencyGain(documentFrequency, apart) - penalty }]
  })
}

/** The likeliest combinations of one rewrite per token. */
function combine(rewritesPerToken: Rewrite[][], startScore: number): Combination[] {
  let combinations: Combination[] = [{ rewrites: [], score: startScore }]
  for (const choices of rewritesPerToken) {
    combinations = combinations
      .flatMap(({ rewrites, score }) =>
        choices.map(rewrite => ({ rewrites: [...rewrites, rewrite], score: score + rewrite.score })),
      )
      .sort(byScore)
      .slice(0, maxCandidates)
  }
  return combinations
}

// Tokens consist of letters and digits only, so quoting them needs no escaping.
function toTsquery({ anyOf, allOf = [] }: Rewrite): string {
  const alternatives = anyOf.map(term => `'${term}'`).join(' | ')
  return [anyOf.length > 1 ? `(${alternatives})` : alternatives, ...allOf.map(term => `'${term}'`)].join(
    ' & ',
  )
}
