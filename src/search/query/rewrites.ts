// What a single token may stand for: itself in any inflection, a correction, a completion, or two words. All scores are
// log-likelihoods.
import { LRUCache } from 'lru-cache'
import { editCost } from '../../language/edit-cost.ts'
import { editDistance, maxEdits } from '../../language/edit-distance.ts'
import { baseForm, inflectionsOf } from '../../language/inflection.ts'
import { consonantsOf, phoneticCode } from '../../language/phonetic.ts'
import type { Term } from '../index/search-index.ts'
import { lacksManyFoods, type Vocabulary } from '../vocabulary/vocabulary.ts'
import { isKnownName, isSameFood, isWordOfName } from './known-names.ts'
import type { QueryToken } from './parse.ts'
import { stopWords } from './query-words.ts'

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

/** Another spelling of a token, whose forms have not been looked up. */
interface Spelling {
  kind: Rewrite['kind']
  terms: string[]
  score: number
}

// About 2 KB each.
const maxTokensRemembered = 5_000
const maxRewritesPerToken = 8
const maxCorrections = 4
const maxCompletions = 6
const maxSplits = 3

// Chosen on the spelling queries of `npm run bench -- search`.
/** Every rewrite but the typed word itself has it. */
const rewritePenalty = 1.5
// How much a term's frequency counts: how many foods match all terms together is counted later.
const frequencyWeight = 0.8
const threeLetterPenalty = 1
// A term of so many foods is no misspelling, unless of a very much more frequent one.
const minFrequencyOfKnownTerm = 20
// Shorter words are corrected less where the catalog lacks many foods: they rather name one of those.
const minLengthForOneSparingEdit = 5
const minLengthForTwoSparingEdits = 9
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
/** A shorter name is the beginning of others: mil is millet, and of milk. */
const minLengthOfWholeName = 4
/** A word before the last one is unfinished only if no food contains it. */
const minInnerPrefixLength = 4

export const byScore = (one: { score: number }, other: { score: number }): number => other.score - one.score

/** Two words typed as one, of which one may be a single letter (specialk): too many to look for except by the names of foods. */
export function namedSplits({ term, isQuoted }: QueryToken, vocabulary: Vocabulary): Rewrite[] {
  if (isQuoted || vocabulary.documentFrequency(term) >= minFrequencyToSkipCorrection) return []
  if (isKnownName([term], vocabulary)) return []
  return splitsOf(term, 1)
    .filter(parts => parts.every(part => vocabulary.documentFrequency(part) >= minFrequencyOfSplit))
    .map(parts => rewrite(spelling('split', parts, -splitPenalty), vocabulary))
}

const remembered = new WeakMap<Vocabulary, LRUCache<string, Rewrite[], QueryToken>>()

/** Remembered while the vocabulary is in use: a token is part of several candidates, and of other queries. */
export function rewritesOf(token: QueryToken, vocabulary: Vocabulary): Rewrite[] {
  const known =
    remembered.get(vocabulary) ??
    new LRUCache<string, Rewrite[], QueryToken>({
      max: maxTokensRemembered,
      memoMethod: (_key, _old, { context }) => findRewrites(context, vocabulary),
    })
  remembered.set(vocabulary, known)
  const { term, isQuoted, mayBePrefix, isFixed = false } = token
  return known.memo(`${term} ${isQuoted} ${mayBePrefix} ${isFixed}`, { context: token })
}

