// A food in the API, in the database and in TypeScript: the same fields everywhere.
import Type, { type Static, type TSchema } from 'typebox'
import { mapNutrients, type Nutrient, nutrientTable, titleOfNutrient } from './nutrients.ts'
import { estimateSource, type SourceId, sourceIds } from './sources.ts'

/**
 * The schema with null as another type. Generators of client code keep the description of such a member; they lose it in the
 * branches of `anyOf`.
 */
export const nullable = <Schema extends TSchema & { type: string }>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, 'null'] })

const unitNames = { kcal: 'kcal', g: 'grams', mg: 'milligrams' }

function per100g(nutrient: Nutrient) {
  const amount = `${titleOfNutrient(nutrient)} in ${unitNames[nutrientTable[nutrient].unit]}`
  return nullable(
    Type.Number({ minimum: 0, description: `${amount} per 100 g; null is unknown, never zero` }),
  )
}

export const FoodSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Stable identifier' }),
    name: Type.String({ description: 'Product name' }),
    brand: nullable(Type.String({ description: 'Brand, when known' })),
    barcode: nullable(Type.String({ description: 'EAN-13 (UPC-A with a leading zero) or EAN-8' })),
    category: nullable(Type.String({ description: 'Category name' })),
    serving_size_g: nullable(Type.Number({ description: 'One serving in grams' })),
    serving_desc: nullable(Type.String({ description: 'The serving in words, such as 1 slice' })),
    ...mapNutrients(per100g),
    image_url: nullable(
      Type.String({
        description:
          'Address of a picture of the product. Of an everyday food: an illustration, in the folder `illustrations` of the website',
      }),
    ),
    image_thumb_url: nullable(Type.String({ description: 'Address of the small product image' })),
    // Not an enum: generated clients would reject the sources that later versions add (rule additive-changes).
    source: Type.Unsafe<SourceId>({
      type: 'string',
      description: `Where the data comes from: ${sourceIds.join(', ')}; later versions may add others. ${estimateSource} is a labelled AI estimate`,
    }),
    confidence: Type.Number({ minimum: 0, maximum: 1, description: 'How far the data can be trusted' }),
    static_url: nullable(Type.String({ description: "Path of the food's page on the website" })),
  },
  { $id: 'Food', title: 'Food', examples: [exampleFood()] },
)

export type Food = Static<typeof FoodSchema>

/** Shown in the API reference: a product of `larder demo`, with an image. Its label states no cholesterol or potassium, so they are null. */
export function exampleFood() {
  return {
    id: 2,
    name: 'Creamy Peanut Butter',
    brand: 'Jif',
    barcode: '0051500255162',
    category: 'Peanut butter',
    serving_size_g: 32,
    serving_desc: '2 tbsp. (32 g)',
    ...mapNutrients(nutrient => nutrientTable[nutrient].example),
    image_url: 'https://images.example/foods/0051500255162/front.400.jpg',
    image_thumb_url: 'https://images.example/foods/0051500255162/front.100.jpg',
    source: 'off',
    confidence: 0.954,
    static_url: '/food/2-creamy-peanut-butter',
  }
}
