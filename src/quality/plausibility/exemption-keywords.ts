// Keywords in names and categories that explain unusual but correct values. They are consulted only when a rule is about
// to flag a value: a keyword can exempt a value, never flag one.
import { keywordMatcher } from '../../language/keyword-matcher.ts'
import { type ExplanationKind, explanationPatterns } from '../../language/word-lists.ts'
import type { CandidateFood } from '../candidate-food.ts'

const matcher = (...kinds: ExplanationKind[]) => namesKeyword(kinds.flatMap(explanationPatterns))

// Acetic acid gives 3 kcal per gram and is not declared; flavour extracts are made with alcohol.
const alcoholOrAcid = matcher('alcohol', 'acids_and_extracts')
// North American labels include fibre in the carbohydrates, and powders often do not state it.
const lowEnergyCarbs = matcher('sweeteners', 'sugar_free', 'fibers')
const alcohol = matcher('alcohol')
const nothingToDeclare = matcher('zero_values', 'sweeteners', 'sugar_free', 'acids_and_extracts')

/** Beer, wine, spirits, vinegar, vanilla extract: energy from substances the label does not declare. */
export const namesAlcoholOrAcid = (candidate: CandidateFood) => alcoholOrAcid(candidate)

export const namesAlcohol = (candidate: CandidateFood) => alcohol(candidate)

/** Sweeteners, polyols, fibre: carbohydrates with far less than 4 kcal per gram. */
export const namesLowEnergyCarbs = (candidate: CandidateFood) => lowEnergyCarbs(candidate)

/** Water, salt, tea, coffee, vinegar, sugar-free drinks: often no value but zero. */
export const namesNothingToDeclare = (candidate: CandidateFood) => nothingToDeclare(candidate)

/** Whether the name or category of a food contains a word that matches one of the patterns of the language data. */
export function namesKeyword(patterns: readonly string[]): (candidate: CandidateFood) => boolean {
  const contains = keywordMatcher(patterns)
  return ({ name, category }) => contains(`${name} ${category ?? ''}`.toLowerCase())
}
