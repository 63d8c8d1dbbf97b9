// The tools: each reads from Larder and answers with structured output and the same in words.
import { type Food, LarderError } from '@larder/client'
import type { CallToolResult, McpServer, ToolAnnotations } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { catalogTextNotice, type FoodReader } from './catalog-text.ts'
import { errorText, ToolError } from './errors.ts'
import { findFood, type ItemResult, isResolved, type MealItem, resolveItem } from './meal.ts'
import { hasUsableValues, sumNutrients } from './nutrients.ts'
import {
  type FoodOutput,
  foodSchema,
  type ItemOutput,
  itemResultSchema,
  mealItemSchema,
  nutrientsSchema,
  toFoodOutput,
  toUnitsOutput,
  unitsSchema,
} from './schemas.ts'
import { answerText, foodText, itemText, nutrientsText } from './text.ts'

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

const maxItems = 30

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
  const { name, title } = tool
  const description = `${tool.description} ${catalogTextNotice}`
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
    'Finds foods by name or brand, best match first, with nutrients per 100 g. Use it when the user wants to choose a product; nutrition_for and total_meal search on their own.',
  inputSchema: z.object({
    query: z.string().trim().min(2).max(200).describe('name, brand or both: "greek yogurt", "Nutella"'),
    limit: z.number().int().min(1).max(20).default(5),
  }),
  outputSchema: z.object({
    foods: z.array(foodSchema),
    skipped_without_values: z
      .number()
      .int()
      .describe('matches that were left out because their values are unknown'),
  }),
  async run({ query, limit }, { client, signal }) {
    // More than asked for, since foods without values are skipped.
    const found = await client.search(query, {
      limit: Math.min(50, limit * 3),
      signal,
    })
    const usable = found.filter(hasUsableValues)
    const foods = usable.slice(0, limit).map(toFoodOutput)
    const skipped = found.length - usable.length
    const texts = foods.length > 0 ? foods.map(foodText) : [`No food with usable values matches "${query}".`]
    return { structured: { foods, skipped_without_values: skipped }, text: answerText(texts, foods) }
  },
})

const oneFood = z.object({ food: foodSchema, units: unitsSchema })
const foodAnswer = (found: Food): Answer<z.infer<typeof oneFood>> => {
  const food = toFoodOutput(found)
  const units = toUnitsOutput(found)
  const unitsLine = `Units: ${units.map(({ unit, grams }) => `${unit} = ${grams} g`).join(', ')}`
  return { structured: { food, units }, text: answerText([foodText(food), unitsLine], [food]) }
}

const getFood = defineTool({
  name: 'get_food',
  title: 'Get a food',
  description: 'One food by its id, with nutrients per 100 g and the household units whose weight is known.',
  inputSchema: z.object({ food_id: z.number().int().describe('from search_foods or another tool') }),
  outputSchema: oneFood,
  async run({ food_id: id }, { client, signal }) {
    const food = await client.food(id, { signal })
    if (food === null) throw new ToolError(`There is no food with id ${id}. Find one with search_foods.`)
    return foodAnswer(food)
  },
})

const lookupBarcode = defineTool({
  name: 'lookup_barcode',
  title: 'Look up a barcode',
  description: 'The product with a barcode (EAN-13, UPC-A, EAN-8 or GTIN-14), with nutrients per 100 g.',
  inputSchema: z.object({
    barcode: z
      .string()
      .trim()
      .regex(/^[\d\s-]{4,24}$/, 'digits only, such as 3017620422003'),
  }),
  outputSchema: oneFood,
  async run({ barcode }, { client, signal }) {
    const food = await client.barcode(barcode.replaceAll(/[\s-]/g, ''), { signal })
    if (food === null)
      throw new ToolError(
        `No product has the barcode ${barcode}. Check the digits, or search by name with search_foods.`,
      )
    return foodAnswer(food)
  },
})

const resolve = async (item: MealItem, { client, signal }: Call) =>
  toItemOutput(item, await resolveItem(client, item, signal))

const nutritionFor = defineTool({
  name: 'nutrition_for',
  title: 'Nutrition of an amount of a food',
  description:
    'Nutrients of an amount of one food, such as 2 large scrambled eggs or 1 cup of cooked rice. Generic foods measured in a laboratory are preferred unless the name includes a brand.',
  inputSchema: mealItemSchema,
  outputSchema: itemResultSchema,
  async run(item, call) {
    const output = await resolve(item, call)
    if (output.problem !== null) throw new ToolError(output.problem)
    return { structured: output, text: answerText([itemText(output)], foodsOf([output])) }
  },
})

