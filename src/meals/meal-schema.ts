// How the API shows a meal.
import Type from 'typebox'
import { exampleFood, nullable } from '../food/food.ts'
import { mapNutrients, type Nutrient, nutrients, nutrientTable, titleOfNutrient } from '../food/nutrients.ts'

const foodReference = { $ref: '#/components/schemas/Food' }

export const MealItemSchema = Type.Object(
  {
    text: Type.String({ description: 'The part of the sentence, as typed' }),
    amount: Type.Number({ description: 'How many units; 1 when nothing is said' }),
    unit: nullable(
      Type.String({ description: 'Such as g, ml, cup, slice or large; null when none is said' }),
    ),
    grams: nullable(Type.Number({ description: 'Weight of the item; null when it is unknown' })),
    food: Type.Union([Type.Unsafe(foodReference), Type.Null()], {
      description: 'The food that was chosen; null when nothing fits',
    }),
    alternatives: Type.Array(Type.Unsafe(foodReference), {
      maxItems: 3,
      description: 'Other foods that may be meant, the likeliest first',
    }),
    confidence: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'How sure it is that food and weight are what was meant',
    }),
    assumed: Type.Array(Type.String(), { description: 'What was taken for granted, in English sentences' }),
  },
  { $id: 'MealItem', title: 'MealItem', examples: [exampleItem()] },
)

export const MealSchema = Type.Object(
  {
    items: Type.Array(Type.Unsafe({ $ref: '#/components/schemas/MealItem' }), { maxItems: 40 }),
    totals: Type.Object(
      {
        ...mapNutrients(nutrient =>
          nullable(
            Type.Number({
              minimum: 0,
              description: `${titleOfNutrient(nutrient)} in ${nutrientTable[nutrient].unit}; null when no item states it`,
            }),
          ),
        ),
        unknown: Type.Array(
          Type.Object({
            nutrient: Type.String({ description: `One of ${nutrients.join(', ')}` }),
            items: Type.Array(Type.String(), { description: 'The texts of the items' }),
          }),
          { description: 'Nutrients of which some items state no value: their totals are too low' },
        ),
      },
      { description: 'Sums of what the items state' },
    ),
  },
  { $id: 'Meal', title: 'Meal', examples: [exampleMeal()] },
)

/** Two tablespoons of the example of a food. */
function exampleItem() {
  return {
    text: '2 tbsp of creamy peanut butter',
    amount: 2,
    unit: 'tbsp',
    grams: 32,
    food: exampleFood(),
    alternatives: [],
    confidence: 0.9,
    assumed: ['2 tbsp. (32 g) is 32 g.'],
  }
}

function exampleMeal() {
  const item = exampleItem()
  const valueOfPortion = (nutrient: Nutrient) => {
    const value = nutrientTable[nutrient].example
    return value === null ? null : Math.round(value * item.grams) / 100
  }
  const unknown = nutrients.filter(nutrient => valueOfPortion(nutrient) === null)
  return {
    items: [item],
    totals: {
      ...mapNutrients(valueOfPortion),
      unknown: unknown.map(nutrient => ({ nutrient, items: [item.text] })),
    },
  }
}
