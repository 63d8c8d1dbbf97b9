// The orders of a search, declared once: the website's form shows them, and the SQL that sorts derives from them.
import { nutrientTable, titleOfNutrient } from '../food/nutrients.ts'
import { filterNutrients } from './filters.ts'

export interface SortOrder {
  /** In the address; empty for the default. */
  value: string
  label: string
  /** Null: by relevance. */
  orderBy: string | null
}

export const relevance: SortOrder = { value: '', label: 'Best match', orderBy: null }

export const sortOrders: readonly SortOrder[] = [
  relevance,
  { value: 'popularity', label: 'Most popular', orderBy: 'popularity desc, confidence desc' },
  { value: 'confidence', label: 'Best documented', orderBy: 'confidence desc, popularity desc' },
  { value: 'name', label: 'Name', orderBy: 'normalized_name collate "C", normalized_brand collate "C"' },
  ...filterNutrients.flatMap(nutrient => {
    const title = `${titleOfNutrient(nutrient)} (${nutrientTable[nutrient].unit})`
    return [
      { value: `-${nutrient}`, label: `${title}, highest first`, orderBy: `${nutrient} desc nulls last` },
      { value: nutrient, label: `${title}, lowest first`, orderBy: `${nutrient} nulls last` },
    ]
  }),
]

/** The order with this value, or by relevance if there is none. */
export const sortOrderOf = (value: string): SortOrder =>
  sortOrders.find(order => order.value === value) ?? relevance