function findRewrites(
  { term, isQuoted, mayBePrefix, isFixed }: QueryToken,
  vocabulary: Vocabulary,
): Rewrite[] {
  const forms = isQuoted ? [] : knownForms(term, vocabulary)
  const documentFrequency = Math.max(...[term, ...forms].map(vocabulary.documentFrequency))
  const typed: Rewrite[] =
    documentFrequency > 0 || isQuoted
      ? [rewrite({ kind: 'typed', terms: [term], score: 0 }, vocabulary, () => forms)]
      : []
  if (isQuoted || isFixed) return typed
  const isKnown = isKnownName([term], vocabulary)
  const isWhole = isKnown && (!mayBePrefix || term.length >= minLengthOfWholeName)
  const isCompletable =
    documentFrequency > 0
      ? mayBePrefix && term.length >= minPrefixLength
      : !isWhole && term.length >= (mayBePrefix ? minPrefixLength : minInnerPrefixLength)
  const completions = isCompletable ? completionsOf(term, vocabulary) : []
  const others = [
    ...completions,
    ...correctionsOf(term, forms, documentFrequency, completions.length > 0, vocabulary),
    ...(documentFrequency < minFrequencyToSkipCorrection && !isKnown
      ? splitSpellings(term, documentFrequency, vocabulary)
      : []),
  ]
  return [...typed, ...bestOf(others, typed, vocabulary)]
}

/** Without a word that is a form of a likelier one, which finds the same foods. */
function bestOf(spellings: Spelling[], typed: Rewrite[], vocabulary: Vocabulary): Rewrite[] {
  const seen = new Set(typed.flatMap(({ terms }) => terms.flatMap(({ term, forms }) => [term, ...forms])))
  const best: Rewrite[] = []
  for (const each of spellings.sort(byScore)) {
    if (typed.length + best.length === maxRewritesPerToken) break
    const [first = '', second] = each.terms
    if (second === undefined && seen.has(first)) continue
    const found = rewrite(each, vocabulary)
    best.push(found)
    if (second === undefined) for (const form of [first, ...(found.terms[0]?.forms ?? [])]) seen.add(form)
  }
  return best
}

/** The other forms of a word that the catalog contains. */
function knownForms(term: string, vocabulary: Vocabulary): string[] {
  // "Reeses" and "Lays" are often typed for "Reese's" and "Lay's", whose s is a separate token.
  const possessive = /[a-z]{3}s$/.test(term) ? [term.slice(0, -1)] : []
  return [...new Set([...inflectionsOf(term), ...possessive])].filter(
    form => form.length > 1 && vocabulary.documentFrequency(form) > 0,
  )
}

const spelling = (kind: Spelling['kind'], terms: string[], score: number): Spelling => ({
  kind,
  terms,
  score: score - rewritePenalty,
})

function rewrite(
  { kind, terms, score }: Spelling,
  vocabulary: Vocabulary,
  formsOf = (term: string) => knownForms(term, vocabulary),
): Rewrite {
  const withForms = terms.map(term => ({ term, forms: formsOf(term) }))
  const frequencies = withForms.map(({ term, forms }) =>
    [term, ...forms].reduce((sum, form) => sum + vocabulary.documentFrequency(form), 0),
  )
  return {
    kind,
    terms: withForms,
    score,
    documentFrequency: Math.min(...frequencies),
    entriesRead: frequencies.reduce((sum, frequency) => sum + frequency, 0),
  }
}

/** How much likelier another term is than the typed one, by the number of foods that contain each. */
const frequencyGain = (other: number, typed: number) => frequencyWeight * Math.log(other / Math.max(1, typed))

function completionsOf(term: string, vocabulary: Vocabulary): Spelling[] {
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
        spelling(
          'completed',
          [completion.term],
          frequencyGain(completion.documentFrequency, typed) - (typed === 0 ? completionPenalty : 0),
        ),
      )
  )
}