const totalMeal = defineTool({
  name: 'total_meal',
  title: 'Total of a meal',
  description:
    'Nutrients of a meal. Split dishes into ingredients as eaten, one item each. The answer says which food and how many grams were assumed for each item, and which values are unknown.',
  inputSchema: z.object({ items: z.array(mealItemSchema).min(1).max(maxItems) }),
  outputSchema: z.object({
    total: nutrientsSchema.describe('null where the value of any item is unknown'),
    known_part: nutrientsSchema.describe('the sum of the known values: a lower bound where total is null'),
    is_complete: z.boolean().describe('whether every item was found and weighed'),
    unknown: z
      .array(z.object({ nutrient: z.string(), items: z.array(z.string()) }))
      .describe('which items lack which nutrient'),
    items: z.array(itemResultSchema),
  }),
  async run({ items }, call) {
    const outputs = await Promise.all(items.map(item => resolve(item, call)))
    const { total, known } = sumNutrients(outputs.map(({ nutrients }) => nutrients))
    const structured = {
      total,
      known_part: known,
      is_complete: outputs.every(({ problem }) => problem === null),
      unknown: unknownValues(outputs),
      items: outputs,
    }
    return { structured, text: mealText(structured) }
  },
})

const compareFoods = defineTool({
  name: 'compare_foods',
  title: 'Compare foods',
  description: 'Nutrients per 100 g of two to five foods side by side, by name or id.',
  inputSchema: z.object({
    foods: z
      .array(
        z
          .object({ name: mealItemSchema.shape.name, food_id: mealItemSchema.shape.food_id })
          .refine(food => food.name !== undefined || food.food_id !== undefined, 'give a name or a food_id'),
      )
      .min(2)
      .max(5),
  }),
  outputSchema: z.object({
    foods: z.array(foodSchema),
    not_found: z.array(z.string()),
  }),
  async run({ foods: requested }, { client, signal }) {
    const found = await Promise.all(
      requested.map(async ({ name, food_id: id }) => {
        const food =
          id === undefined
            ? (await findFood(client, name ?? '', '100 g', signal))?.food
            : await client.food(id, { signal })
        return {
          label: name ?? `id ${id}`,
          food: food && hasUsableValues(food) ? toFoodOutput(food) : null,
        }
      }),
    )
    const foods = found.flatMap(({ food }) => food ?? [])
    const notFound = found.filter(({ food }) => food === null).map(({ label }) => label)
    if (foods.length < 2)
      throw new ToolError(
        `Fewer than two of the foods were found with usable values. Not found: ${notFound.join(', ')}. Try plainer names, or find ids with search_foods.`,
      )
    const missing = notFound.length === 0 ? [] : [`Not found with usable values: ${notFound.join(', ')}`]
    return {
      structured: { foods, not_found: notFound },
      text: answerText([...foods.map(foodText), ...missing], foods),
    }
  },
})

const tools = [searchFoods, getFood, lookupBarcode, nutritionFor, totalMeal, compareFoods]

export function registerTools(server: McpServer, deps: ToolDeps): void {
  for (const register of tools) register(server, deps)
}

function toItemOutput({ name, amount, unit }: MealItem, result: ItemResult): ItemOutput {
  const food = result.food && hasUsableValues(result.food) ? toFoodOutput(result.food) : null
  const asked = { name: name ?? null, amount, unit, food }
  if (!isResolved(result))
    return {
      ...asked,
      grams: null,
      nutrients: null,
      assumptions: [],
      problem: result.problem,
      alternatives: [],
    }
  const { grams, nutrients, assumptions } = result
  const alternatives = result.alternatives.map(({ id, name: title, brand }) => ({
    id,
    name: title,
    brand: brand ?? null,
  }))
  return { ...asked, grams, nutrients, assumptions, problem: null, alternatives }
}

const foodsOf = (items: ItemOutput[]): FoodOutput[] => items.flatMap(({ food }) => food ?? [])

function unknownValues(items: ItemOutput[]): { nutrient: string; items: string[] }[] {
  const names = Object.keys(nutrientsSchema.shape) as (keyof NonNullable<ItemOutput['nutrients']>)[]
  return names.flatMap(nutrient => {
    const lacking = items.filter(({ nutrients }) => (nutrients?.[nutrient] ?? null) === null)
    return lacking.length === 0 ? [] : [{ nutrient, items: lacking.map(labelOf) }]
  })
}

const labelOf = ({ name, food }: ItemOutput): string => name ?? food?.name ?? 'unknown food'

function mealText(meal: {
  total: z.infer<typeof nutrientsSchema>
  known_part: z.infer<typeof nutrientsSchema>
  is_complete: boolean
  items: ItemOutput[]
}): string {
  const sum = meal.is_complete
    ? `Total: ${nutrientsText(meal.total)}`
    : `The total is unknown because not every item could be counted. Of the others: ${nutrientsText(meal.known_part)}`
  return answerText([sum, meal.items.map(itemText).join('\n')], foodsOf(meal.items))
}
