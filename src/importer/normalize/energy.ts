import type { QualityFlag } from '../../quality/candidate-food.ts'
import type { SourceRecord } from '../../sources/source-record.ts'
import { amountIn, kilojoulesPerKilocalorie, round } from './numbers.ts'

const field = 'calories_kcal'

// More than rounding and the factors of a label can explain (data README, item 6).
const maxDifference = { share: 0.2, kcal: 25 }

/** The stated kilocalories, or computed from kilojoules. */
export function caloriesKcal(amounts: SourceRecord['amounts'], flags: QualityFlag[]): number | null {
  const kcal = amountIn('kcal', amounts.energy_kcal, field, flags)
  // Problems with the kilojoules do not matter if kilocalories are stated.
  const kj = amountIn('kJ', amounts.energy_kj, field, kcal === null ? flags : [])
  if (kcal === null) {
    if (kj === null) return null
    flags.push({ rule: 'energy-from-kj', field, found: kj })
    return Math.round((kj / kilojoulesPerKilocalorie) * 10) / 10
  }
  // The plausibility checks decide: in the exports of spring 2020 the kcal are kJ, elsewhere the kJ are wrong.
  if (kj !== null && disagree(kcal, kj / kilojoulesPerKilocalorie)) {
    flags.push({ rule: 'energy-disagrees', field, found: kj })
  }
  return round(kcal)
}

function disagree(one: number, other: number): boolean {
  const difference = Math.abs(one - other)
  return difference > maxDifference.kcal && difference > maxDifference.share * Math.max(one, other)
}
