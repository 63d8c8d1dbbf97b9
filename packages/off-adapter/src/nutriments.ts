// Nutrients as Open Food Facts names and measures them: everything in grams, energy in kJ and in kcal.
import type { Food, FoodDetails } from '@larder/client'
import { micronutrientUnits } from './micronutrient-units.ts'
import { nutrientUnits } from './nutrient-units.ts'

interface Nutrient {
  name: string
  unit: 'g' | 'kJ' | 'kcal'
  per100g: number
}

type Convert = (food: Food) => number | null

const times = (value: number | null, factor: number): number | null =>
  value === null ? null : value * factor

export const kilojoulesPerKilocalorie = 4.184

/** Grams per milligram. Regulation (EU) 1169/2011: salt is sodium × 2.5. */
export const saltPerSodium = 0.0025

/** Open Food Facts converts with the same factor and rounds to whole kJ; one decimal keeps small values apart. */
const kilojoules: Convert = food => {
  const value = times(food.calories_kcal, kilojoulesPerKilocalorie)
  return value === null ? null : Math.round(value * 10) / 10
}

/** Those of Open Food Facts that Larder does not state as a field. */
const derived: [name: string, unit: Nutrient['unit'], convert: Convert][] = [
  // `energy` without a unit in its name is in kJ, whatever unit the label uses.
  ['energy', 'kJ', kilojoules],
  ['energy-kj', 'kJ', kilojoules],
  ['salt', 'g', food => times(food.sodium_mg, saltPerSodium)],
]

const nutrients = [
  ...derived,
  ...nutrientUnits.map(({ name, unit, field, factor }): (typeof derived)[number] => [
    name,
    unit,
    food => times(food[field], factor),
  ]),
]

/** The nutrients that are known; one that is not known is left out and never zero. */
function nutrientsOf(food: Food, details: FoodDetails | null): Nutrient[] {
  const ofFood = nutrients.flatMap(([name, unit, convert]) => known(name, unit, convert(food)))
  if (details === null) return ofFood
  const ofDetails = micronutrientUnits.flatMap(({ name, field, factor }) =>
    known(name, 'g', times(details.nutrients[field] ?? null, factor)),
  )
  return [...ofFood, ...ofDetails]
}

function known(name: string, unit: Nutrient['unit'], value: number | null): Nutrient[] {
  return value === null ? [] : [{ name, unit, per100g: withoutNoise(value) }]
}

/** The `nutriments` of API versions before 3.5. */
export function nutrimentsOf(food: Food, details: FoodDetails | null): Record<string, number | string> {
  const nutriments: Record<string, number | string> = {}
  for (const { name, unit, per100g } of nutrientsOf(food, details)) {
    nutriments[name] = per100g
    nutriments[`${name}_100g`] = per100g
    nutriments[`${name}_value`] = per100g
    nutriments[`${name}_unit`] = unit
    if (food.serving_size_g !== null)
      nutriments[`${name}_serving`] = withoutNoise((per100g * food.serving_size_g) / 100)
  }
  return nutriments
}

/** The `nutrition` that replaced `nutriments` in API version 3.5. */
export function nutritionOf(food: Food, details: FoodDetails | null) {
  const values = nutrientsOf(food, details).map(({ name, unit, per100g }) => [name, { unit, value: per100g }])
  return {
    ...(values.length > 0 && {
      aggregated_set: { nutrients: Object.fromEntries(values), per: '100g', preparation: 'as_sold' },
    }),
    input_sets: [],
  }
}

/** 7.919999999999999 becomes 7.92; no source states six significant digits. */
function withoutNoise(value: number): number {
  return Number(value.toPrecision(6))
}
