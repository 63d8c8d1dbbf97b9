// The energy that the nutrients of a food provide, and whether the declared energy matches it.
import { nutrientTable } from '../../food/nutrients.ts'
import { isLaboratoryData, sourceFacts } from '../../food/sources.ts'
import type { CandidateFood } from '../candidate-food.ts'
import { namesAlcoholOrAcid, namesLowEnergyCarbs } from './exemption-keywords.ts'
import { macrosWeight } from './weight.ts'

// kcal per gram: Regulation (EU) 1169/2011, Annex XIV; 21 CFR 101.9(c)(1) has the same for fat, carbs and protein.
const kcalPerGramOfFat = 9
const kcalPerGramOfCarbs = 4
const kcalPerGramOfProtein = 4
export const kcalPerGramOfAlcohol = 7
const kcalPerGramOfFiber = 2

const kilojoulesPerKilocalorie = 4.184

/** Rounded to one decimal, like energies converted during normalization. */
export const toKilocalories = (kilojoules: number | null) =>
  kilojoules === null ? null : Math.round((kilojoules / kilojoulesPerKilocalorie) * 10) / 10

const maxEnergy = nutrientTable.calories_kcal.limit.max

// A label may be deviation by 20 %, and differences up to 25 kcal do not matter (data README, item 6). Laboratories use factors
// specific to each food (Agriculture Handbook 74), which give oat bran 27 % and cocoa 28 % less.
const minRelevantGap = 25
const tolerance = (candidate: CandidateFood) => (isLaboratoryData(candidate) ? 0.3 : 0.2)

// Below 25 kcal only the ratio can tell a tomato with 4.3 kcal from one with 18. Labels of small servings round 4 kcal
// to 0, hence no check of zeros, and state "less than 0.5 g", which provides next to nothing. Too much energy is no
// evidence in this range: acids and traces of alcohol provide it.
const minEnergyToCompare = 8
const minShareOfComputedEnergy = 0.5
const roundedToHalfGram = (grams: number | null) => Math.max(0, (grams ?? 0) - 0.5)

// 50 g alcohol per 100 g, or 63 % by volume: hardly any drink has more.
const maxEnergyFromAlcohol = 50 * kcalPerGramOfAlcohol

// Spirits whose name does not say so: without macronutrients, only alcohol provides 150 to 350 kcal.
const spiritsWithoutMacros = { macros: 1, from: 150, to: 350 }

const macrosAreKnown = (candidate: CandidateFood) =>
  candidate.fat_g !== null && candidate.carbs_g !== null && candidate.protein_g !== null

const energyWithoutCarbs = (candidate: CandidateFood) =>
  kcalPerGramOfFat * (candidate.fat_g ?? 0) +
  kcalPerGramOfProtein * (candidate.protein_g ?? 0) +
  kcalPerGramOfAlcohol * (candidate.alcohol_g ?? 0)

const energyFromMacros = (candidate: CandidateFood) =>
  energyWithoutCarbs(candidate) + kcalPerGramOfCarbs * (candidate.carbs_g ?? 0)

/**
 * The minimum: fibre and polyols are included in the carbohydrates (North America), unless the source states otherwise, and
 * provide no energy (erythritol).
 */
export function minEnergyStated(candidate: CandidateFood): number {
  const carbs = candidate.carbs_g ?? candidate.sugar_g ?? 0
  const fiber = sourceFacts[candidate.source].carbsIncludeFiber === false ? 0 : (candidate.fiber_g ?? 0)
  const lowEnergyCarbs = fiber + (candidate.polyols_g ?? 0)
  return energyWithoutCarbs(candidate) + kcalPerGramOfCarbs * Math.max(0, carbs - lowEnergyCarbs)
}

/** The maximum: fibre is stated separately from the carbohydrates (Europe). Infinite when a macronutrient is unknown. */
export function maxEnergyStated(candidate: CandidateFood): number {
  return macrosAreKnown(candidate)
    ? energyFromMacros(candidate) + kcalPerGramOfFiber * (candidate.fiber_g ?? 0)
    : Infinity
}

/** By how many kcal the declared energy is outside the computed range; negative when it is too low. */
function energyGap(candidate: CandidateFood): number {
  if (candidate.calories_kcal === null) return 0
  const minimum = minEnergyStated(candidate)
  if (candidate.calories_kcal < minimum) return candidate.calories_kcal - minimum
  return Math.max(0, candidate.calories_kcal - maxEnergyStated(candidate))
}

/** The gap relative to the larger of the two energies, from 0 to 1. */
export function energyDeviation(candidate: CandidateFood): number {
  const gap = energyGap(candidate)
  if (gap === 0 || candidate.calories_kcal === null) return 0
  return Math.abs(gap) / Math.max(candidate.calories_kcal, candidate.calories_kcal - gap)
}

export const energyCanBeCompared = (candidate: CandidateFood) =>
  candidate.calories_kcal !== null && macrosAreKnown(candidate)

/** The declared energy matches the macronutrients, so they are hardly all wrong. */
export const energyConfirmsMacros = (candidate: CandidateFood) =>
  energyCanBeCompared(candidate) &&
  energyFromMacros(candidate) > minRelevantGap &&
  energyDeviation(candidate) <= 0.1

