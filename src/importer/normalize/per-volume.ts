// Values per 100 ml, as labels of drinks state them, converted to values per 100 g.
import { densityOf } from '../../food/density.ts'
import { nutrients } from '../../food/nutrients.ts'
import type { CandidateFood } from '../../quality/candidate-food.ts'
import type { SourceRecord } from '../../sources/source-record.ts'
import { round } from './numbers.ts'

const convertedFields = [...nutrients, 'alcohol_g', 'polyols_g'] as const

// Spirits have 0.9 g/ml, honey 1.4.
const isDensity = (density: number | null | undefined): density is number =>
  density != null && density >= 0.5 && density <= 2

/** Changes the candidate. */
export function convertFromVolume(
  candidate: CandidateFood,
  { density: stated, categories }: Pick<SourceRecord, 'density' | 'categories'>,
): void {
  if (nutrients.every(nutrient => candidate[nutrient] === null)) return
  const density = isDensity(stated) ? stated : densityOf(candidate.name, categories)
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
