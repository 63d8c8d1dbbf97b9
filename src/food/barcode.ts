// The same barcode appears with different numbers of leading zeros: a 12-digit UPC-A is an EAN-13 with one leading zero
// and a GTIN-14 with two (rule barcode-forms). Barcodes are stored with 13 digits, EAN-8 with 8, and a GTIN-14 whose indicator
// is not 0 with 14.

/** The stored barcodes that a scanned or typed code may match, in order of preference; none if it is not a barcode. */
export function barcodeCandidates(written: string): string[] {
  const digits = digitsOf(written)
  if (digits === null) return []
  // 11 digits are a UPC-A without its leading zero. A wrong check digit is looked up as it is.
  const gtin = [8, 11, 12, 13, 14].includes(digits.length) ? padCode(digits) : null
  return [gtin, ...upcECandidates(digits)].filter(barcode => barcode !== null)
}

/** The barcode in a record of a source; null if the code only identifies the record at that source. */
export function barcodeOfSource(code: string): string | null {
  const digits = digitsOf(code)
  if (digits === null || digits.length < 8) return null
  const gtin = padCode(digits)
  if (gtin === null || isNoProductCode(gtin)) return null
  if (hasValidCheckDigit(gtin)) return gtin
  // Open Food Facts pads its own short identifiers to 8 digits. Other codes with a wrong check digit are kept: shops
  // print them, and people scan them.
  return expandUpcE(digits) ?? (/^0\d{7}$/.test(gtin) ? null : gtin)
}

/** The digits of a code in the stored format, whether or not they are a barcode. Null if there are none or too many. */
export function padCode(code: string): string | null {
  const digits = digitsOf(code)?.replace(/^0+/, '') ?? ''
  if (digits === '' || digits.length > 14) return null
  return digits.padStart(digits.length <= 8 ? 8 : 13, '0')
}

/** Periodicals and books (977 to 979), and what people type where there is no barcode. */
const isNoProductCode = (barcode: string): boolean => /^97[789]\d{10}$|123456789|^(\d)\1{12}$/.test(barcode)

/**
 * In-store codes begin with 2, or with 02 in UPC. They do not identify one product worldwide, and scales print a new one
 * for every weight. The first digit of a GTIN-14 is its indicator, so it says nothing about this.
 */
export const isInStoreCode = (barcode: string): boolean => /^(?:2\d{7}|2\d{12}|02\d{11})$/.test(barcode)

/** GS1 check digit: counted from the right, digits weigh 1 and 3 alternately, and the sum is a multiple of ten. */
export function hasValidCheckDigit(digits: string): boolean {
  let sum = 0
  for (let position = 1; position <= digits.length; position++) {
    sum += (digits.charCodeAt(digits.length - position) - zero) * (position % 2 === 0 ? 3 : 1)
  }
  return sum % 10 === 0
}

const zero = '0'.charCodeAt(0)

/** Without spaces and hyphens; null if anything else is left. */
function digitsOf(code: string): string | null {
  if (onlyDigits.test(code)) return code
  const digits = code.replace(/[\s-]/g, '')
  return onlyDigits.test(digits) ? digits : null
}

const onlyDigits = /^\d+$/

/**
 * A UPC-E has 8 digits; 6 if a scanner omits the number system 0 and the check digit; 7 or 6 if leading zeros were lost.
 * Eight digits that begin with 0 or 1 may be an EAN-8 instead, and the check digit of half of them fits both.
 */
function upcECandidates(digits: string): string[] {
  if (digits.length < 6 || digits.length > 8) return []
  const withoutCheckDigit = digits.length === 6 ? [...'0123456789'].map(check => `0${digits}${check}`) : []
  return [...withoutCheckDigit, digits.padStart(8, '0')].map(expandUpcE).filter(barcode => barcode !== null)
}

/** UPC-E is a UPC-A with its zeros suppressed. Null if the 8 digits are not a valid UPC-E. */
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
  const barcode = `0${system}${body}${check}`
  return hasValidCheckDigit(barcode) && barcode !== noBarcode ? barcode : null
}

const noBarcode = '0000000000000'
