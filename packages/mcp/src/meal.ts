// From what an assistant says ("2 large", "scrambled egg") to a food, grams and nutrients.
import type { Food, Nutrients } from '@larder/client'
import { gramsOf, unitsFor } from '@larder/portions'
import { type FoodReader, quoted } from './catalog-text.ts'
import { chooseFood, doubtfulScore } from './choose-food.ts'
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
  const found = await findItem(client, item, signal)
  if ('problem' in found) return found
  const { food, alternatives, assumptions } = found
  const portion = gramsOf(food, item.amount, item.unit) ?? gramsOfName(item)
  if (portion === null) return { food, problem: unknownUnit(food, item) }
  return {
    food,
    alternatives,
    grams: portion.grams,
    nutrients: nutrientsOf(food, portion.grams),
    assumptions: portion.basis === 'weight' ? assumptions : [...assumptions, portion.basis],
  }
}

type FoundItem = Pick<ResolvedItem, 'food' | 'alternatives' | 'assumptions'> | UnresolvedItem

async function findItem(client: FoodReader, item: MealItem, signal?: AbortSignal): Promise<FoundItem> {
  if (item.food_id !== undefined) {
    const food = await client.food(item.food_id, { signal })
    if (food === null)
      return { food, problem: `There is no food with id ${item.food_id}. Find one with search_foods.` }
    if (!hasUsableValues(food))
      return {
        food,
        problem: `${titleOf(food)} has no usable nutrition values. Find another food with search_foods.`,
      }
    return { food, alternatives: [], assumptions: [] }
  }
  const name = item.name ?? ''
  const choice = await chooseFood(client, name, signal)
  if (choice === null) {
    const problem = `No food with usable values matches "${name}". Try a plainer name ("white rice, cooked"), or split a dish into its ingredients.`
    return { food: null, problem }
  }
  const doubt = choice.score < doubtfulScore ? ', which may not be what was meant: check it' : ''
  return {
    food: choice.food,
    alternatives: choice.alternatives,
    assumptions: [`"${name}" taken as ${titleOf(choice.food)}${doubt}`],
  }
}

/** A branded product may have a name that says little; the words of the request say what it is. */
const gramsOfName = ({ name, amount, unit }: MealItem) =>
  name === undefined ? null : gramsOf({ name }, amount, unit)

function unknownUnit(food: Food, { amount, unit }: MealItem): string {
  const known = unitsFor(food).map(each => each.unit)
  return `The weight of ${amount} ${unit} of ${titleOf(food)} is unknown. Give the amount in g, or in one of: ${known.join(', ')}.`
}

export function titleOf({ name, brand }: Pick<Food, 'name' | 'brand'>): string {
  return brand ? `${quoted(name)} (${quoted(brand)})` : quoted(name)
}
