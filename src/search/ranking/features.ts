// The features of a food under a candidate, and the score: their sum, weighted by weights.json.
import { baseForm } from '../../language/inflection.ts'
import { memoize } from '../../language/memoize.ts'
import { tokenize } from '../../language/tokenize.ts'
import type { Preference } from '../query/attributes.ts'
import type { Candidate } from '../query/candidates.ts'
import type { FoundFood } from './found-food.ts'
import { isNamedAsTyped, meetsPreference } from './levels.ts'
import type { NameMatch } from './match.ts'
import fitted from './weights.json' with { type: 'json' }

export const featureNames = [
  'likelihood',
  'typed',
  'completed',
  'kept',
  'synonym',
  'literal',
  'named',
  'named_exactly',
  'named_in_other_form',
  'laboratory',
  'named_laboratory',
  'named_by_trademark',
  'other_name',
  'exact_forms',
  'linking_words',
  'in_name',
  'in_brand',
  'unasked_brand',
  'extra_words',
  'extra_states',
  'coverage',
  'starts_with',
  'ends_with',
  'phrase',
  'category',
  'preference_met',
  'preference_missed',
  'constraint_met',
  'main_food',
  'image',
  'confidence',
  'popularity',
  'energy_distance',
  'energy_differs',
  'unusual_energy',
] as const
export type FeatureName = (typeof featureNames)[number]
export type Features = Record<FeatureName, number>

export interface CandidateContext {
  candidate: Candidate
  /** Log-likelihood relative to the best candidate, at most 0. */
  likelihood: number
  /** Whether the typed words may be a misspelling. */
  isDoubtful: boolean
  /** The energy of the named foods, and of all foods found, if there are enough to know. */
  namedCalories: number | null
  foundCalories: number | null
  /** Whether the words are a brand, or the name of products of one brand only. */
  isTrademark: boolean
  /** What the query prefers, whichever reading the candidate belongs to. */
  preferences: Preference[]
}

const minLikelihood = -6
const maxExtraWords = 6
const minEnergyDifference = 8
const maxEnergyDeviation = 0.2

/** `isMet`: whether the food is what the query says it must be. */
export function featuresOf(
  food: FoundFood,
  match: NameMatch,
  context: CandidateContext,
  isMet?: boolean,
): Features {
  const { candidate } = context
  const preference = meetsPreference(context.preferences, food)
  return {
    likelihood: Math.max(minLikelihood, context.likelihood) / -minLikelihood,
    typed: Number(candidate.isTyped),
    completed: Number(candidate.isCompleted),
    kept: candidate.kept,
    synonym: candidate.synonym === 'none' ? 0 : 1,
    literal: Number(candidate.reading.kind === 'literal'),
    named: Number(match.isNamed),
    named_exactly: Number(isNamedExactly(food, match, context)),
    named_in_other_form: Number(
      match.isNamed && !isNamedAsTyped(match, food) && candidate.isTyped && candidate.synonym === 'none',
    ),
    laboratory: Number(food.isLaboratory),
    named_laboratory: Number(food.isLaboratory && match.isNamed),
    // Cheerios are those of that brand; oat rings are what else they may be called.
    other_name: Number(match.isOtherName),
    named_by_trademark: Number(context.isTrademark && match.isOtherName),
    // USDA's names are in the plural or the singular by their grammar, whatever people say.
    exact_forms: food.isLaboratory && match.isNamed ? 1 : match.exact,
    linking_words: match.linkingWords,
    in_name: match.inName,
    in_brand: match.inBrand,
    unasked_brand: Number(food.brandWords.length > 0 && match.inBrand === 0),
    extra_words: Math.min(maxExtraWords, match.extraWords) / maxExtraWords,
    extra_states: Math.min(2, match.extraStates) / 2,
    coverage: match.coverage,
    starts_with: Number(match.startsWithTerm),
    ends_with: Number(match.endsWithTerm),
    phrase: Number(match.isPhrase),
    category: Number(isCategory(food.category, candidate)),
    preference_met: Number(preference === true),
    preference_missed: Number(preference === false),
    constraint_met: Number(isMet === true),
    main_food: Number(candidate.reading.kind === 'main'),
    image: Number(food.hasImage),
    confidence: food.confidence,
    popularity: food.popularity,
    energy_distance: distanceOf(food.calories, context.namedCalories),
    energy_differs: Number(differs(food.calories, context.namedCalories)),
    unusual_energy: distanceOf(food.calories, context.foundCalories),
  }
}

/** A name that says exactly what was most likely meant, unless its energy contradicts it. */
function isNamedExactly(food: FoundFood, match: NameMatch, context: CandidateContext): boolean {
  const { kept, synonym, isTyped } = context.candidate
  return (
    match.isExactName &&
    kept === 1 &&
    synonym === 'none' &&
    context.likelihood === 0 &&
    !(isTyped && context.isDoubtful) &&
    !differs(food.calories, context.namedCalories)
  )
}

export const weights: Features = fitted.weights

const weightedFeatures = featureNames.map(name => ({ name, weight: weights[name] }))

export function scoreOf(features: Features): number {
  let score = 0
  for (const { name, weight } of weightedFeatures) score += weight * features[name]
  return score
}

/** 0 for the usual energy, 1 for a third or three times as much. */
function distanceOf(calories: number | null, usual: number | null): number {
  if (calories === null || usual === null) return 0
  return Math.min(1, Math.abs(Math.log((calories + 10) / (usual + 10))) / Math.log(3))
}

/** By more than labels and laboratories usually differ. */
function differs(calories: number | null, usual: number | null): boolean {
  if (calories === null || usual === null) return false
  return Math.abs(calories - usual) > Math.max(minEnergyDifference, maxEnergyDeviation * usual)
}

// The words of a query are compared with the category of every food.
const baseOf = memoize(baseForm)
const categoryWords = memoize(category => new Set(tokenize(category).map(baseForm)))

/** Whether the query contains every word of the category: "cheddar cheese" and Cheeses. */
function isCategory(category: string, { terms }: Candidate): boolean {
  if (category === '') return false
  const words = categoryWords(category)
  const found = terms.filter(({ term }) => words.has(baseOf(term))).length
  return found > 0 && found === words.size
}
