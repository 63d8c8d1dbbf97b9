import { isUtf8 } from 'node:buffer'
import type { Row } from './dump.ts'
import { malformedRow } from './split-lines.ts'

/** `1e999` becomes Infinity, as in JSON.parse; normalization drops such values. */
export function readJsonLine(line: Buffer, number: number): Row | null {
  if (!isUtf8(line)) return malformedRow(number, 'not-utf8')
  const text = line.toString('utf8')
  let product: unknown
  try {
    product = JSON.parse(text)
  } catch {
    return text.trim() === '' ? null : malformedRow(number, 'not-json')
  }
  if (typeof product !== 'object' || product === null || Array.isArray(product))
    return malformedRow(number, 'not-an-object')
  return { line: number, product: product as Record<string, unknown> }
}
