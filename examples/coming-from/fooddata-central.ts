// Nutrient numbers of FoodData Central, read from Larder.
import { createClient, type nutrientNames } from '@larder/client'

const fields: Record<string, (typeof nutrientNames)[number]> = {
  208: 'calories_kcal',
  203: 'protein_g',
  204: 'fat_g',
  205: 'carbs_g',
  291: 'fiber_g',
  269: 'sugar_g',
  307: 'sodium_mg',
  606: 'saturated_fat_g',
  601: 'cholesterol_mg',
  306: 'potassium_mg',
}

const larder = createClient({ baseUrl: 'http://localhost:8080' })
const [food] = await larder.search('banana', { limit: 1 })
if (!food) throw new Error('no food found')

console.log(food.name, food.source)
for (const number of [208, 203, 291, 601]) {
  const field = fields[number]
  if (field) console.log(number, field, food[field] ?? 'unknown')
}
