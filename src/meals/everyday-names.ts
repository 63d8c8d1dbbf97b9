// Which everyday food people mean by a name: "rice" on a plate is the cooked one.
import { categoryTrail } from '../food/categories.ts'
import { type EverydayFood, everydayFoods, everydayLanguages } from '../food/everyday-foods.ts'
import type { Food } from '../food/food.ts'
import { isIllustration } from '../food/illustrations.ts'
import { baseForm } from '../language/inflection.ts'
import { tokenize } from '../language/tokenize.ts'
import { cookedStates } from '../search/query/attributes.ts'
import { stopWords } from '../search/query/query-words.ts'

/** In any order, unless words link them: a hot dog in a bun is no hot dog bun. */
const keyOf = (name: string): string => {
  const words = tokenize(name)
  const bases = words.map(baseForm)
  return (words.some(word => stopWords.has(word)) ? bases : bases.sort()).join(' ')
}

const byName = new Map<string, EverydayFood>()
// Of the foods that share a name, the one that is eaten more; of the languages, English first.
const byPopularity = [...everydayFoods].sort((one, other) => other.popularity - one.popularity)
for (const language of everydayLanguages)
  for (const food of byPopularity)
    for (const name of food.names[language]) {
      const key = keyOf(name)
      if (!byName.has(key)) byName.set(key, food)
    }

export const everydayFoodNamed = (words: string): EverydayFood | null => byName.get(keyOf(words)) ?? null

export const displayNameOf = ({ names, id }: EverydayFood): string => names.en[0] ?? id

/** Whether a food of the catalog shows this everyday food. */
export const isEverydayFood = (food: Food, everyday: EverydayFood): boolean =>
  isIllustration(food.image_url) && food.name === displayNameOf(everyday)

/** Others are sold as they are eaten: bread is baked, but nobody calls it cooked. */
const staples = new Set(['Grains', 'Pasta', 'Legumes', 'Meat', 'Seafood', 'Vegetables'])

/** Whether it is sold raw, but people mean the cooked food when they say nothing about it. */
export const isEatenCooked = ({ state, category }: EverydayFood): boolean =>
  cookedStates.has(state) && staples.has(categoryTrail(category)[0] ?? '')
