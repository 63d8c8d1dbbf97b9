// Comma-separated tables (RFC 4180), line by line.
import { type Chunks, type Row, UnrecognizedFormatError } from './dump.ts'
import { malformedRow } from './split-lines.ts'

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

// Splits lines as bytes. A cell is decoded only on demand, because most lines of a large table are skipped after reading
// one number.

const quote = 34
const comma = 44
const carriageReturn = 13
const point = 46
const zero = 48
const nine = 57
// Up to here both the digits and the power of ten are exact, so their quotient is rounded only once.
const maxExactDigits = 15
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** Reads one line and may add rows to the batch. */
export type ReadCells = (cells: Cells, batch: Row[]) => void

/** The cells of the requested columns of one line, in the requested order; valid until the next line. */
export class Cells {
  /** Counted from 1, including the header. A row with quoted newlines counts as one line. */
  line = 0
  readonly #columns: readonly string[]
  #targetOf: Int32Array | null = null
  #bytes: Buffer = Buffer.alloc(0)
  readonly #starts: Int32Array
  readonly #ends: Int32Array
  readonly #hasQuotes: Uint8Array

  constructor(columns: readonly string[]) {
    this.#columns = columns
    this.#starts = new Int32Array(columns.length)
    this.#ends = new Int32Array(columns.length)
    this.#hasQuotes = new Uint8Array(columns.length)
  }

  /** Reads all complete lines and returns the offset of the next one. */
  readLines(bytes: Buffer, read: ReadCells, batch: Row[]): number {
    this.#bytes = bytes
    let start = 0
    if (this.#targetOf === null) {
      start = this.#readHeader(bytes)
      if (this.#targetOf === null) return 0
    }
    for (;;) {
      const end = this.#split(bytes, start, this.#targetOf)
      if (end === 0) return start
      this.line++
      if (end > 0) read(this, batch)
      else if (!isBlank(bytes, start)) batch.push(malformedRow(this.line, 'wrong-columns'))
      start = Math.abs(end)
    }
  }

  text(index: number): string {
    const text = this.#bytes.toString('utf8', this.#starts[index], this.#ends[index])
    return this.#hasQuotes[index] === 1 ? text.replaceAll('""', '"') : text
  }

  /** The digits of a cell as one number, ignoring other characters; 0 if there are none. */
  digits(index: number): number {
    const bytes = this.#bytes
    const end = this.#ends[index] ?? 0
    let number = 0
    for (let offset = this.#starts[index] ?? 0; offset < end; offset++) {
      const digit = (bytes[offset] ?? 0) - zero
      if (digit >= 0 && digit <= 9) number = number * 10 + digit
    }
    return number
  }

  /** NaN if the cell is empty or not a number. */
  decimal(index: number): number {
    const bytes = this.#bytes
    const start = this.#starts[index] ?? 0
    const end = this.#ends[index] ?? 0
    if (end - start > maxExactDigits) return numberIn(bytes, start, end)
    let digits = 0
    let count = 0
    let scale = 0
    for (let offset = start; offset < end; offset++) {
      const byte = bytes[offset] ?? 0
      if (byte >= zero && byte <= nine) {
        digits = digits * 10 + byte - zero
        scale *= 10
        count++
      } else if (byte === point && scale === 0) scale = 1
      else return numberIn(bytes, start, end)
    }
    return count === 0 ? Number.NaN : digits / (scale || 1)
  }

  #readHeader(bytes: Buffer): number {
    const end = bytes.indexOf(newline)
    if (end === -1) return 0
    const start = bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0
    const names = bytes
      .toString('utf8', start, end)
      .split(',')
      .map(name => name.trim().replaceAll('"', '').toLowerCase())
    const isPresent = (column: string) => column.endsWith('?') || names.includes(column)
    if (!this.#columns.every(isPresent)) throw new UnrecognizedFormatError('missing-columns')
    this.#targetOf = Int32Array.from(names, name =>
      this.#columns.findIndex(column => column === name || column === `${name}?`),
    )
    this.line = 1
    return end + 1
  }

  /**
   * The end of the line that starts here; negative if it has too few or too many cells, 0 if it is incomplete. One loop
   * without calls, because it processes 3 GB.
   */
  #split(bytes: Buffer, start: number, targetOf: Int32Array): number {
    const size = bytes.length
    const starts = this.#starts
    const ends = this.#ends
    const columns = targetOf.length
    let offset = start
    for (let column = 0; ; column++) {
      let cellStart = offset
      let cellEnd = 0
      let hasQuotes = 0
      if (offset < size && bytes[offset] === quote) {
        cellStart = ++offset
        for (;;) {
          while (offset < size && bytes[offset] !== quote) offset++
          // Whether a quote ends the cell depends on the next byte.
          if (offset + 1 >= size) return 0
          if (bytes[offset + 1] !== quote) break
          hasQuotes = 1
          offset += 2
        }
        cellEnd = offset++
      }
      while (offset < size && bytes[offset] !== comma && bytes[offset] !== newline) offset++
      if (offset >= size) return 0
      if (column < columns) {
        const target = targetOf[column] ?? -1
        if (target >= 0) {
          starts[target] = cellStart
          ends[target] =
            cellEnd || (offset > cellStart && bytes[offset - 1] === carriageReturn ? offset - 1 : offset)
          this.#hasQuotes[target] = hasQuotes
        }
      }
      if (bytes[offset++] === newline) return column + 1 === columns ? offset : -offset
    }
  }
}

const isBlank = (bytes: Buffer, offset: number) =>
  bytes[offset] === newline || (bytes[offset] === carriageReturn && bytes[offset + 1] === newline)

function numberIn(bytes: Buffer, start: number, end: number): number {
  const written = bytes.toString('latin1', start, end).trim()
  return written === '' ? Number.NaN : Number(written)
}
