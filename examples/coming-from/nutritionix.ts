// One serving under the names that Nutritionix uses. Unknown values stay null.
import { createClient, type Food, portion } from '@larder/client'

const round = (value: number | null) =>
  value === null ? null : Math.round(value * 10) / 10

function toServing(food: Food) {
  const serving = portion(food, food.serving_size_g ?? 100)
  return {
    food_name: food.name,
    brand_name: food.brand,
    serving_unit: food.serving_size_g === null ? '100 g' : food.serving_desc,
    serving_weight_grams: serving.grams,
    nf_calories: round(serving.calories_kcal),
    nf_total_fat: round(serving.fat_g),
    nf_total_carbohydrate: round(serving.carbs_g),
    nf_protein: round(serving.protein_g),
  }
}

const larder = createClient({ baseUrl: 'http://localhost:8080' })
const cookies = await larder.barcode('044000072988')
console.log(cookies && toServing(cookies))
