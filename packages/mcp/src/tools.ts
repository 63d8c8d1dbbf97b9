// The tools: each reads from Larder and answers with structured output and the same in words.
import { allergens, type Food, type FoodDetails, LarderError } from '@larder/client'
import { unitsFor } from '@larder/portions'
import type { CallToolResult, McpServer, ToolAnnotations } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { FoodReader } from './catalog-text.ts'
import { readDetails, readFurther } from './details.ts'
import { errorText, ToolError } from './errors.ts'
import { findFood, readMeal, type WeighedItem, weighItem } from './meal.ts'
import { type Amounts, amountsOf, hasUsableValues, sumAmounts } from './nutrients.ts'
import {
  amountsSchema,
  assumptionsSchema,
  type FoodOutput,
  foodSchema,
  furtherNutrientsSchema,
  type ItemOutput,
  itemSchema,
  toFoodOutput,
} from './schemas.ts'
import { amountsText, answerText, detailsText, foodText, itemText, matchAssumptions } from './text.ts'

export interface ToolDeps {
  client: FoodReader
  /** For error messages. */
  apiUrl: string
  /** Unexpected failures, which the assistant does not see. */
  logError: (error: unknown) => void
}

/** Larder is read-only, and answers about a catalog that changes. */
const annotations: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
}

const maxItems = 20

interface Answer<Output> {
  structured: Output
  text: string
}

interface Call {
  client: FoodReader
  signal: AbortSignal
}

interface Tool<Input extends z.ZodType, Output extends z.ZodType> {
  name: string
  title: string
  description: string
  inputSchema: Input
  outputSchema: Output
  run(input: z.output<Input>, call: Call): Promise<Answer<z.output<Output>>>
}

type Register = (server: McpServer, deps: ToolDeps) => void

function defineTool<Input extends z.ZodType, Output extends z.ZodType>(tool: Tool<Input, Output>): Register {
  const { name, title, description } = tool
  const schemas: Record<'inputSchema' | 'outputSchema', z.ZodType> = tool
  const { inputSchema, outputSchema } = schemas
  const config = { title, description, inputSchema, outputSchema, annotations }
  return (server, deps) => {
    // The server has parsed the input with the schema.
    server.registerTool(name, config, (input, { mcpReq: { signal } }) =>
      toResult(deps, () => tool.run(input as z.output<Input>, { client: deps.client, signal })),
    )
  }
}

async function toResult(
  { apiUrl, logError }: ToolDeps,
  answer: () => Promise<Answer<unknown>>,
): Promise<CallToolResult> {
  try {
    const { structured, text } = await answer()
    return {
      content: [{ type: 'text', text }],
      structuredContent: structured as Record<string, unknown>,
    }
  } catch (error) {
    const isAborted = error instanceof DOMException && error.name === 'AbortError'
    const isExpected = isAborted || error instanceof ToolError || error instanceof LarderError
    if (!isExpected) logError(error)
    return { isError: true, content: [{ type: 'text', text: errorText(error, apiUrl) }] }
  }
}

const searchFoods = defineTool({
  name: 'search_foods',
  title: 'Search foods',
  description:
    'Finds foods by name or brand, best match first, with nutrients per 100 g. For choosing a product; total_meal searches on its own.',
  inputSchema: z.object({
    query: z.string().trim().min(2).max(200),
    limit: z.number().int().min(1).max(20).default(5),
    exclude_allergens: z
      .array(z.enum(allergens))
      .optional()
      .describe('only foods that state their allergens and are free of these and their traces'),
  }),
  outputSchema: z.object({
    foods: z.array(foodSchema),
    skipped_without_values: z.number(),
    assumptions: assumptionsSchema,
  }),
  async run({ query, limit, exclude_allergens: excludeAllergens }, { client, signal }) {
    // More than asked for, since foods without values are skipped.
    const found = await client.search(query, {
      limit: Math.min(50, limit * 3),
      ...(excludeAllergens && { excludeAllergens }),
      signal,
    })
    const usable = found.filter(hasUsableValues)
    const foods = usable.slice(0, limit).map(food => toFoodOutput(food))
    const skipped = found.length - usable.length
    const assumptions = foods.length > 0 ? matchAssumptions(found) : []
    const texts = foods.length > 0 ? foods.map(foodText) : [`No food with usable values matches "${query}".`]
    return {
      structured: { foods, skipped_without_values: skipped, assumptions },
      text: answerText([...assumptions, ...texts], foods),
    }
  },
})

