import { barcodeOfSource, hasValidCheckDigit, padCode } from '../../food/barcode.ts'
import type { QualityFlag } from '../../quality/candidate-food.ts'

const field = 'barcode'
const maxFlaggedLength = 40

export function readBarcode(written: unknown, flags: QualityFlag[]): string | null {
  if (typeof written !== 'string' || written === '') return null
  const barcode = barcodeOfSource(written)
  if (barcode === null) {
    // Spreadsheets turned 530 real codes into the form `8,01E+12`: their digits are lost.
    const rule = padCode(written) === null ? 'no-barcode' : 'source-identifier'
    flags.push({ rule, field, found: written.slice(0, maxFlaggedLength) })
  } else if (!hasValidCheckDigit(barcode)) {
    flags.push({ rule: 'check-digit', field, found: barcode })
  }
  return barcode
}
