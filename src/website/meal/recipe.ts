// Servings and cooked weight, which make a meal a recipe.

const maxServings = 100
const maxCookedGrams = 100_000

/** Undefined if nothing is typed, null if it is no number in these bounds. */
type Typed = number | null | undefined

export interface Recipe {
  servings: Typed
  cooked: Typed
}

export const readRecipe = ({ servings, cooked }: { servings: string; cooked: string }): Recipe => ({
  servings: readNumber(servings, maxServings),
  cooked: readNumber(cooked, maxCookedGrams),
})

function readNumber(text: string, max: number): Typed {
  if (text === '') return undefined
  const value = /^\d{1,6}(?:[.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : 0
  return value > 0 && value <= max ? value : null
}

export const recipeLimits = { maxServings, maxCookedGrams }
