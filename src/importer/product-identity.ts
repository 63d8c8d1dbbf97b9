// Which records are the same product (rule one-food-per-product). Records with the same GTIN are. Without one, records of the same name,
// brand, energy and macronutrients are, also if no value is known. So are the laboratory foods of USDA with the
// same name, because USDA publishes many of them in two data sets, and the records that stand for one everyday food. National tables
// have one record for each food, even if two have the same name.
import { isInStoreCode } from '../food/barcode.ts'
import { type EverydayFood, everydayFoodOf, everydayFoods } from '../food/everyday-foods.ts'
import { isLaboratoryData, sourceFacts } from '../food/sources.ts'
import type { CandidateFood } from '../quality/candidate-food.ts'
import { digestOf, toBigint } from './digest.ts'

// Records that agree on these differ in the others only by what was typed in.
const comparedNutrients = ['calories_kcal', 'protein_g', 'fat_g', 'carbs_g'] as const

/** Identifies the product of a record without a GTIN; null for records with one. */
export function productKey(
  food: CandidateFood,
  normalizedName: string,
  normalizedBrand: string,
  everyday: EverydayFood | null = null,
): bigint | null {
  if (food.stated_product_key) return food.stated_product_key
  if (everyday !== null) return everydayKey(everyday)
  if (food.barcode !== null && !isInStoreCode(food.barcode)) return null
  if (sourceFacts[food.source].isFoodTable) return keyOf('food table', food.source, food.source_id)
  if (isLaboratoryData(food)) return keyOf('laboratory', food.source, normalizedName)
  return keyOf(
    'values',
    normalizedName,
    normalizedBrand,
    ...comparedNutrients.map(nutrient => food[nutrient]),
  )
}

const everydayKey = ({ id }: EverydayFood): bigint => keyOf('everyday', id)

let everydayByKey: Map<bigint, EverydayFood> | undefined

/** The everyday food of a record, or of the product that it corrects. */
export function everydayFoodOfRecord({
  source,
  source_id,
  stated_product_key: key,
}: Pick<CandidateFood, 'source' | 'source_id' | 'stated_product_key'>): EverydayFood | null {
  if (!key) return everydayFoodOf(source, source_id)
  everydayByKey ??= new Map(everydayFoods.map(food => [everydayKey(food), food]))
  return everydayByKey.get(key) ?? null
}

const keyOf = (...parts: (string | number | null)[]): bigint => toBigint(digestOf('md5', parts.join('\n')))
