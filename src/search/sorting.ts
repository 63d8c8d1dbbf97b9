// The orders of a search, declared once: the website's form lists them, and the SQL that sorts derives from them.
import { popularitySql } from '../food/food-row.ts'
import type { Nutrient } from '../food/nutrients.ts'

/** In the order of the form. */
const sortNutrients = [
  'calories_kcal',
  'protein_g',
  'fat_g',
  'carbs_g',
  'sugar_g',
  'fiber_g',
  'sodium_mg',
] as const satisfies Nutrient[]

export interface SortOrder {
  /** In the address; empty for the default. */
  value: string
  /** Null: by relevance. */
  orderBy: string | null
  /** Undefined for orders that are not by a nutrient. */
  nutrient?: (typeof sortNutrients)[number]
  isDescending?: boolean
}

export const relevance: SortOrder = { value: '', orderBy: null }

export const sortOrders: readonly SortOrder[] = [
  relevance,
  { value: 'popularity', orderBy: `${popularitySql('foods')} desc, confidence desc` },
  { value: 'confidence', orderBy: `confidence desc, ${popularitySql('foods')} desc` },
  { value: 'name', orderBy: 'normalized_name collate "C", normalized_brand collate "C"' },
  ...sortNutrients.flatMap(nutrient => [
    { value: `-${nutrient}`, orderBy: `${nutrient} desc nulls last`, nutrient, isDescending: true },
    { value: nutrient, orderBy: `${nutrient} nulls last`, nutrient, isDescending: false },
  ]),
]

/** The order with this value, or by relevance if there is none. */
export const sortOrderOf = (value: string): SortOrder =>
  sortOrders.find(order => order.value === value) ?? relevance
