// Values per 100 ml, as labels of drinks state them, converted to values per 100 g.
import { densityOf } from '../../food/density.ts'
import { nutrients } from '../../food/nutrients.ts'
import type { CandidateFood } from '../../quality/candidate-food.ts'
import { round } from './numbers.ts'

const convertedFields = [...nutrients, 'alcohol_g', 'polyols_g'] as const

/** Changes the candidate. `categories` are those of the source, from general to specific. */
export function convertFromVolume(candidate: CandidateFood, categories: readonly string[]): void {
  if (nutrients.every(nutrient => candidate[nutrient] === null)) return
  const density = densityOf(candidate.name, categories)
  if (density === null) {
    candidate.quality_flags.push({ rule: 'per-100-ml', field: 'calories_kcal' })
    return
  }
  candidate.quality_flags.push({ rule: 'from-100-ml', field: 'calories_kcal', found: density })
  for (const field of convertedFields) {
    const perVolume = candidate[field]
    if (perVolume !== null) candidate[field] = round(perVolume / density)
  }
  const micronutrients = candidate.details?.micronutrients
  if (micronutrients === undefined) return
  const converted = Object.entries(micronutrients).map(([name, amount]) => [name, round(amount / density)])
  candidate.details = { ...candidate.details, micronutrients: Object.fromEntries(converted) }
}
