// The same barcode appears with different numbers of leading zeros: a 12-digit UPC-A is an EAN-13 with one leading zero
// and a GTIN-14 with two (decision 29).

/** The stored format: leading zeros removed, then padded to 8 (EAN-8) or 13 digits unless it has 14. Null if invalid. */
export function canonicalBarcode(written: string): string | null {
  const digits = written.replace(/\D/g, '').replace(/^0+/, '')
  if (digits === '' || digits.length > 14) return null
  return digits.padStart(digits.length <= 8 ? 8 : 13, '0')
}

/** The stored barcodes that a scanned code may match, in order of preference. */
export function barcodeCandidates(written: string): string[] {
  const exact = canonicalBarcode(written)
  if (exact === null) return []
  const expanded = expandUpcE(exact)
  return expanded === null ? [exact] : [exact, `0${expanded}`]
}

/** UPC-E is a UPC-A with its zeros suppressed. Null if the digits are no valid UPC-E code. */
function expandUpcE(digits: string): string | null {
  const parts = /^([01])(\d{6})(\d)$/.exec(digits)
  if (!parts) return null
  const [, system = '', compressed = '', check = ''] = parts
  const [d1, d2, d3, d4, d5, last] = compressed
  const body =
    last === '0' || last === '1' || last === '2'
      ? `${d1}${d2}${last}0000${d3}${d4}${d5}`
      : last === '3'
        ? `${d1}${d2}${d3}00000${d4}${d5}`
        : last === '4'
          ? `${d1}${d2}${d3}${d4}00000${d5}`
          : `${d1}${d2}${d3}${d4}${d5}0000${last}`
  const upcA = `${system}${body}${check}`
  return hasValidCheckDigit(upcA) ? upcA : null
}

/** Shops print codes that begin with 2, or with 02 in UPC, for goods they weigh: one for every weight. */
export const isInStoreCode = (barcode: string): boolean =>
  barcode.startsWith('2') || (barcode.length === 13 && barcode.startsWith('02'))

/** GS1 check digit: counted from the right, digits weigh 1 and 3 alternately, and the sum is a multiple of ten. */
export function hasValidCheckDigit(digits: string): boolean {
  let sum = 0
  for (let position = 1; position <= digits.length; position++) {
    sum += Number(digits[digits.length - position]) * (position % 2 === 0 ? 3 : 1)
  }
  return sum % 10 === 0
}
