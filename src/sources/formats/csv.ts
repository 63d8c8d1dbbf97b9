// Comma-separated tables (RFC 4180), line by line.
import { Cells, type ReadCells } from './csv-cells.ts'
import type { Pieces, Row } from './dump.ts'

const newline = 10
// The longest real lines are some 30 KB of ingredients. A longer one is a quote that is never closed.
const longestLine = 4 * 1024 * 1024

/** Thrown where a table breaks off; `reason` goes into the report. */
export class MalformedCsvError extends Error {
  override readonly name = 'MalformedCsvError'
  readonly reason: 'truncated' | 'corrupt'
  readonly line: number

  constructor(reason: MalformedCsvError['reason'], line: number) {
    super(`malformed CSV: ${reason}`)
    this.reason = reason
    this.line = line
  }
}

/**
 * Reads the named columns of a table; one with a question mark may be missing, and is empty then. Gives a batch
 * after every piece of the file, be it empty, so that the caller can tell how far it is; lines with cells too
 * few or too many are in it as bad ones.
 */
export async function* readTable(
  pieces: Pieces,
  columns: readonly string[],
  read: ReadCells,
): AsyncGenerator<Row[]> {
  const cells = new Cells(columns)
  // One buffer for all pieces: thousands of new ones would wait long for the garbage collector.
  let held = Buffer.allocUnsafeSlow(512 * 1024)
  let size = 0
  for await (const piece of endedByNewline(pieces)) {
    if (typeof piece === 'string') throw new MalformedCsvError(piece, cells.line + 1)
    if (size + piece.length > held.length) held = Buffer.concat([held], 2 * (size + piece.length))
    size += piece.copy(held, size)
    const batch: Row[] = []
    const done = cells.readLines(held.subarray(0, size), read, batch)
    held.copyWithin(0, done, size)
    size -= done
    if (size > longestLine) throw new MalformedCsvError('corrupt', cells.line + 1)
    yield batch
  }
  if (size > 0) throw new MalformedCsvError('truncated', cells.line + 1)
}

const aNewline = Buffer.from('\n')

/** The last line may lack its end. */
async function* endedByNewline(pieces: Pieces): Pieces {
  let last = newline
  for await (const piece of pieces) {
    if (typeof piece !== 'string') last = piece.at(-1) ?? last
    yield piece
  }
  if (last !== newline) yield aNewline
}
