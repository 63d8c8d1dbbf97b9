// Reads values of unreliable types: a text may be a number, a list may be a comma-separated string.

export type Fields = Record<string, unknown>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Trimmed, without NUL (which PostgreSQL rejects); null if empty. */
export function text(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (typeof value !== 'string') return null
  const trimmed = (value.includes('\0') ? value.replaceAll('\0', '') : value).trim()
  return trimmed === '' ? null : trimmed
}

/** False for the words that software writes for missing values. */
export const isPresent = (written: string) =>
  (written.length !== 4 && written.length !== 9) || !/^(null|undefined)$/i.test(written)

/** The texts of an array or of a comma-separated string. */
export function list(value: unknown): string[] {
  const parts: unknown[] = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : []
  const texts: string[] = []
  for (const part of parts) {
    const written = text(part)
    if (written !== null && isPresent(written)) texts.push(written)
  }
  return texts
}

/** The objects of an array. */
export const rowsOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

/** A count, a revision or a time in seconds; null if it is negative, not a number, or too large for an integer column. */
export function integer(value: unknown): number | null {
  const number = Math.trunc(typeof value === 'number' ? value : Number(text(value) ?? Number.NaN))
  return number >= 0 && number < 2 ** 31 ? number : null
}

export function webUrl(value: unknown): string | null {
  const written = text(value)
  return written !== null && /^https?:\/\/\S+$/.test(written) ? written : null
}

/** The shortest decimal number with the same float32 value: 0.33782, not 0.33781999349594116. */
export function float32ToDecimal(value: unknown): unknown {
  if (typeof value !== 'number') return value
  for (let digits = 6; digits <= 9; digits++) {
    const shorter = Number(value.toPrecision(digits))
    if (Math.fround(shorter) === value) return shorter
  }
  return value
}
