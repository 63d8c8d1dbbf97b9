// Traits of a food by the words of its name and category. A trait alone never flags a value: it is consulted only when the
// values would contradict it.
import { type FoodTrait, traitPatterns } from '../../language/word-lists.ts'
import type { CandidateFood } from '../candidate-food.ts'
import { namesKeyword, namesLowEnergyCarbs } from './exemption-keywords.ts'

const matcher = (trait: FoodTrait) => namesKeyword(traitPatterns(trait))

type Names = (candidate: CandidateFood) => boolean

const except =
  (names: Names, exception: Names): Names =>
  candidate =>
    names(candidate) && !exception(candidate)

/** Jam, honey, juice, yogurt, dried fruit: some of their carbohydrates are sugar. Some are in the category of sweeteners. */
export const isSugary = except(matcher('sugary'), candidate =>
  namesLowEnergyCarbs({ ...candidate, category: null }),
)

/** Butter, cheese, chocolate, sausage: a large part of their fat is saturated. */
export const hasSaturatedFat = matcher('saturated_fat')

/** Coconut, creamer, icing: nearly all of their fat is saturated. */
export const isNearlySaturated = matcher('nearly_saturated')

/** Not those without added sugar. */
export const isWithoutSugar = matcher('without_sugar')

const namesSalted = matcher('salted')

/** Ham, salami, feta, soy sauce. */
export const isSalty = except(matcher('salty'), matcher('unsalted'))

/** Pizza, soup, crisps: they are hardly sold without salt. */
export const isSalted = except(candidate => isSalty(candidate) || namesSalted(candidate), matcher('unsalted'))

/** Vegetables, pulses, oats, nuts, dark chocolate; juice, milk or oil made from them has no fibre. */
export const isRichInFiber = except(except(matcher('fiber_rich'), matcher('fiber_poor')), candidate =>
  condiment(candidate),
)

/** They have protein and hardly any sodium. */
export const isSoyOrPowder = matcher('soy_and_powders')

export const isUnsalted = matcher('unsalted')

// Sauces and seasonings named after the meat, fish or cheese that they go with.
const condiment = matcher('condiments')

export const isRichInProtein = except(matcher('protein_rich'), condiment)

/** Meat, cheese, milk, chocolate, jam and juice: they are not sold in brine. */
export const isNeverPickled = except(
  candidate => hasSaturatedFat(candidate) || isRichInProtein(candidate) || isSugary(candidate),
  condiment,
)

/** Biscuits, crisps, sweets: they hardly contain water. */
export const isDry = except(matcher('dry'), matcher('moist'))

const notReadyToDrink = matcher('not_ready_to_drink')
export const isBeer = except(matcher('beers'), notReadyToDrink)
export const isSoftDrink = except(matcher('soft_drinks'), notReadyToDrink)
