// What the nutrients of a food can give as energy, and whether the declared energy fits that.
import { nutrientTable } from '../../food/nutrients.ts'
import { sourceFacts } from '../../food/sources.ts'
import type { CandidateFood } from '../candidate-food.ts'
import { namesAlcoholOrAcid, namesCarbsOfLittleEnergy } from './exemption-keywords.ts'
import { macrosWeight } from './weight.ts'

// kcal a gram: Regulation (EU) 1169/2011, Annex XIV; 21 CFR 101.9(c)(1) has the same for fat, carbs and protein.
const ofFat = 9
const ofCarbs = 4
const ofProtein = 4
const ofAlcohol = 7
const ofFiber = 2

const kilojoulesAKilocalorie = 4.184

/** With one decimal, as normalising rounds what it converts. */
export const toKilocalories = (kilojoules: number | null) =>
  kilojoules === null ? null : Math.round((kilojoules / kilojoulesAKilocalorie) * 10) / 10

const maxEnergy = nutrientTable.calories_kcal.limit.max

// A label may be off by 20 % and a further 25 kcal do not matter: the measure of data README, item 6. Laboratories
// compute with factors of each food (Agriculture Handbook 74), which give oat bran 27 % and cocoa 28 % less.
const minGap = 25
const tolerance = (draft: CandidateFood) => (sourceFacts[draft.source].isMeasured ? 0.3 : 0.2)

// Half of 100 g as alcohol, 63 % by volume: no drink that is sold by name has more.
const maxEnergyFromAlcohol = 50 * ofAlcohol

// Spirits without a telling name: nothing but alcohol gives 150 to 350 kcal where there is no gram of anything.
const spiritsWithoutMacros = { macros: 1, from: 150, to: 350 }

const macrosAreKnown = (draft: CandidateFood) =>
  draft.fat_g !== null && draft.carbs_g !== null && draft.protein_g !== null

const energyBesideCarbs = (draft: CandidateFood) =>
  ofFat * (draft.fat_g ?? 0) + ofProtein * (draft.protein_g ?? 0) + ofAlcohol * (draft.alcohol_g ?? 0)

const plainEnergy = (draft: CandidateFood) => energyBesideCarbs(draft) + ofCarbs * (draft.carbs_g ?? 0)

/** Fibre and polyols may stand inside the carbohydrates (North America) and give nothing (erythritol). */
export function minEnergyStated(draft: CandidateFood): number {
  const carbs = draft.carbs_g ?? draft.sugar_g ?? 0
  const ofLittleEnergy = (draft.fiber_g ?? 0) + (draft.polyols_g ?? 0)
  return energyBesideCarbs(draft) + ofCarbs * Math.max(0, carbs - ofLittleEnergy)
}

/** Or the fibre may stand beside the carbohydrates (Europe) and add to them. Unknown when a macro is. */
export function maxEnergyStated(draft: CandidateFood): number {
  return macrosAreKnown(draft) ? plainEnergy(draft) + ofFiber * (draft.fiber_g ?? 0) : Infinity
}

/** By how many kcal the declared energy lies outside what the nutrients can give: below 0 is too little. */
function energyGap(draft: CandidateFood): number {
  if (draft.calories_kcal === null) return 0
  const least = minEnergyStated(draft)
  if (draft.calories_kcal < least) return draft.calories_kcal - least
  return Math.max(0, draft.calories_kcal - maxEnergyStated(draft))
}

/** The gap as a share of the larger of the two energies, from 0 to 1. */
export function energyDeviation(draft: CandidateFood): number {
  const gap = energyGap(draft)
  if (gap === 0 || draft.calories_kcal === null) return 0
  return Math.abs(gap) / Math.max(draft.calories_kcal, draft.calories_kcal - gap)
}

export const energyCanBeCompared = (draft: CandidateFood) =>
  draft.calories_kcal !== null && macrosAreKnown(draft)

/** The energy was written down beside the macros and fits them: they are hardly all wrong. */
export const energyConfirmsMacros = (draft: CandidateFood) =>
  energyCanBeCompared(draft) && plainEnergy(draft) > minGap && energyDeviation(draft) <= 0.1

export function energyDiffers(draft: CandidateFood): boolean {
  const gap = energyGap(draft)
  if (Math.abs(gap) <= minGap || energyDeviation(draft) <= tolerance(draft)) return false
  return gap > 0 ? !alcoholExplains(draft, gap) : !carbsOfLittleEnergyExplain(draft, minGap)
}

/** Less than a twentieth of what the nutrients give: 0 that means unknown, or a slip of the decimal point. */
export function energyIsMissing(draft: CandidateFood): boolean {
  const least = minEnergyStated(draft)
  if (draft.calories_kcal === null || least <= minGap || draft.calories_kcal * 20 >= least) return false
  return !carbsOfLittleEnergyExplain(draft, minGap)
}

/** A kilojoule value in the field of the kilocalories. The ratio alone proves little: a beer of 42 kcal and
    2.5 g carbs has it, and so have macros that were copied per serving of some 24 g. But those weigh less than
    the serving; nothing has more than 935 kcal; and one number in both fields can only be the kilojoules. */
export function energyIsInKilojoules(draft: CandidateFood): boolean {
  const energy = draft.calories_kcal
  if (energy === null || !macrosAreKnown(draft)) return false
  if (draft.quality_flags.some(note => note.rule === 'energy-from-kj')) return false
  const given = plainEnergy(draft)
  const off = Math.abs(energy / kilojoulesAKilocalorie - given)
  if (energy > maxEnergy || energy === otherKilojoules(draft)) return off <= 0.2 * given
  return off <= 0.1 * given && given > minGap && macrosWeight(draft) > heaviestServingOfThatRatio
}

// 100 g ÷ 4.184 ÷ 0.9: the serving in which macros copied per serving still give a ratio within 10 % of 4.184.
const heaviestServingOfThatRatio = 27

/** The kilojoules of a label whose kilocalories say something else, as normalising noted them. */
function otherKilojoules(draft: CandidateFood): number | null {
  for (const note of draft.quality_flags) {
    if (note.rule === 'energy-disagrees' && typeof note.found === 'number') return note.found
  }
  return null
}

/** Two energies on one label. Where the macros are known, Open Food Facts often computes the kilojoules from them:
    then they are no second witness, and prove sugar-free gum wrong that is right. */
export const energiesContradict = (draft: CandidateFood) =>
  draft.calories_kcal !== null && !macrosAreKnown(draft) && otherKilojoules(draft) !== null

function alcoholExplains(draft: CandidateFood, gap: number): boolean {
  if (gap > maxEnergyFromAlcohol) return false
  const energy = draft.calories_kcal ?? 0
  const { macros, from, to } = spiritsWithoutMacros
  if (macrosWeight(draft) < macros && energy >= from && energy <= to) return true
  return namesAlcoholOrAcid(draft)
}

function carbsOfLittleEnergyExplain(draft: CandidateFood, slack: number): boolean {
  if ((draft.calories_kcal ?? 0) < energyBesideCarbs(draft) - slack) return false
  return isPureSweetener(draft) || namesCarbsOfLittleEnergy(draft)
}

/** Carbohydrates, none of them sugar, and nothing else: erythritol and its like. Starch brings some protein. */
function isPureSweetener(draft: CandidateFood): boolean {
  const { carbs_g: carbs, sugar_g: sugar, fat_g: fat, protein_g: protein } = draft
  return carbs !== null && carbs >= 50 && sugar !== null && sugar <= 0.5 && !(fat && fat > 0.5) && !protein
}
