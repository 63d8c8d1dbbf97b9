// From what an assistant says ("2 large", "scrambled egg") to a food, grams and nutrients.
import { type Food, LarderError, type Meal, type Nutrients } from '@larder/client'
import { gramsOf, unitOf, unitsFor } from '@larder/portions'
import { type FoodReader, quoted } from './catalog-text.ts'
import { ToolError } from './errors.ts'
import { hasUsableValues, nutrientsOf } from './nutrients.ts'

export interface MealItem {
  food_id?: number | undefined
  name?: string | undefined
  amount: number
  unit: string
}

export interface ResolvedItem {
  food: Food
  alternatives: Food[]
  grams: number
  nutrients: Nutrients
  /** What was taken for granted: which food, how many grams. */
  assumptions: string[]
}

interface UnresolvedItem {
  food: Food | null
  /** What is missing, and what to do. */
  problem: string
}

export type ItemResult = ResolvedItem | UnresolvedItem

export const isResolved = (item: ItemResult): item is ResolvedItem => 'grams' in item

export async function resolveItem(
  client: FoodReader,
  item: MealItem,
  signal?: AbortSignal,
): Promise<ItemResult> {
  return item.food_id === undefined
    ? await resolveName(client, item, item.name ?? '', signal)
    : await resolveId(client, item, item.food_id, signal)
}

/** Larder chooses the food together with its weight. */
async function resolveName(
  client: FoodReader,
  item: MealItem,
  name: string,
  signal?: AbortSignal,
): Promise<ItemResult> {
  const unit = unitOf(item.unit, name)
  const found = await findFood(client, name, `${item.amount} ${unit ?? 'serving'}`, signal)
  if (found === null)
    return {
      food: null,
      problem: `No food with usable values matches "${name}". Try a plainer name ("white rice, cooked"), or split a dish into its ingredients.`,
    }
  const { food, alternatives, assumed } = found
  const isUnderstood = unit !== undefined && found.unit === unit
  const grams = isUnderstood ? found.grams : (gramsOf(food, item.amount, item.unit)?.grams ?? null)
  if (unit === undefined || grams === null) return { food, problem: unknownUnit(food, item) }
  const doubt = found.confidence < doubtful ? [`"${name}" may mean another food: check it`] : []
  const assumptions = [...assumed, ...doubt]
  return { food, alternatives, grams, nutrients: nutrientsOf(food, grams), assumptions }
}

const doubtful = 0.4

type FoundFood = Meal['items'][number] & { food: Food }

/** The food that a name means, weighed; null if there is none. Quotes keep a name with commas whole. */
export async function findFood(
  client: Pick<FoodReader, 'meal'>,
  name: string,
  amount: string,
  signal?: AbortSignal,
): Promise<FoundFood | null> {
  const { items } = await readMeal(client, `${amount} "${name.replaceAll('"', ' ')}"`, signal)
  const [item] = items
  return item?.food ? { ...item, food: item.food } : null
}

async function readMeal(
  client: Pick<FoodReader, 'meal'>,
  sentence: string,
  signal?: AbortSignal,
): Promise<Meal> {
  try {
    return await client.meal(sentence, { signal })
  } catch (error) {
    // Unknown paths are 401; with an invalid key every path is.
    if (error instanceof LarderError && error.status === 401)
      throw new ToolError(
        'The service does not offer /meals, or the API key is invalid. Check LARDER_API_KEY, use a newer Larder, or give the food_id of each food.',
      )
    throw error
  }
}

async function resolveId(
  client: FoodReader,
  item: MealItem,
  id: number,
  signal?: AbortSignal,
): Promise<ItemResult> {
  const food = await client.food(id, { signal })
  if (food === null) return { food, problem: `There is no food with id ${id}. Find one with search_foods.` }
  if (!hasUsableValues(food))
    return {
      food,
      problem: `${titleOf(food)} has no usable nutrition values. Find another food with search_foods.`,
    }
  const portion = gramsOf(food, item.amount, item.unit)
  if (portion === null) return { food, problem: unknownUnit(food, item) }
  const { grams, basis } = portion
  const assumptions = basis === 'weight' ? [] : [basis]
  return { food, alternatives: [], grams, nutrients: nutrientsOf(food, grams), assumptions }
}

function unknownUnit(food: Food, { amount, unit }: MealItem): string {
  const known = unitsFor(food).map(each => each.unit)
  return `The weight of ${amount} ${unit} of ${titleOf(food)} is unknown. Give the amount in g, or in one of: ${known.join(', ')}.`
}

export function titleOf({ name, brand }: Pick<Food, 'name' | 'brand'>): string {
  return brand ? `${quoted(name)} (${quoted(brand)})` : quoted(name)
}
