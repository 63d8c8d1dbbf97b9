// How everyday foods are shown and eaten.
import { categoryTrail } from '../food/categories.ts'
import type { EverydayFood } from '../food/everyday-foods.ts'
import { everydayFoodNamed } from '../food/everyday-names.ts'
import type { Food } from '../food/food.ts'
import { isIllustration } from '../food/illustrations.ts'
import { tokenize } from '../language/tokenize.ts'
import { cookedStates } from '../search/query/attributes.ts'
import { states } from '../search/query/query-words.ts'

export const displayNameOf = ({ names, id }: EverydayFood): string => names.en[0] ?? id

/** Whether a food of the catalog shows this everyday food. */
export const isEverydayFood = (food: Food, everyday: EverydayFood): boolean =>
  isIllustration(food.image_url) && food.name === displayNameOf(everyday)

/** What a recipe means by a name: flour, eggs and rice as they come from the shop. */
export function rawFoodNamed(words: string, language: string | null): EverydayFood | null {
  const food = everydayFoodNamed(words, language)
  const isStateSaid = tokenize(words).some(word => states.has(word))
  if (food === null || isStateSaid || !cookedStates.has(food.state)) return food
  const raw = food.names.en
    .flatMap(name => [`raw ${name}`, `dry ${name}`])
    .map(name => everydayFoodNamed(name, 'en'))
  return raw.find(each => each !== null && !cookedStates.has(each.state)) ?? food
}

/** Others are sold as they are eaten: bread is baked, but nobody calls it cooked. */
const staples = new Set(['Grains', 'Pasta', 'Legumes', 'Meat', 'Seafood', 'Vegetables'])

/** Whether it is sold raw, but people mean the cooked food when they say nothing about it. */
export const isEatenCooked = ({ state, category }: EverydayFood): boolean =>
  cookedStates.has(state) && staples.has(categoryTrail(category)[0] ?? '')
