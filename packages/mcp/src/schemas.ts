// What the tools return. Assistants read the schemas of all tools before the first question, so they are short.
import type { Food } from '@larder/client'
import * as z from 'zod'
import { amountsOf, hasUsableValues } from './nutrients.ts'
import { creditOf, isEstimate, isLaboratory } from './sources.ts'

const nullableNumber = z.number().nullable()
const nullableText = z.string().nullable()

/** The value of every nutrient, null where it is unknown. The schema of a record is longer. */
export const amountsSchema = z.object({}).catchall(nullableNumber)

export const foodSchema = z.object({
  id: z.number(),
  name: z.string(),
  brand: nullableText,
  category: nullableText,
  barcode: nullableText,
  source: z.string(),
  kind: z.enum(['laboratory', 'label', 'estimate']),
  confidence: z.number(),
  credit: z.object({ text: z.string(), url: nullableText }),
  serving: z.object({ grams: nullableNumber, description: nullableText }),
  has_usable_values: z.boolean(),
  per_100g: amountsSchema,
})

export type FoodOutput = z.infer<typeof foodSchema>

export function toFoodOutput(food: Food, per100g = amountsOf(food)): FoodOutput {
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
    per_100g: per100g,
  }
}

export const assumptionsSchema = z.array(z.string())

export const itemSchema = z.object({
  text: z.string(),
  food: foodSchema.nullable(),
  grams: nullableNumber,
  nutrients: amountsSchema.nullable(),
  assumptions: assumptionsSchema,
  problem: nullableText,
  alternatives: z.array(z.object({ id: z.number(), name: z.string(), brand: nullableText })),
})

export type ItemOutput = z.infer<typeof itemSchema>

export const furtherNutrientsSchema = z
  .array(z.string().max(40))
  .max(12)
  .default([])
  .describe(
    'vitamins and minerals to include, by name and unit: vitamin_c_mg, vitamin_d_ug, iron_mg, calcium_mg, …',
  )
