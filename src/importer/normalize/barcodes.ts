import { canonicalBarcode, hasValidCheckDigit } from '../../food/barcode.ts'
import type { QualityFlag } from '../../quality/candidate-food.ts'

const field = 'barcode'

// Spreadsheets turned 530 real codes into the form `8,01E+12`, whose digits are another barcode.
const digitsOnly = /^[\d\s-]{1,40}$/

export function readBarcode(written: unknown, flags: QualityFlag[]): string | null {
  if (typeof written !== 'string' || written === '') return null
  const barcode = digitsOnly.test(written) ? canonicalBarcode(written) : null
  if (barcode === null) {
    flags.push({ rule: 'no-barcode', field, found: written.slice(0, 40) })
  } else if (!hasValidCheckDigit(barcode)) {
    // Kept: shops print such codes, and people scan them.
    flags.push({ rule: 'check-digit', field, found: barcode })
  }
  return barcode
}
