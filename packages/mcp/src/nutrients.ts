// Amounts of nutrients and their sums. Unknown values stay null: a sum with an unknown part is unknown.
import { type FoodDetails, type Nutrients, nutrientNames } from '@larder/client'

/** By the names of the API, which end with the unit. */
export type Amounts = Record<string, number | null>

const macronutrients = ['protein_g', 'fat_g', 'carbs_g'] as const

/** A food without energy, or with fewer than two macronutrients, is never proposed. */
export function hasUsableValues(food: Partial<Nutrients>): boolean {
  const known = macronutrients.filter(name => (food[name] ?? null) !== null)
  return (food.calories_kcal ?? null) !== null && known.length >= 2
}

/** The nutrients of a food, and `further` ones that only its details state. */
export function amountsOf(
  food: Partial<Nutrients>,
  grams = 100,
  details: FoodDetails | null = null,
  further: readonly string[] = [],
): Amounts {
  const stated: Amounts = { ...details?.nutrients, ...food }
  return byName([...nutrientNames, ...further], name => {
    const per100g = stated[name] ?? null
    return per100g === null ? null : (per100g * grams) / 100
  })
}

interface Sum {
  /** Null where any item's value is unknown. */
  total: Amounts
  /** The sum of the known values; null where all are unknown. */
  known: Amounts
}

/** `null` as an item: one whose nutrients are all unknown. */
export function sumAmounts(items: readonly (Amounts | null)[], further: readonly string[] = []): Sum {
  const names = [...nutrientNames, ...further]
  const valuesOf = (name: string) => items.map(item => item?.[name] ?? null)
  const knownSum = (name: string) => {
    const known = valuesOf(name).filter(value => value !== null)
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
  }
  return {
    total: byName(names, name => (valuesOf(name).includes(null) ? null : knownSum(name))),
    known: byName(names, knownSum),
  }
}

function byName(names: readonly string[], value: (name: string) => number | null): Amounts {
  return Object.fromEntries(
    names.map(name => {
      const number = value(name)
      // Enough digits for a day's total without the noise of floating point.
      return [name, number === null ? null : Math.round(number * 100) / 100]
    }),
  )
}
