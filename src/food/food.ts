// What a food is on the wire, in the table and in TypeScript: the same 22 names everywhere.
import Type, { type Static, type TSchema } from 'typebox'
import { estimateSource, sourceIds } from './sources.ts'

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

const per100g = (description: string) =>
  nullable(Type.Number({ minimum: 0, description: `${description} per 100 g; null is unknown, never zero` }))

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
    source: Type.Enum(sourceIds, {
      type: 'string',
      description: `Where the data comes from; ${estimateSource} is a labelled AI estimate`,
    }),
    confidence: Type.Number({ minimum: 0, maximum: 1, description: 'How far the data can be trusted' }),
    static_url: nullable(Type.String({ description: "Path of the food's page on the website" })),
  },
  { $id: 'Food', title: 'Food', additionalProperties: false, examples: [example()] },
)

export type Food = Static<typeof FoodSchema>

/** Shown in the API reference: cholesterol and potassium are not on this label, so they are null. */
function example() {
  return {
    id: 2,
    name: 'Whole Milk',
    brand: 'Fernhollow Dairy',
    barcode: '0015887170128',
    category: 'Dairy',
    serving_size_g: 240,
    serving_desc: '1 cup (240 ml)',
    calories_kcal: 62,
    protein_g: 3.3,
    fat_g: 3.3,
    carbs_g: 4.8,
    fiber_g: 0,
    sugar_g: 4.8,
    sodium_mg: 44,
    saturated_fat_g: 1.9,
    cholesterol_mg: null,
    potassium_mg: null,
    image_url: 'https://images.example/foods/0015887170128/front.400.jpg',
    image_thumb_url: 'https://images.example/foods/0015887170128/front.100.jpg',
    source: 'off',
    confidence: 0.962,
    static_url: '/food/2-whole-milk',
  }
}
