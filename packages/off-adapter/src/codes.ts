// Product codes: barcodes in the form Open Food Facts uses, and codes for foods without a barcode.
import type { Food } from '@larder/client'

/** Digits only, padded to 8 or 13; '' if the text has no digit. */
export function normalizeCode(requested: string): string {
  const digits = digitsOf(requested)
  if (digits === '') return ''
  const significant = digits.replace(/^0+/, '')
  return significant.padStart(significant.length <= 8 ? 8 : 13, '0')
}

export function digitsOf(requested: string): string {
  return requested.replace(/\D/g, '')
}

/** What Open Food Facts accepts as a code: 4 to 40 digits without the leading zeros. */
export function isValidCode(code: string): boolean {
  return /^0*[1-9]\d{3,39}$/.test(code)
}

/**
 * Apps require a code for every product, and some strip letters or leading zeros from it. Foods without a barcode therefore
 * get 15 digits that begin with 10000: longer than any GTIN, and small enough for apps that parse codes as numbers.
 */
export function codeOf({ barcode, id }: Pick<Food, 'barcode' | 'id'>): string {
  return barcode ?? `1${String(id).padStart(14, '0')}`
}

/** The food id in a code of `codeOf`; null if the code is a barcode. */
export function foodIdOf(code: string): number | null {
  const id = /^10000(\d{10})$/.exec(code)?.[1]
  return id === undefined ? null : Number(id)
}
