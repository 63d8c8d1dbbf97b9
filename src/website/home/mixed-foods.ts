import { categoryTrail } from '../../food/categories.ts'
import type { Food } from '../../food/food.ts'
import { macronutrients } from '../../food/nutrients.ts'

/** Has some of everything: neither water nor salt. */
export const isVaried = (food: Food): boolean => macronutrients.every(nutrient => (food[nutrient] ?? 0) > 0)

const wordsIn = ({ name }: Food) => name.split(' ').length

/**
 * So many of these popular foods, each of another kind while there are kinds left. A food that everybody knows has a short name:
 * "Baguette" rather than "White bread, sliced".
 */
export function mixedFoods(popular: readonly Food[], count: number): Food[] {
  const kinds = new Set<string | undefined>()
  const bestKnown = popular
    .filter(isVaried)
    .toSorted((one, other) => wordsIn(one) - wordsIn(other))
    .filter(({ category }) => {
      const [kind] = category === null ? [] : categoryTrail(category)
      return !kinds.has(kind) && kinds.add(kind)
    })
  return [...new Set([...bestKnown, ...popular])].slice(0, count)
}
