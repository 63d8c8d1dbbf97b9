// Nutrients per portion and their sums. Unknown values stay null: a sum with an unknown part is unknown.
import { type Nutrients, nutrientNames, portion } from '@larder/client'

type NutrientName = (typeof nutrientNames)[number]

const macronutrients = ['protein_g', 'fat_g', 'carbs_g'] as const

/** A food without energy, or with fewer than two macronutrients, is never proposed. */
export function hasUsableValues(food: Partial<Nutrients>): boolean {
  const known = macronutrients.filter(name => (food[name] ?? null) !== null)
  return (food.calories_kcal ?? null) !== null && known.length >= 2
}

function mapNutrients(value: (name: NutrientName) => number | null): Nutrients {
  const entries = nutrientNames.map(name => {
    const number = value(name)
    return [name, number === null ? null : round(number)] as const
  })
  return Object.fromEntries(entries) as Nutrients
}

export const nutrientsPer100g = (food: Partial<Nutrients>): Nutrients =>
  mapNutrients(name => food[name] ?? null)

export function nutrientsOf(food: Partial<Nutrients>, grams: number): Nutrients {
  const nutrients = portion(food, grams)
  return mapNutrients(name => nutrients[name])
}

export interface NutrientSum {
  /** Null where any item's value is unknown. */
  total: Nutrients
  /** The sum of the known values; null where all are unknown. */
  known: Nutrients
}

/** `null` as an item: one whose nutrients are all unknown. */
export function sumNutrients(items: (Nutrients | null)[]): NutrientSum {
  const valuesOf = (name: NutrientName) => items.map(item => item?.[name] ?? null)
  const knownSum = (values: (number | null)[]) => {
    const known = values.filter(value => value !== null)
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
  }
  return {
    total: mapNutrients(name => (valuesOf(name).includes(null) ? null : knownSum(valuesOf(name)))),
    known: mapNutrients(name => knownSum(valuesOf(name))),
  }
}

/** Enough digits for a day's total without the noise of floating point. */
function round(value: number): number {
  return Math.round(value * 100) / 100
}
