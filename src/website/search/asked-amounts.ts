// The amount that a search names, for each food that it found: of "2 boiled eggs", two eggs of each kind.
import type { PortionsReader } from '../../catalog/food-portions.ts'
import type { Food } from '../../food/food.ts'
import { weigh } from '../../meals/weigh.ts'
import type { MealPart } from '../../search/query/parse-meal.ts'
import { askedPortion, optionsOf } from '../food/asked-portion.ts'
import type { Portion } from '../food/portion.ts'
import type { Locale } from '../i18n/locales.ts'

/** By id; without the foods of which the weight of the unit is unknown. Null if no amount is named. */
export type AskedAmounts = ReadonlyMap<number, Portion> | null

/** The foods have the names of the catalog. */
export async function askedAmounts(
  portionsOf: PortionsReader,
  parts: readonly MealPart[],
  foods: readonly Food[],
  locale: Locale,
): Promise<AskedAmounts> {
  const [part, ...others] = parts
  if (part === undefined || others.length > 0 || !part.isMeasured || foods.length === 0) return null
  const portions = await portionsOf(foods.map(({ id }) => id))
  const amounts = new Map<number, Portion>()
  for (const food of foods) {
    const known = portions.get(food.id)
    const weight = weigh(food, known?.portions ?? [], part)
    const said = { amount: part.amount, unit: part.unit ?? part.size }
    const portion = weight && askedPortion(weight.grams, said, optionsOf(food, known, locale))
    if (portion) amounts.set(food.id, portion)
  }
  return amounts
}