function correctionsOf(
  term: string,
  forms: string[],
  documentFrequency: number,
  isCompletable: boolean,
  vocabulary: Vocabulary,
): Spelling[] {
  const isSparing = lacksManyFoods(vocabulary)
  const edits = maxEdits(term)
  if (edits === 0 || documentFrequency >= minFrequencyToSkipCorrection) return []
  const knownTermPenalty =
    documentFrequency > minFrequencyOfKnownTerm ? Math.log(documentFrequency / minFrequencyOfKnownTerm) : 0
  const penalty =
    knownTermPenalty +
    (isCompletable ? correctionPenaltyWhenCompletable : 0) +
    (term.length === 3 ? threeLetterPenalty : 0)
  const typed = new Set([term, ...forms])
  const minFrequency = vocabulary.foods / maxFoodsPerCorrection
  const costs = new Map<string, { similar: Term; cost: number }>()
  for (const similar of vocabulary.similarTo(term, minFrequency)) {
    const isSimilar = isSparing
      ? isMisspelling(term, similar.term)
      : editDistance(term, similar.term, edits) <= edits
    if (isSimilar && !typed.has(similar.term))
      costs.set(similar.term, { similar, cost: editCost(term, similar.term) })
  }
  const soundCost = soundCostsOf(term, !isSparing || isWordOfName(term))
  for (const similar of vocabulary.soundingLike(term, minFrequency)) {
    const cost = Math.min(soundCost(similar.term), costs.get(similar.term)?.cost ?? maxCost)
    if (cost < maxCost && !typed.has(similar.term)) costs.set(similar.term, { similar, cost })
  }
  const isAllowed = correctionsAllowed(term, isSparing, vocabulary)
  const corrections = [...costs.values()]
    .filter(({ similar }) => isAllowed(similar.term))
    .map(({ similar, cost }) => ({
      term: similar.term,
      cost,
      score: frequencyGain(similar.documentFrequency, documentFrequency) - penalty - cost,
    }))
    .sort(byScore)
  return inClosestForm(corrections, vocabulary).map(({ term: corrected, score }) =>
    spelling('corrected', [corrected], score),
  )
}

/** The name of a food is no misspelling of another food, but it may be one of its own other names. */
function correctionsAllowed(
  term: string,
  isSparing: boolean,
  vocabulary: Vocabulary,
): (correction: string) => boolean {
  const isName = isKnownName([term], vocabulary) || (isSparing && isWordOfName(term))
  return correction => !isName || isSameFood(term, correction, vocabulary)
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

/** Whether it is a misspelling of the other word beyond doubt, whichever of them is in the plural. */
function isMisspelling(term: string, other: string): boolean {
  const isSwap =
    term.length === other.length && editDistance(term, other, 1) === 1 && sorted(term) === sorted(other)
  if (term.length < minLengthForOneSparingEdit) return isSwap
  const edits = term.length < minLengthForTwoSparingEdits ? 1 : 2
  return (
    Math.min(editDistance(term, other, edits), editDistance(baseForm(term), baseForm(other), edits)) <= edits
  )
}

const sorted = (word: string) => [...word].sort().join('')

/** Compares how a word sounds with other words. */
function soundCostsOf(typed: string, mayDifferInVowels: boolean): (other: string) => number {
  const code = phoneticCode(typed)
  const consonants = code === undefined ? undefined : consonantsOf(code)
  return other => {
    const otherCode = phoneticCode(other)
    if (code === undefined || otherCode === undefined) return maxCost
    if (code === otherCode) return sameSoundCost
    const isSimilar = mayDifferInVowels && consonants !== undefined && consonants === consonantsOf(otherCode)
    return isSimilar ? sameConsonantsCost : maxCost
  }
}

/** Two words typed as one: `organicpancake`. */
function splitSpellings(term: string, typed: number, vocabulary: Vocabulary): Spelling[] {
  return splitsOf(term, minSplitLength)
    .map(parts => ({ parts, documentFrequency: Math.min(...parts.map(vocabulary.documentFrequency)) }))
    .filter(({ documentFrequency }) => documentFrequency >= minFrequencyOfSplit)
    .map(({ parts, documentFrequency }) =>
      spelling(
        'split',
        parts,
        Math.log(documentFrequency) - splitPenalty - (typed === 0 ? 0 : Math.log(typed) + knownSplitPenalty),
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
