import type { Note } from '../../trust/draft.ts'
import type { SourceRecord } from '../record.ts'
import { amountIn, round } from './numbers.ts'

const field = 'sodium_mg'

// Regulation (EU) 1169/2011, annex I: salt = sodium × 2.5, so this is how a label got its salt. The Open Food
// Facts data of 2019 has 2.54, the ratio of the masses; sodium given by it is 1.6 % low and stays as given.
const saltPerSodium = 2.5

/** Sodium as given, or else from salt. */
export function sodiumMg(amounts: SourceRecord['amounts'], notes: Note[]): number | null {
  const sodium = amountIn('mg', amounts.sodium, field, notes)
  if (sodium !== null) return sodium
  const salt = amountIn('g', amounts.salt, field, notes)
  if (salt === null) return null
  notes.push({ rule: 'sodium-from-salt', field, found: salt })
  return round((salt / saltPerSodium) * 1000)
}
