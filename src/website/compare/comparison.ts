// Which foods are compared, and which of their values is the best.
import type { Food } from '../../food/food.ts'
import { type Nutrient, nutrientTable } from '../../food/nutrients.ts'
import { estimateSource } from '../../food/sources.ts'

export const maxComparedFoods = 4

export interface Comparison {
  ids: number[]
  /** Empty: no search for a food to add. */
  add: string
  per: 'serving' | '100g'
}

/** Ids separated by commas; what is no id is ignored. */
export function readIds(value: string): { ids: number[]; isCut: boolean } {
  const ids = value
    .slice(0, 200)
    .split(',')
    .map(each => each.trim())
    .filter(each => /^[1-9]\d{0,14}$/.test(each))
    .map(Number)
  const unique = [...new Set(ids)]
  return { ids: unique.slice(0, maxComparedFoods), isCut: unique.length > maxComparedFoods }
}

export function comparePath({ ids, add = '', per = '100g' }: Partial<Comparison>): string {
  const parameters = [
    ...(ids && ids.length > 0 ? [`foods=${ids.join(',')}`] : []),
    ...(per === 'serving' ? ['per=serving'] : []),
    ...(add === '' ? [] : [`add=${encodeURIComponent(add)}`]),
  ]
  return parameters.length === 0 ? '/compare' : `/compare?${parameters.join('&')}`
}

/** Where less or more is clearly better. Carbohydrates, cholesterol and potassium have no winner. */
const better: Partial<Record<Nutrient, 'less' | 'more'>> = {
  calories_kcal: 'less',
  protein_g: 'more',
  sugar_g: 'less',
  fat_g: 'less',
  saturated_fat_g: 'less',
  fiber_g: 'more',
  sodium_mg: 'less',
}

/** As shown: grams with one decimal, kilocalories and milligrams without. */
export const decimalsOf = (nutrient: Nutrient): 0 | 1 => (nutrientTable[nutrient].unit === 'g' ? 1 : 0)

/**
 * The foods with the best value per 100 g: none unless at least two are known and they differ as shown. Estimates do not
 * take part.
 */
export function bestFoods(foods: Food[], nutrient: Nutrient): Set<number> {
  const direction = better[nutrient]
  const factor = 10 ** decimalsOf(nutrient)
  const values = foods.flatMap(food => {
    const value = food[nutrient]
    return value === null || food.source === estimateSource
      ? []
      : { id: food.id, shown: Math.round(value * factor) }
  })
  const shown = values.map(value => value.shown)
  if (direction === undefined || new Set(shown).size < 2) return new Set()
  const best = direction === 'less' ? Math.min(...shown) : Math.max(...shown)
  return new Set(values.filter(value => value.shown === best).map(({ id }) => id))
}

/** Two foods of the same category for each of the first categories with two well documented foods. */
export function examplePairs(foods: Food[], maxPairs: number): [Food, Food][] {
  const usable = foods.filter(
    ({ category, calories_kcal, source }) =>
      category !== null && calories_kcal !== null && source !== estimateSource,
  )
  return [...Map.groupBy(usable, ({ category }) => category).values()]
    .flatMap(([one, ...others]): [Food, Food][] => {
      const other = others.find(each => each.name !== one?.name)
      return one && other ? [[one, other]] : []
    })
    .slice(0, maxPairs)
}
