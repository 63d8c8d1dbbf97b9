import type { QualityFlag } from '../../quality/candidate-food.ts'
import type { SourceRecord } from '../../sources/source-record.ts'
import { amountIn, kilojoulesPerKilocalorie, round } from './numbers.ts'

const field = 'calories_kcal'

// The measure of the data README, item 6: more than rounding and the factors of a label can explain.
const farApart = { share: 0.2, kcal: 25 }

/** Kilocalories as given, or else from kilojoules. */
export function caloriesKcal(amounts: SourceRecord['amounts'], flags: QualityFlag[]): number | null {
  const kcal = amountIn('kcal', amounts.energy_kcal, field, flags)
  // What is odd about the kilojoules says nothing about kilocalories that are there.
  const kj = amountIn('kJ', amounts.energy_kj, field, kcal === null ? flags : [])
  if (kcal === null) {
    if (kj === null) return null
    flags.push({ rule: 'energy-from-kj', field, found: kj })
    return Math.round((kj / kilojoulesPerKilocalorie) * 10) / 10
  }
  // Not settled here: in the exports of spring 2020 the kcal are kJ, elsewhere the kJ are wrong.
  if (kj !== null && areFarApart(kcal, kj / kilojoulesPerKilocalorie)) {
    flags.push({ rule: 'energy-disagrees', field, found: kj })
  }
  return round(kcal)
}

function areFarApart(one: number, other: number): boolean {
  const apart = Math.abs(one - other)
  return apart > farApart.kcal && apart > farApart.share * Math.max(one, other)
}
