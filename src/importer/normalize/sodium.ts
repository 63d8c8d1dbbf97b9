import type { QualityFlag } from '../../quality/candidate-food.ts'
import type { SourceRecord } from '../../sources/source-record.ts'
import { amountIn, round } from './numbers.ts'

const field = 'sodium_mg'

// Labels compute salt as sodium × 2.5 (Regulation (EU) 1169/2011, annex I). The Open Food Facts data of 2019 uses 2.54, the
// ratio of the masses; its sodium is 1.6 % too low and is kept.
const saltPerSodium = 2.5

// More than the two ratios and rounding can explain.
const maxDifference = { share: 0.2, mg: 20 }

/** The stated sodium, or computed from salt. */
export function sodiumMg(amounts: SourceRecord['amounts'], flags: QualityFlag[]): number | null {
  const sodium = amountIn('mg', amounts.sodium, field, flags)
  const salt = amountIn('g', amounts.salt, field, sodium === null ? flags : [])
  if (salt === null) return sodium
  const fromSalt = round((salt / saltPerSodium) * 1000)
  if (sodium === null) {
    flags.push({ rule: 'sodium-from-salt', field, found: salt })
    return fromSalt
  }
  if (!disagree(sodium, fromSalt)) return sodium
  // Usually milligrams entered as grams, or a 0 that means "not stated". Labels state salt, so it is more reliable.
  flags.push({ rule: 'sodium-disagrees', field, found: sodium })
  return fromSalt === 0 ? sodium : fromSalt
}

function disagree(one: number, other: number): boolean {
  const difference = Math.abs(one - other)
  return difference > maxDifference.mg && difference > maxDifference.share * Math.max(one, other)
}
