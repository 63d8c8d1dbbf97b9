// Comma-separated tables (RFC 4180), line by line.
import { Cells, type ReadCells } from './csv-cells.ts'
import type { Chunks, Row } from './dump.ts'

const newline = 10
// Real lines have up to 30 KB (ingredients). A longer one means an unclosed quote.
const maxLineBytes = 4 * 1024 * 1024

/** Thrown when a table is cut off; `reason` goes into the report. */
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
 * Reads the named columns of a table; a column with a question mark is optional. Yields a batch after every chunk of the
 * file, even an empty one, so that the caller can report progress. Lines with too few or too many cells are malformed rows.
 */
export async function* readTable(
  chunks: Chunks,
  columns: readonly string[],
  read: ReadCells,
): AsyncGenerator<Row[]> {
  const cells = new Cells(columns)
  // One buffer for all chunks, to spare the garbage collector thousands of them.
  let buffer = Buffer.allocUnsafeSlow(512 * 1024)
  let size = 0
  for await (const chunk of endedByNewline(chunks)) {
    if (typeof chunk === 'string') throw new MalformedCsvError(chunk, cells.line + 1)
    if (size + chunk.length > buffer.length) buffer = Buffer.concat([buffer], 2 * (size + chunk.length))
    size += chunk.copy(buffer, size)
    const batch: Row[] = []
    const consumed = cells.readLines(buffer.subarray(0, size), read, batch)
    buffer.copyWithin(0, consumed, size)
    size -= consumed
    if (size > maxLineBytes) throw new MalformedCsvError('corrupt', cells.line + 1)
    yield batch
  }
  if (size > 0) throw new MalformedCsvError('truncated', cells.line + 1)
}

const newlineBytes = Buffer.from('\n')

/** Adds the newline that the last line may lack. */
async function* endedByNewline(chunks: Chunks): Chunks {
  let last = newline
  for await (const chunk of chunks) {
    if (typeof chunk !== 'string') last = chunk.at(-1) ?? last
    yield chunk
  }
  if (last !== newline) yield newlineBytes
}
