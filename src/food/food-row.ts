import type { Food } from './food.ts'
import { pagePath } from './page-path.ts'

/** A row of `foodColumns`: a food but for its page. */
export type FoodRow = Omit<Food, 'static_url'>

export const foodColumns = `
  foods.id, foods.name, foods.brand, foods.barcode, foods.category, foods.serving_size_g, foods.serving_desc,
  foods.calories_kcal, foods.protein_g, foods.fat_g, foods.carbs_g, foods.fiber_g, foods.sugar_g,
  foods.sodium_mg, foods.saturated_fat_g, foods.cholesterol_mg, foods.potassium_mg, foods.image_url,
  foods.image_thumb_url, foods.source, foods.confidence`

/** All 22 members, in the order of the specification (spec 2.1, decision 27). */
export function toFood(row: FoodRow): Food {
  return {
    id: row.id,
    name: row.name,
    brand: row.brand,
    barcode: row.barcode,
    category: row.category,
    serving_size_g: row.serving_size_g,
    serving_desc: row.serving_desc,
    calories_kcal: row.calories_kcal,
    protein_g: row.protein_g,
    fat_g: row.fat_g,
    carbs_g: row.carbs_g,
    fiber_g: row.fiber_g,
    sugar_g: row.sugar_g,
    sodium_mg: row.sodium_mg,
    saturated_fat_g: row.saturated_fat_g,
    cholesterol_mg: row.cholesterol_mg,
    potassium_mg: row.potassium_mg,
    image_url: row.image_url,
    image_thumb_url: row.image_thumb_url,
    source: row.source,
    confidence: row.confidence,
    static_url: pagePath(row.id, row.name),
  }
}
