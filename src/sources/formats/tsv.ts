import { isUtf8 } from 'node:buffer'
import type { Row } from './dump.ts'
import { bad, type ReadLine } from './split-lines.ts'

/** Cells are separated by tabs and never quoted, as in the official export; the first line names them. */
export function tabLineReader(): ReadLine {
  let columns: string[] | null = null
  return (line, number) => {
    if (!isUtf8(line)) return bad(number, 'not-utf8')
    const text = line.toString('utf8')
    if (text.trim() === '') return null
    if (text.includes('\0')) return bad(number, 'nul-byte')
    const cells = text.split('\t')
    if (columns === null) {
      columns = cells.map(name => name.trim())
      return null
    }
    return cells.length === columns.length ? named(columns, cells, number) : bad(number, 'wrong-columns')
  }
}

/** Without the empty cells: they are three quarters of all, and mean that nothing is told. */
function named(columns: string[], cells: string[], line: number): Row {
  const product: Record<string, unknown> = {}
  for (const [at, cell] of cells.entries()) {
    const name = columns[at]
    if (cell !== '' && name !== undefined) product[name] = cell
  }
  return { line, product }
}
