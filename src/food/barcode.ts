// Barcodes are numbers with leading zeros that come and go: UPC-A has 12 digits, the same number is an
// EAN-13 with a zero in front and a GTIN-14 with two (decision 29).

/**
 * The one spelling under which a barcode is stored: without leading zeros, padded to 8 digits (EAN-8) or
 * 13, or as it is when it has 14. Null for what is no barcode.
 */
export function canonicalBarcode(written: string): string | null {
  const digits = written.replace(/\D/g, '').replace(/^0+/, '')
  if (digits === '' || digits.length > 14) return null
  return digits.padStart(digits.length <= 8 ? 8 : 13, '0')
}

/** The spellings to look a scanned code up by, in the order of preference. */
export function barcodeCandidates(written: string): string[] {
  const exact = canonicalBarcode(written)
  if (exact === null) return []
  const expanded = expandUpcE(exact)
  return expanded === null ? [exact] : [exact, `0${expanded}`]
}

/** UPC-E is a UPC-A with its zeros pressed out; null when the digits are no such code or fail its check. */
function expandUpcE(digits: string): string | null {
  const parts = /^([01])(\d{6})(\d)$/.exec(digits)
  if (!parts) return null
  const [, system = '', packed = '', check = ''] = parts
  const [d1, d2, d3, d4, d5, last] = packed
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

/** The GS1 check: from the right, weights 3 and 1 by turns, the sum a multiple of ten. */
export function hasValidCheckDigit(digits: string): boolean {
  let sum = 0
  for (let place = 1; place <= digits.length; place++) {
    sum += Number(digits[digits.length - place]) * (place % 2 === 0 ? 3 : 1)
  }
  return sum % 10 === 0
}
