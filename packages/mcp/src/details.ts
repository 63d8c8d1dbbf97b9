// What the details of a food add: vitamins, minerals, ingredients, allergens and portions. A service without them still answers the rest.
import { type Food, type FoodDetails, LarderError } from '@larder/client'
import type { FoodReader } from './catalog-text.ts'
import { ToolError } from './errors.ts'

/** Null if the service does not offer details. */
export async function readDetails(
  client: Pick<FoodReader, 'details'>,
  id: number,
  signal: AbortSignal,
): Promise<FoodDetails | null> {
  try {
    return await client.details(id, { signal })
  } catch (error) {
    // Unknown paths are 401; an invalid key has failed before.
    if (error instanceof LarderError && error.status === 401) return null
    throw error
  }
}

/** The details of the foods, if something in them was asked for. */
export async function readFurther(
  client: Pick<FoodReader, 'details'>,
  foods: readonly Food[],
  further: readonly string[],
  signal: AbortSignal,
): Promise<Map<number, FoodDetails>> {
  const found = new Map<number, FoodDetails>()
  if (further.length === 0) return found
  const ids = [...new Set(foods.map(({ id }) => id))]
  for (const details of await Promise.all(ids.map(id => readDetails(client, id, signal))))
    if (details !== null) found.set(details.food.id, details)
  const [any] = found.values()
  if (foods.length > 0 && any === undefined)
    throw new ToolError('This service does not offer vitamins and minerals.')
  const unknown =
    any === undefined ? [] : further.filter(name => !(name in any.nutrients) && !(name in any.food))
  if (unknown.length > 0)
    throw new ToolError(
      `There is no nutrient ${unknown.join(', ')}. Ask for some of: ${Object.keys(any?.nutrients ?? {}).join(', ')}.`,
    )
  return found
}
