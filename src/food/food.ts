// What a food is on the wire, in the table and in TypeScript: the same 22 names everywhere.
import Type, { type Static, type TSchema } from 'typebox'

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

const per100g = (description: string) =>
  nullable(Type.Number({ minimum: 0, description: `${description} per 100 g; null is unknown, never zero` }))

const sources = ['off', 'usda', 'community', 'ai_estimate'] as const

export const FoodSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Stable identifier' }),
    name: Type.String({ description: 'Product name' }),
    brand: nullable(Type.String({ description: 'Brand, when known' })),
    barcode: nullable(Type.String({ description: 'EAN-13 (UPC-A with a leading zero) or EAN-8' })),
    category: nullable(Type.String({ description: 'Category name' })),
    serving_size_g: nullable(Type.Number({ description: 'One serving in grams' })),
    serving_desc: nullable(Type.String({ description: 'The serving in the words of the label' })),
    calories_kcal: per100g('Energy in kcal'),
    protein_g: per100g('Protein in grams'),
    fat_g: per100g('Fat in grams'),
    carbs_g: per100g('Carbohydrates in grams'),
    fiber_g: per100g('Fibre in grams'),
    sugar_g: per100g('Sugar in grams'),
    sodium_mg: per100g('Sodium in milligrams'),
    saturated_fat_g: per100g('Saturated fat in grams'),
    cholesterol_mg: per100g('Cholesterol in milligrams'),
    potassium_mg: per100g('Potassium in milligrams'),
    image_url: nullable(Type.String({ description: 'Address of the product image' })),
    image_thumb_url: nullable(Type.String({ description: 'Address of the small product image' })),
    source: Type.Enum(sources, {
      type: 'string',
      description: 'Where the data comes from; ai_estimate is a labelled AI estimate',
    }),
    confidence: Type.Number({ minimum: 0, maximum: 1, description: 'How far the data can be trusted' }),
    static_url: nullable(Type.String({ description: "Path of the food's page on the website" })),
  },
  { $id: 'Food', title: 'Food', additionalProperties: false },
)

export type Food = Static<typeof FoodSchema>
