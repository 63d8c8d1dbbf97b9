// The ways one barcode is written, and the short form of UPC-A.

/** Every way of writing a GTIN that must find the same food (rule barcode-forms). */
export function formsOf(barcode: string): string[] {
  const gtin14 = barcode.padStart(14, '0')
  // As GTIN-14, EAN-13, UPC-A and UPC-A without its leading zero.
  const padded = [0, 1, 2, 3]
    .filter(zeros => gtin14.startsWith('0'.repeat(zeros)))
    .map(zeros => gtin14.slice(zeros))
  const half = Math.floor(barcode.length / 2)
  const [left, right] = [barcode.slice(0, half), barcode.slice(half)]
  return [...new Set([barcode, ...padded, `${left}%20${right}`, `${left}-${right}`, `%20${barcode}%20`])]
}

/** The 8-digit UPC-E of a 13-digit barcode, where zero suppression allows one. */
export function compressToUpcE(barcode: string): string | undefined {
  const [, system, maker, product, check] = /^0([01])(\d{5})(\d{5})(\d)$/.exec(barcode) ?? []
  if (!system || !maker || !product || !check) return undefined
  const short = suppressZeros(maker, product)
  return short && system + short + check
}

function suppressZeros(maker: string, product: string): string | undefined {
  if (/^\d\d[012]00$/.test(maker) && product.startsWith('00')) {
    return maker.slice(0, 2) + product.slice(2) + maker[2]
  }
  if (maker.endsWith('00') && product.startsWith('000')) return `${maker.slice(0, 3)}${product.slice(3)}3`
  if (maker.endsWith('0') && product.startsWith('0000')) return `${maker.slice(0, 4)}${product[4]}4`
  return /^0000[5-9]$/.test(product) ? maker + product[4] : undefined
}

export function withWrongCheckDigit(barcode: string): string {
  return barcode.slice(0, -1) + ((Number(barcode.at(-1)) + 1) % 10)
}

export function hasRightCheckDigit(barcode: string): boolean {
  const digits = [...barcode.padStart(14, '0')].map(Number)
  return digits.reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 3 : 1), 0) % 10 === 0
}