const getFood = defineTool({
  name: 'get_food',
  title: 'Get a food',
  description:
    'Everything about one food or product: nutrients, vitamins and minerals per 100 g, allergens, ingredients, portions. null is unknown: never conclude that an allergen is absent from it.',
  inputSchema: z
    .object({
      food_id: z.number().optional(),
      barcode: z
        .string()
        .trim()
        .regex(/^[\d\s-]{4,24}$/, 'digits only, such as 3017620422003')
        .optional(),
    })
    .refine(
      ({ food_id: id, barcode }) => (id === undefined) !== (barcode === undefined),
      'give either a food_id or a barcode',
    ),
  outputSchema: z.object({
    food: foodSchema,
    details: z
      .looseObject({
        allergens: z.array(z.string()).nullable(),
        traces: z.array(z.string()).nullable(),
        nutrients: amountsSchema,
      })
      .nullable(),
    portions: z.array(z.object({ description: z.string(), grams: z.number() })),
  }),
  async run({ food_id: id, barcode = '' }, { client, signal }) {
    const found =
      id === undefined
        ? await client.barcode(barcode.replaceAll(/[\s-]/g, ''), { signal })
        : await client.food(id, { signal })
    if (found === null)
      throw new ToolError(
        id === undefined
          ? `No product has the barcode ${barcode}. Check the digits, or search by name with search_foods.`
          : `There is no food with id ${id}. Find one with search_foods.`,
      )
    const details = await readDetails(client, found.id, signal)
    const food = toFoodOutput(found)
    const portions = portionsOf(found, details)
    const portionsLine = `Portions: ${portions.map(({ description, grams }) => `${description} = ${grams} g`).join(', ')}`
    const texts = [foodText(food), ...(details === null ? [] : [detailsText(details)]), portionsLine]
    return {
      structured: { food, details: details && withoutFood(details), portions },
      text: answerText(texts, [food], details === null ? [] : [details]),
    }
  },
})

/** Those of the food itself, then the household units whose weight is known. */
function portionsOf(food: Food, details: FoodDetails | null): { description: string; grams: number }[] {
  const own = (details?.portions ?? []).map(({ description, grams, is_usual }) => ({
    description: is_usual ? `${description} (usual, not from the label)` : description,
    grams,
  }))
  const units = unitsFor(food).map(({ unit, grams }) => ({ description: `1 ${unit}`, grams }))
  return [...own, ...units.filter(({ description }) => !own.some(each => each.description === description))]
}

/** What the answer does not have already. */
function withoutFood({ food: _, portions: __, ...details }: FoodDetails) {
  return details
}

const totalMeal = defineTool({
  name: 'total_meal',
  title: 'Nutrition of a food or a meal',
  description:
    'Nutrients of an amount of a food, or of a whole meal, in words: "2 large scrambled eggs, a slice of toast and 1 tsp butter". Say the state where it matters ("1 cup cooked rice"), and dishes without a common name as their ingredients. Foods chosen with another tool go into items.',
  inputSchema: z
    .object({
      meal: z.string().trim().min(2).max(1000).optional().describe('in English, German, French, Spanish, …'),
      items: z
        .array(
          z.object({
            food_id: z.number(),
            amount: z.number().nonnegative().max(100_000),
            unit: z
              .string()
              .max(40)
              .default('piece')
              .describe('g, oz, ml, cup, tbsp, slice, large, serving, …'),
          }),
        )
        .max(maxItems)
        .default([]),
      further_nutrients: furtherNutrientsSchema,
    })
    .refine(({ meal, items }) => meal !== undefined || items.length > 0, 'give a meal in words, or items'),
  outputSchema: z.object({
    total: amountsSchema,
    known_part: amountsSchema,
    is_complete: z.boolean(),
    unknown: z.array(z.object({ nutrient: z.string(), items: z.array(z.string()) })),
    items: z.array(itemSchema),
  }),
  async run({ meal, items, further_nutrients: further }, { client, signal }) {
    const weighed = [
      ...(meal === undefined ? [] : await readMeal(client, meal, signal)),
      ...(await Promise.all(items.map(item => weighItem(client, item, signal)))),
    ]
    if (weighed.length === 0) throw new ToolError(`No food is named in "${meal}".`)
    const foods = weighed.flatMap(({ food }) => food ?? [])
    const details = await readFurther(client, foods, further, signal)
    const outputs = weighed.map(item => toItemOutput(item, details, further))
    const { total, known } = sumAmounts(
      outputs.map(({ nutrients }) => nutrients),
      further,
    )
    const structured = {
      total,
      known_part: known,
      is_complete: outputs.every(({ problem }) => problem === null),
      unknown: unknownValues(outputs, total),
      items: outputs,
    }
    return { structured, text: mealText(structured, details) }
  },
})

