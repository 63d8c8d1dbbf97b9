import { isUtf8 } from 'node:buffer'
import type { Row } from './dump.ts'
import { malformedRow, type ReadLine } from './split-lines.ts'

/** Cells are separated by tabs and never quoted, as in the official export; the first line is the header. */
export function tabLineReader(): ReadLine {
  let columns: string[] | null = null
  return (line, number) => {
    if (!isUtf8(line)) return malformedRow(number, 'not-utf8')
    const text = line.toString('utf8')
    if (text.trim() === '') return null
    if (text.includes('\0')) return malformedRow(number, 'nul-byte')
    const cells = text.split('\t')
    if (columns === null) {
      columns = cells.map(name => name.trim())
      return null
    }
    return cells.length === columns.length
      ? createRow(columns, cells, number)
      : malformedRow(number, 'wrong-columns')
  }
}

/** Omits empty cells, which mean that a value is missing and are three quarters of all cells. */
function createRow(columns: string[], cells: string[], line: number): Row {
  const product: Record<string, unknown> = {}
  for (const [index, cell] of cells.entries()) {
    const name = columns[index]
    if (cell !== '' && name !== undefined) product[name] = cell
  }
  return { line, product }
}
