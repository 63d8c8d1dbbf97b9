import type { Food } from '../../food/food.ts'
import { mapNutrients } from '../../food/nutrients.ts'
import {
  contributeTo,
  estimateSource,
  genericFoodSource,
  type SourceId,
  sourceFacts,
  sourceIds,
} from '../../food/sources.ts'
import { FoodCards, FoodList } from '../components/food-list.tsx'

const labelSource = sourceIds.find(id => sourceFacts[id].label === contributeTo.label) as SourceId

function sample(id: number, name: string, values: Partial<Food>): Food {
  return {
    id,
    name,
    brand: null,
    barcode: null,
    category: null,
    serving_size_g: null,
    serving_desc: null,
    ...mapNutrients(() => null),
    image_url: null,
    image_thumb_url: null,
    source: labelSource,
    confidence: 1,
    static_url: '/design',
    ...values,
  }
}

const foods = [
  sample(1, 'Plain Greek Yogurt 2%', {
    brand: 'Fernhollow Dairy',
    category: 'Dairy',
    calories_kcal: 71,
    protein_g: 10,
    carbs_g: 2.9,
    fat_g: 2,
  }),
  sample(2, 'Bananas, raw', {
    category: 'Fruits',
    source: genericFoodSource,
    calories_kcal: 89,
    protein_g: 1.1,
    carbs_g: 22.8,
    fat_g: 0.4,
  }),
  sample(3, 'Strawberry Yogurt', { brand: 'Fernhollow Dairy', category: 'Dairy' }),
  sample(4, 'Yogurt bowl with granola and berries', {
    source: estimateSource,
    category: 'Meals',
    calories_kcal: 140,
    protein_g: 7,
    carbs_g: 17,
    fat_g: 5,
  }),
]

export function FoodSamples() {
  return (
    <>
      <FoodList foods={foods} />
      <FoodCards foods={foods} columns={4} />
    </>
  )
}