const compareFoods = defineTool({
  name: 'compare_foods',
  title: 'Compare foods',
  description: 'Nutrients per 100 g of two to five foods side by side.',
  inputSchema: z.object({
    foods: z
      .array(z.union([z.number(), z.string().trim().min(2).max(200)]))
      .min(2)
      .max(5)
      .describe('ids, or names with their state: "white rice, cooked"'),
    further_nutrients: furtherNutrientsSchema,
  }),
  outputSchema: z.object({
    foods: z.array(foodSchema),
    not_found: z.array(z.string()),
    assumptions: assumptionsSchema,
  }),
  async run({ foods: requested, further_nutrients: further }, { client, signal }) {
    const chosen = await Promise.all(
      requested.map(async each =>
        typeof each === 'number'
          ? { food: await client.food(each, { signal }), assumptions: [] }
          : findFood(client, each, signal),
      ),
    )
    const found = chosen.map(({ food }) => food)
    const usable = found.filter(food => food !== null && hasUsableValues(food)) as Food[]
    const details = await readFurther(client, usable, further, signal)
    const foods = usable.map(food =>
      toFoodOutput(food, amountsOf(food, 100, details.get(food.id) ?? null, further)),
    )
    const notFound = requested
      .filter((_, index) => !usable.includes(found[index] as Food))
      .map(each => (typeof each === 'number' ? `id ${each}` : each))
    if (foods.length < 2)
      throw new ToolError(
        `Fewer than two of the foods were found with usable values. Not found: ${notFound.join(', ')}. Try plainer names, or find ids with search_foods.`,
      )
    const missing = notFound.length === 0 ? [] : [`Not found with usable values: ${notFound.join(', ')}`]
    const assumptions = chosen.flatMap(each => each.assumptions)
    const assumed = assumptions.length === 0 ? [] : [`Assumed: ${assumptions.join(' ')}`]
    return {
      structured: { foods, not_found: notFound, assumptions },
      text: answerText([...foods.map(foodText), ...missing, ...assumed], foods, details.values()),
    }
  },
})

const tools = [searchFoods, getFood, totalMeal, compareFoods]

export function registerTools(server: McpServer, deps: ToolDeps): void {
  for (const register of tools) register(server, deps)
}

function toItemOutput(
  item: WeighedItem,
  details: Map<number, FoodDetails>,
  further: readonly string[],
): ItemOutput {
  const { food, grams } = item
  const isCounted = item.problem === null && food !== null && grams !== null
  return {
    ...item,
    food: food && toFoodOutput(food),
    nutrients: isCounted ? amountsOf(food, grams, details.get(food.id) ?? null, further) : null,
    alternatives: item.alternatives.map(({ id, name, brand }) => ({ id, name, brand: brand ?? null })),
  }
}

function unknownValues(items: ItemOutput[], total: Amounts): { nutrient: string; items: string[] }[] {
  return Object.keys(total).flatMap(nutrient => {
    const lacking = items.filter(({ nutrients }) => (nutrients?.[nutrient] ?? null) === null)
    return lacking.length === 0 ? [] : [{ nutrient, items: lacking.map(({ text }) => text) }]
  })
}

function mealText(
  meal: { total: Amounts; known_part: Amounts; is_complete: boolean; items: ItemOutput[] },
  details: Map<number, FoodDetails>,
) {
  const sum = meal.is_complete
    ? `Total: ${amountsText(meal.total)}`
    : `The total is unknown because not every item could be counted. Of the others: ${amountsText(meal.known_part)}`
  const foods: FoodOutput[] = meal.items.flatMap(({ food }) => food ?? [])
  return answerText([sum, meal.items.map(itemText).join('\n')], foods, details.values())
}
