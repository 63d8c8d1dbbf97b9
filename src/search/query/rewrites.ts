// What a single token may stand for: itself in any inflection, a correction, a completion, or two words. All scores are
// log-likelihoods.
import { editCost } from '../../language/edit-cost.ts'
import { editDistance, maxEdits } from '../../language/edit-distance.ts'
import { inflectionsOf } from '../../language/inflection.ts'
import { consonantsOf, phoneticCode } from '../../language/phonetic.ts'
import type { Term } from '../index/search-index.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import type { QueryToken } from './parse.ts'
import { stopWords } from './understand.ts'

/** What may replace a token: one of its forms for every term. */
export interface Rewrite {
  /** The terms, each with its other forms. */
  terms: { term: string; forms: string[] }[]
  kind: 'typed' | 'corrected' | 'completed' | 'split'
  score: number
  /** The number of foods that contain it, at most. */
  documentFrequency: number
  /** The number of index entries read for it. */
  entriesRead: number
}

const maxRewritesPerToken = 8
const maxCorrections = 4
const maxCompletions = 6
const maxSplits = 3

// Chosen on the spelling queries of `npm run bench -- search`.
/** Of anything but the typed word. */
const rewritePenalty = 1.5
// How much a term's frequency counts: how many foods match all terms together is counted later.
const frequencyWeight = 0.8
const threeLetterPenalty = 1
// A term of so many foods is no misspelling, unless of a very much more frequent one.
const minFrequencyOfKnownTerm = 20
// No other term is so much more frequent than one of this many foods that it could be a correction of it.
const minFrequencyToSkipCorrection = 200
// A correction that hardly any food contains is a coincidence.
const maxFoodsPerCorrection = 500_000
const sameSoundCost = 2.5
const sameConsonantsCost = 6
const completionPenalty = 1
const correctionPenaltyWhenCompletable = 0.7
const splitPenalty = 2
const knownSplitPenalty = 1
const minFrequencyOfSplit = 5
const minSplitLength = 2
const minTermLengthToSplit = 5
/** A single letter has too many completions; it is judged together with the words before it. */
const minPrefixLength = 2

export const byScore = (one: { score: number }, other: { score: number }): number => other.score - one.score

/** Two words typed as one, of which one may be a single letter (specialk): too many to look for except by the names of foods. */
export function namedSplits({ term, isQuoted }: QueryToken, vocabulary: Vocabulary): Rewrite[] {
  if (isQuoted || vocabulary.documentFrequency(term) >= minFrequencyToSkipCorrection) return []
  return splitsOf(term, 1)
    .filter(parts => parts.every(part => vocabulary.documentFrequency(part) >= minFrequencyOfSplit))
    .map(parts => rewrite('split', parts, -splitPenalty, vocabulary))
}

export function rewritesOf(
  { term, isQuoted, mayBePrefix, isJoined }: QueryToken,
  vocabulary: Vocabulary,
): Rewrite[] {
  const forms = isQuoted ? [] : knownForms(term, vocabulary)
  const documentFrequency = Math.max(
    vocabulary.documentFrequency(term),
    ...forms.map(vocabulary.documentFrequency),
  )
  const typed: Rewrite[] =
    documentFrequency > 0 || isQuoted ? [rewrite('typed', [term], 0, vocabulary, isQuoted)] : []
  if (isQuoted || isJoined) return typed
  const completions = mayBePrefix && term.length >= minPrefixLength ? completionsOf(term, vocabulary) : []
  const others = [
    ...completions,
    ...correctionsOf(term, documentFrequency, completions.length > 0, vocabulary),
    ...(documentFrequency < minFrequencyToSkipCorrection
      ? splitRewrites(term, documentFrequency, vocabulary)
      : []),
  ]
  return withoutRepeats([...typed, ...others.sort(byScore)]).slice(0, maxRewritesPerToken)
}

/** A word that is a form of a likelier one finds the same foods. */
function withoutRepeats(rewrites: Rewrite[]): Rewrite[] {
  const found = new Set<string>()
  return rewrites.filter(({ terms: [first, ...rest] }) => {
    if (first === undefined || rest.length > 0) return true
    if (found.has(first.term)) return false
    for (const form of [first.term, ...first.forms]) found.add(form)
    return true
  })
}

/** The other forms of a word that the catalog contains. */
export function knownForms(term: string, vocabulary: Vocabulary): string[] {
  // "Reeses" and "Lays" are often typed for "Reese's" and "Lay's", whose s is a separate token.
  const possessive = /[a-z]{3}s$/.test(term) ? [term.slice(0, -1)] : []
  return [...new Set([...inflectionsOf(term), ...possessive])].filter(
    form => form.length > 1 && vocabulary.documentFrequency(form) > 0,
  )
}

function rewrite(
  kind: Rewrite['kind'],
  terms: string[],
  score: number,
  vocabulary: Vocabulary,
  isLiteral = false,
): Rewrite {
  const withForms = terms.map(term => ({ term, forms: isLiteral ? [] : knownForms(term, vocabulary) }))
  const frequencies = withForms.map(({ term, forms }) =>
    [term, ...forms].reduce((sum, form) => sum + vocabulary.documentFrequency(form), 0),
  )
  return {
    kind,
    terms: withForms,
    score: kind === 'typed' ? score : score - rewritePenalty,
    documentFrequency: Math.min(...frequencies),
    entriesRead: frequencies.reduce((sum, frequency) => sum + frequency, 0),
  }
}