export function energyDiffers(candidate: CandidateFood): boolean {
  const gap = energyGap(candidate)
  if (Math.abs(gap) <= minRelevantGap) return energyIsTooLowForLittle(candidate)
  if (energyDeviation(candidate) <= tolerance(candidate)) return false
  return gap > 0 ? !alcoholExplains(candidate, gap) : !lowEnergyCarbsExplain(candidate, minRelevantGap)
}

/** Within the tolerance of 25 kcal, but less than half of what the nutrients provide. */
function energyIsTooLowForLittle(candidate: CandidateFood): boolean {
  const energy = candidate.calories_kcal ?? 0
  // Nearly all foods; rounding only lowers the minimum.
  if (energy >= minShareOfComputedEnergy * minEnergyStated(candidate)) return false
  const minimum = minEnergyStated({
    ...candidate,
    fat_g: roundedToHalfGram(candidate.fat_g),
    protein_g: roundedToHalfGram(candidate.protein_g),
    carbs_g: roundedToHalfGram(candidate.carbs_g),
  })
  if (energy === 0 || minimum < minEnergyToCompare || energy >= minShareOfComputedEnergy * minimum)
    return false
  return !isLaboratoryData(candidate) && !lowEnergyCarbsExplain(candidate, minRelevantGap)
}

/** Less than a twentieth of the computed energy: a 0 that means unknown, or a misplaced decimal point. */
export function energyIsMissing(candidate: CandidateFood): boolean {
  const minimum = minEnergyStated(candidate)
  if (
    candidate.calories_kcal === null ||
    minimum <= minRelevantGap ||
    candidate.calories_kcal * 20 >= minimum
  )
    return false
  return !lowEnergyCarbsExplain(candidate, minRelevantGap)
}

/**
 * The kilocalories field contains kilojoules. The ratio of 4.184 alone is weak evidence: a beer with 42 kcal and 2.5 g
 * carbs has it, and so do macronutrients copied per serving of about 24 g. Therefore the macronutrients must weigh more
 * than such a serving, or the value must be over 935 kcal, or the same number must be in both energy fields.
 */
export function energyIsInKilojoules(candidate: CandidateFood): boolean {
  const energy = candidate.calories_kcal
  if (energy === null || !macrosAreKnown(candidate)) return false
  if (candidate.quality_flags.some(flag => flag.rule === 'energy-from-kj')) return false
  const computed = energyFromMacros(candidate)
  const deviation = Math.abs(energy / kilojoulesPerKilocalorie - computed)
  if (energy > maxEnergy || energy === disagreeingKilojoules(candidate)) return deviation <= 0.2 * computed
  return (
    deviation <= 0.1 * computed &&
    computed > minRelevantGap &&
    macrosWeight(candidate) > maxServingWithSameRatio
  )
}

// 100 g ÷ 4.184 ÷ 0.9: the largest serving whose copied macronutrients give a ratio within 10 % of 4.184.
const maxServingWithSameRatio = 27

// Below, rounded macronutrients can provide four times the energy.
const minEnergyToConfirm = 15

/** The only energy of the label, in the kilojoules field, if the macronutrients provide it in kilocalories. */
export function kilocaloriesInKilojoules(candidate: CandidateFood): number | null {
  const stated = foundBy('energy-from-kj', candidate)
  if (stated === null || candidate.calories_kcal !== toKilocalories(stated) || !macrosAreKnown(candidate))
    return null
  if (stated > maxEnergy || energyFromMacros(candidate) < minEnergyToConfirm) return null
  if (energyDeviation(candidate) <= minShareOfComputedEnergy) return null
  return energyDeviation({ ...candidate, calories_kcal: stated }) <= tolerance(candidate) ? stated : null
}

/** The kilojoules of the label, where normalization found that they disagree with the kilocalories. */
const disagreeingKilojoules = (candidate: CandidateFood) => foundBy('energy-disagrees', candidate)

function foundBy(rule: string, { quality_flags }: CandidateFood): number | null {
  for (const flag of quality_flags) {
    if (flag.rule === rule && typeof flag.found === 'number') return flag.found
  }
  return null
}

/**
 * The kilocalories and kilojoules disagree. When the macronutrients are known, Open Food Facts often computes the
 * kilojoules from them; then they are no independent evidence, and would flag correct sugar-free gum.
 */
export const energiesContradict = (candidate: CandidateFood) =>
  candidate.calories_kcal !== null && !macrosAreKnown(candidate) && disagreeingKilojoules(candidate) !== null

function alcoholExplains(candidate: CandidateFood, gap: number): boolean {
  if (gap > maxEnergyFromAlcohol) return false
  const energy = candidate.calories_kcal ?? 0
  const { macros, from, to } = spiritsWithoutMacros
  if (macrosWeight(candidate) < macros && energy >= from && energy <= to) return true
  return namesAlcoholOrAcid(candidate)
}

function lowEnergyCarbsExplain(candidate: CandidateFood, slack: number): boolean {
  if ((candidate.calories_kcal ?? 0) < energyWithoutCarbs(candidate) - slack) return false
  return isPureSweetener(candidate) || namesLowEnergyCarbs(candidate)
}

/** Carbohydrates without sugar and nothing else, such as erythritol. Starch would contain some protein. */
function isPureSweetener(candidate: CandidateFood): boolean {
  const { carbs_g: carbs, sugar_g: sugar, fat_g: fat, protein_g: protein } = candidate
  return carbs !== null && carbs >= 50 && sugar !== null && sugar <= 0.5 && !(fat && fat > 0.5) && !protein
}
