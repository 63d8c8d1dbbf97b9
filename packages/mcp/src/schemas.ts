// What the tools take and return. Descriptions are for the assistant that reads them.
import { type Food, type Nutrients, nutrientNames } from '@larder/client'
import { unitsFor } from '@larder/portions'
import * as z from 'zod'
import { hasUsableValues, nutrientsPer100g } from './nutrients.ts'
import { creditOf, isEstimate, isLaboratory } from './sources.ts'

const nullableNumber = z.number().nullable()
const nullableText = z.string().nullable()

const nutrients = z
  .object(
    Object.fromEntries(nutrientNames.map(name => [name, nullableNumber])) as Record<
      keyof Nutrients,
      typeof nullableNumber
    >,
  )
  .describe('null means unknown, never zero')

const creditSchema = z.object({ text: z.string(), url: nullableText })

export const foodSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  brand: nullableText,
  category: nullableText,
  barcode: nullableText,
  source: z.string(),
  kind: z.enum(['laboratory', 'label', 'estimate']).describe('how the values were obtained'),
  confidence: z.number().describe('0 to 1: how complete and plausible the data is'),
  credit: creditSchema.describe('show it where the values are shown'),
  serving: z.object({ grams: nullableNumber, description: nullableText }),
  has_usable_values: z
    .boolean()
    .describe('energy and at least two of protein, fat and carbohydrates are known'),
  per_100g: nutrients,
})

export type FoodOutput = z.infer<typeof foodSchema>

export function toFoodOutput(food: Food): FoodOutput {
  return {
    id: food.id,
    name: food.name,
    brand: food.brand ?? null,
    category: food.category ?? null,
    barcode: food.barcode ?? null,
    source: food.source,
    kind: isEstimate(food.source) ? 'estimate' : isLaboratory(food) ? 'laboratory' : 'label',
    confidence: food.confidence,
    credit: creditOf(food.source),
    serving: { grams: food.serving_size_g ?? null, description: food.serving_desc ?? null },
    has_usable_values: hasUsableValues(food),
    per_100g: nutrientsPer100g(food),
  }
}

export const unitsSchema = z
  .array(z.object({ unit: z.string(), grams: z.number() }))
  .describe('household units whose weight is known for this food, with the grams of one')

export const toUnitsOutput = (food: Food) => unitsFor(food).map(({ unit, grams }) => ({ unit, grams }))

export const mealItemSchema = z
  .object({
    name: z
      .string()
      .trim()
      .min(2)
      .max(200)
      .optional()
      .describe(
        'plain English name with its state where it matters: "white rice, cooked", "scrambled egg", "whole milk"',
      ),
    food_id: z.number().int().optional().describe('instead of a name: the id of a food from another tool'),
    amount: z.number().nonnegative().max(100_000).describe('how many units: 2, 0.5'),
    unit: z
      .string()
      .max(40)
      .default('piece')
      .describe(
        'g, kg, oz, lb, ml, l, fl oz, cup, tbsp, tsp, piece, small, medium, large, slice, serving, handful, can, bottle, glass, bowl, scoop, bar, clove, stick, pat, pinch, …',
      ),
  })
  .refine(item => item.name !== undefined || item.food_id !== undefined, 'give a name or a food_id')

const alternativeSchema = z.object({ id: z.number().int(), name: z.string(), brand: nullableText })

export const itemResultSchema = z.object({
  name: nullableText.describe('as requested'),
  amount: z.number(),
  unit: z.string(),
  food: foodSchema.nullable().describe('the food that was chosen; null if none was found'),
  grams: nullableNumber,
  nutrients: nutrients.nullable().describe('of this amount; null if the food or its weight is unknown'),
  assumptions: z.array(z.string()).describe('what was taken for granted; mention it to the user'),
  problem: nullableText.describe('why the item could not be counted, and what to do'),
  alternatives: z.array(alternativeSchema).describe('other foods that the name could mean'),
})

export type ItemOutput = z.infer<typeof itemResultSchema>

export const nutrientsSchema = nutrients
