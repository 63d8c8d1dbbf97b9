// From what an assistant says ("2 large scrambled eggs", or a food that it has chosen) to a food, grams and what was assumed.
import { type Food, LarderError } from '@larder/client'
import { gramsOf, unitsFor } from '@larder/portions'
import { type FoodReader, quoted } from './catalog-text.ts'
import { ToolError } from './errors.ts'
import { hasUsableValues } from './nutrients.ts'

export interface ChosenItem {
  food_id: number
  amount: number
  unit: string
}

export interface WeighedItem {
  text: string
  food: Food | null
  grams: number | null
  assumptions: string[]
  /** Why it could not be counted, and what to do. */
  problem: string | null
  alternatives: Food[]
}

const doubtful = 0.4

/** Larder splits the sentence, and chooses each food together with its weight. */
export async function readMeal(
  client: Pick<FoodReader, 'meal'>,
  sentence: string,
  signal: AbortSignal,
): Promise<WeighedItem[]> {
  const { items } = await client.meal(sentence, { signal }).catch((error: unknown) => {
    // Unknown paths are 401; with an invalid key every path is.
    if (error instanceof LarderError && error.status === 401)
      throw new ToolError(
        'The service does not offer /meals, or the API key is invalid. Check LARDER_API_KEY, use a newer Larder, or give items by food_id.',
      )
    throw error
  })
  return items.map(({ text, food, grams, assumed, alternatives, confidence }) => ({
    text,
    food,
    grams,
    alternatives,
    assumptions:
      confidence < doubtful && food ? [...assumed, `"${text}" may mean another food: check it`] : assumed,
    problem:
      food === null
        ? `No food with usable values matches "${text}". Try a plainer name, or split a dish into its ingredients.`
        : grams === null
          ? unknownWeight(food, text)
          : null,
  }))
}

export async function weighItem(
  client: Pick<FoodReader, 'food'>,
  { food_id: id, amount, unit }: ChosenItem,
  signal: AbortSignal,
): Promise<WeighedItem> {
  const food = await client.food(id, { signal })
  const text = `${amount} ${unit} ${food === null ? `of food ${id}` : quoted(food.name)}`
  const portion = food && hasUsableValues(food) ? gramsOf(food, amount, unit) : null
  const problem =
    food === null
      ? `There is no food with id ${id}. Find one with search_foods.`
      : !hasUsableValues(food)
        ? `${titleOf(food)} has no usable nutrition values. Find another food with search_foods.`
        : portion === null
          ? unknownWeight(food, `${amount} ${unit}`)
          : null
  const assumptions = portion === null || portion.basis === 'weight' ? [] : [portion.basis]
  return { text, food, grams: portion?.grams ?? null, assumptions, problem, alternatives: [] }
}

function unknownWeight(food: Food, text: string): string {
  const known = unitsFor(food).map(each => each.unit)
  return `The weight of ${text} is unknown for ${titleOf(food)}. Give the amount in g, or in one of: ${known.join(', ')}.`
}

/** The food that a name means, and what was assumed; null if there is none with usable values. */
export async function findFood(
  client: Pick<FoodReader, 'meal'>,
  name: string,
  signal: AbortSignal,
): Promise<Pick<WeighedItem, 'food' | 'assumptions'>> {
  // Quotes keep a name with commas whole.
  const [item] = await readMeal(client, `100 g "${name.replaceAll('"', ' ')}"`, signal)
  return item?.food ? item : { food: null, assumptions: [] }
}

export function titleOf({ name, brand }: Pick<Food, 'name' | 'brand'>): string {
  return brand ? `${quoted(name)} (${quoted(brand)})` : quoted(name)
}