/** How much likelier another term is than the typed one, by the number of foods that contain each. */
const frequencyGain = (other: number, typed: number) => frequencyWeight * Math.log(other / Math.max(1, typed))

function completionsOf(term: string, vocabulary: Vocabulary): Rewrite[] {
  const typed = vocabulary.documentFrequency(term)
  const inflections = new Set(typed > 0 ? inflectionsOf(term) : [])
  return (
    vocabulary
      .completionsOf(term)
      // The plural of a complete word is found with it.
      .filter(
        completion =>
          completion.term !== term && !inflections.has(completion.term) && !stopWords.has(completion.term),
      )
      .slice(0, maxCompletions)
      .map(completion =>
        rewrite(
          'completed',
          [completion.term],
          frequencyGain(completion.documentFrequency, typed) - (typed === 0 ? completionPenalty : 0),
          vocabulary,
        ),
      )
  )
}

function correctionsOf(
  term: string,
  documentFrequency: number,
  isCompletable: boolean,
  vocabulary: Vocabulary,
): Rewrite[] {
  const edits = maxEdits(term)
  if (edits === 0 || documentFrequency >= minFrequencyToSkipCorrection) return []
  const knownTermPenalty =
    documentFrequency > minFrequencyOfKnownTerm ? Math.log(documentFrequency / minFrequencyOfKnownTerm) : 0
  const penalty =
    knownTermPenalty +
    (isCompletable ? correctionPenaltyWhenCompletable : 0) +
    (term.length === 3 ? threeLetterPenalty : 0)
  const forms = new Set(knownForms(term, vocabulary))
  const minFrequency = vocabulary.foods / maxFoodsPerCorrection
  const isCandidate = (similar: Term) => similar.term !== term && !forms.has(similar.term)
  const costs = new Map<string, { similar: Term; cost: number }>()
  for (const similar of vocabulary.similarTo(term, minFrequency)) {
    if (isCandidate(similar) && editDistance(term, similar.term, edits) <= edits)
      costs.set(similar.term, { similar, cost: editCost(term, similar.term) })
  }
  for (const similar of vocabulary.soundingLike(term, minFrequency)) {
    const cost = Math.min(soundCost(term, similar.term), costs.get(similar.term)?.cost ?? maxCost)
    if (cost < maxCost && isCandidate(similar)) costs.set(similar.term, { similar, cost })
  }
  const corrections = [...costs.values()]
    .map(({ similar, cost }) => ({
      term: similar.term,
      cost,
      score: frequencyGain(similar.documentFrequency, documentFrequency) - penalty - cost,
    }))
    .sort(byScore)
  return inClosestForm(corrections, vocabulary).map(({ term: corrected, score }) =>
    rewrite('corrected', [corrected], score, vocabulary),
  )
}

interface Correction {
  term: string
  cost: number
  score: number
}

/** The best corrections, each in the form that resembles the typed word most: a misspelt plural is a plural. */
function inClosestForm(corrections: Correction[], vocabulary: Vocabulary): Correction[] {
  const seen = new Set<string>()
  const kept: Correction[] = []
  for (const { term, score } of corrections) {
    if (kept.length === maxCorrections) break
    if (seen.has(term)) continue
    const forms = new Set([term, ...knownForms(term, vocabulary)])
    const family = corrections.filter(other => forms.has(other.term) && !seen.has(other.term))
    const closest = family.reduce((one, other) => (other.cost < one.cost ? other : one))
    kept.push({ ...closest, score })
    for (const other of family) seen.add(other.term)
  }
  return kept
}

const maxCost = Number.POSITIVE_INFINITY

function soundCost(typed: string, other: string): number {
  const [code, otherCode] = [phoneticCode(typed), phoneticCode(other)]
  if (code === undefined || otherCode === undefined) return maxCost
  if (code === otherCode) return sameSoundCost
  const consonants = consonantsOf(code)
  return consonants !== undefined && consonants === consonantsOf(otherCode) ? sameConsonantsCost : maxCost
}

/** Two words typed as one: `organicpancake`. */
function splitRewrites(term: string, typed: number, vocabulary: Vocabulary): Rewrite[] {
  return splitsOf(term, minSplitLength)
    .map(([first, second]) => ({
      parts: [first, second],
      documentFrequency: Math.min(vocabulary.documentFrequency(first), vocabulary.documentFrequency(second)),
    }))
    .filter(({ documentFrequency }) => documentFrequency >= minFrequencyOfSplit)
    .map(({ parts, documentFrequency }) =>
      rewrite(
        'split',
        parts,
        Math.log(documentFrequency) - splitPenalty - (typed === 0 ? 0 : Math.log(typed) + knownSplitPenalty),
        vocabulary,
      ),
    )
    .sort(byScore)
    .slice(0, maxSplits)
}

function splitsOf(term: string, minLength: number): [string, string][] {
  const splits: [string, string][] = []
  if (term.length < minTermLengthToSplit) return splits
  for (let length = minLength; length <= term.length - minLength; length++)
    splits.push([term.slice(0, length), term.slice(length)])
  return splits
}
