import { nutrientNames } from './nutrient-names.ts'

export type Nutrients = { [name in (typeof nutrientNames)[number]]: number | null }

export type Portion = { grams: number } & Nutrients

/** The nutrients of that many grams: value per 100 g × grams ÷ 100. Unknown values stay null and are never zero. */
export function portion(food: Partial<Nutrients>, grams: number): Portion {
  if (!Number.isFinite(grams) || grams < 0)
    throw new RangeError(`grams is ${grams}; it must be a number of at least 0`)
  return {
    grams,
    ...byNutrient(name => {
      const per100g = food[name] ?? null
      return per100g === null ? null : (per100g * grams) / 100
    }),
  }
}

export interface Totals extends Nutrients {
  grams: number
  /** The sums of the values that are known: at least this much, where the total is null. */
  known: { [name in keyof Nutrients]: number }
}

/** The nutrients of several portions together. A nutrient that one of them does not state is null, never a smaller sum. */
export function totals(items: readonly { food: Partial<Nutrients>; grams: number }[]): Totals {
  const portions = items.map(({ food, grams }) => portion(food, grams))
  const sum = (values: (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)
  const known = byNutrient(name => sum(portions.map(each => each[name])))
  return {
    grams: sum(items.map(({ grams }) => grams)),
    ...byNutrient(name => (portions.some(each => each[name] === null) ? null : known[name])),
    known,
  }
}

const byNutrient = <T>(get: (name: keyof Nutrients) => T) =>
  Object.fromEntries(nutrientNames.map(name => [name, get(name)])) as { [name in keyof Nutrients]: T }
