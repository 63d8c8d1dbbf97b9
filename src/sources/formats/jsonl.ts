import { isUtf8 } from 'node:buffer'
import type { Row } from './dump.ts'
import { bad } from './split-lines.ts'

/** `1e999` is Infinity here, as JSON.parse has it: nonsense among values, which others judge. */
export function readJsonLine(line: Buffer, number: number): Row | null {
  if (!isUtf8(line)) return bad(number, 'not-utf8')
  const text = line.toString('utf8')
  let product: unknown
  try {
    product = JSON.parse(text)
  } catch {
    return text.trim() === '' ? null : bad(number, 'not-json')
  }
  if (typeof product !== 'object' || product === null || Array.isArray(product))
    return bad(number, 'not-an-object')
  return { line: number, product: product as Record<string, unknown> }
}
