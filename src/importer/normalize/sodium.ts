import type { QualityFlag } from '../../quality/candidate-food.ts'
import type { SourceRecord } from '../../sources/source-record.ts'
import { amountIn, round } from './numbers.ts'

const field = 'sodium_mg'

// Regulation (EU) 1169/2011, annex I: salt = sodium × 2.5, so this is how a label got its salt. The Open Food
// Facts data of 2019 has 2.54, the ratio of the masses; sodium given by it is 1.6 % low and stays as given.
const saltPerSodium = 2.5

// More than the two ratios and rounding can explain.
const farApart = { share: 0.2, mg: 20 }

/** Sodium as given, or else from salt. */
export function sodiumMg(amounts: SourceRecord['amounts'], flags: QualityFlag[]): number | null {
  const sodium = amountIn('mg', amounts.sodium, field, flags)
  const salt = amountIn('g', amounts.salt, field, sodium === null ? flags : [])
  if (salt === null) return sodium
  const fromSalt = round((salt / saltPerSodium) * 1000)
  if (sodium === null) {
    flags.push({ rule: 'sodium-from-salt', field, found: salt })
    return fromSalt
  }
  if (!areFarApart(sodium, fromSalt)) return sodium
  // Mostly milligrams that were called grams, or a 0 that means "not given": labels name the salt.
  flags.push({ rule: 'sodium-disagrees', field, found: sodium })
  return fromSalt === 0 ? sodium : fromSalt
}

function areFarApart(one: number, other: number): boolean {
  const apart = Math.abs(one - other)
  return apart > farApart.mg && apart > farApart.share * Math.max(one, other)
}
