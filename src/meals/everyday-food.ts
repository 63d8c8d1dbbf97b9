// How everyday foods are shown and eaten.
import { categoryTrail } from '../food/categories.ts'
import type { EverydayFood } from '../food/everyday-foods.ts'
import type { Food } from '../food/food.ts'
import { isIllustration } from '../food/illustrations.ts'
import { cookedStates } from '../search/query/attributes.ts'

export const displayNameOf = ({ names, id }: EverydayFood): string => names.en[0] ?? id

/** Whether a food of the catalog shows this everyday food. */
export const isEverydayFood = (food: Food, everyday: EverydayFood): boolean =>
  isIllustration(food.image_url) && food.name === displayNameOf(everyday)

/** Others are sold as they are eaten: bread is baked, but nobody calls it cooked. */
const staples = new Set(['Grains', 'Pasta', 'Legumes', 'Meat', 'Seafood', 'Vegetables'])

/** Whether it is sold raw, but people mean the cooked food when they say nothing about it. */
export const isEatenCooked = ({ state, category }: EverydayFood): boolean =>
  cookedStates.has(state) && staples.has(categoryTrail(category)[0] ?? '')
