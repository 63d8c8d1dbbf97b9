import type { Food } from './client.ts'

export const nutrientNames = [
  'calories_kcal',
  'protein_g',
  'fat_g',
  'carbs_g',
  'fiber_g',
  'sugar_g',
  'sodium_mg',
  'saturated_fat_g',
  'cholesterol_mg',
  'potassium_mg',
] as const satisfies (keyof Food)[]

export type Nutrients = { [name in (typeof nutrientNames)[number]]: number | null }

export type Portion = { grams: number } & Nutrients

/** The nutrients of that many grams: value per 100 g × grams ÷ 100. Unknown values stay null and are never zero. */
export function portion(food: Partial<Nutrients>, grams: number): Portion {
  if (!Number.isFinite(grams) || grams < 0)
    throw new RangeError(`grams is ${grams}; it must be a number of at least 0`)
  const scaled = nutrientNames.map(name => {
    const per100g = food[name] ?? null
    return [name, per100g === null ? null : (per100g * grams) / 100]
  })
  return { grams, ...(Object.fromEntries(scaled) as Nutrients) }
}
