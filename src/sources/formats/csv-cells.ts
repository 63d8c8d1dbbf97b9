// Splits lines as bytes: a cell becomes a string only when somebody asks for it, because most lines of a large
// table are passed over after a look at one number.
import { type Row, UnrecognizedFormatError } from './dump.ts'
import { bad } from './split-lines.ts'

const quote = 34
const comma = 44
const newline = 10
const carriageReturn = 13
const point = 46
const zero = 48
const nine = 57
// Both the digits and the power of ten are exact up to here, so that their quotient is rounded but once.
const mostDigits = 15
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** Reads one line, and adds to the batch what it makes of it. */
export type ReadCells = (cells: Cells, batch: Row[]) => void

/** The cells of the wanted columns of one line, in the order asked for; they hold until the next line. */
export class Cells {
  /** Lines count from 1, the header too; one with newlines inside quotes is one. */
  line = 0
  readonly #columns: readonly string[]
  #placeOf: Int32Array | null = null
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

  /** Reads as many whole lines as there are, and gives the place where the next one begins. */
  readLines(bytes: Buffer, read: ReadCells, batch: Row[]): number {
    this.#bytes = bytes
    let start = 0
    if (this.#placeOf === null) {
      start = this.#readHeader(bytes)
      if (this.#placeOf === null) return 0
    }
    for (;;) {
      const end = this.#split(bytes, start, this.#placeOf)
      if (end === 0) return start
      this.line++
      if (end > 0) read(this, batch)
      else if (!isBlank(bytes, start)) batch.push(bad(this.line, 'wrong-columns'))
      start = Math.abs(end)
    }
  }

  text(at: number): string {
    const text = this.#bytes.toString('utf8', this.#starts[at], this.#ends[at])
    return this.#hasQuotes[at] === 1 ? text.replaceAll('""', '"') : text
  }

  /** The digits of a cell as one number, whatever stands between them; 0 when there are none. */
  digits(at: number): number {
    const bytes = this.#bytes
    const end = this.#ends[at] ?? 0
    let number = 0
    for (let place = this.#starts[at] ?? 0; place < end; place++) {
      const digit = (bytes[place] ?? 0) - zero
      if (digit >= 0 && digit <= 9) number = number * 10 + digit
    }
    return number
  }

  /** NaN for what is no number; an empty cell is none. */
  decimal(at: number): number {
    const bytes = this.#bytes
    const start = this.#starts[at] ?? 0
    const end = this.#ends[at] ?? 0
    if (end - start > mostDigits) return numberIn(bytes, start, end)
    let digits = 0
    let count = 0
    let scale = 0
    for (let place = start; place < end; place++) {
      const byte = bytes[place] ?? 0
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
    const isThere = (column: string) => column.endsWith('?') || names.includes(column)
    if (!this.#columns.every(isThere)) throw new UnrecognizedFormatError('missing-columns')
    this.#placeOf = Int32Array.from(names, name =>
      this.#columns.findIndex(column => column === name || column === `${name}?`),
    )
    this.line = 1
    return end + 1
  }

  /**
   * The end of the line that starts here, negative when its cells are too few or too many, 0 when the end is
   * not there yet. One loop over bytes and no calls: it runs over 3 GB.
   */
  #split(bytes: Buffer, start: number, placeOf: Int32Array): number {
    const size = bytes.length
    const starts = this.#starts
    const ends = this.#ends
    const columns = placeOf.length
    let at = start
    for (let column = 0; ; column++) {
      let cellStart = at
      let cellEnd = 0
      let hasQuotes = 0
      if (at < size && bytes[at] === quote) {
        cellStart = ++at
        for (;;) {
          while (at < size && bytes[at] !== quote) at++
          // Whether a quote ends the cell is told by what follows it.
          if (at + 1 >= size) return 0
          if (bytes[at + 1] !== quote) break
          hasQuotes = 1
          at += 2
        }
        cellEnd = at++
      }
      while (at < size && bytes[at] !== comma && bytes[at] !== newline) at++
      if (at >= size) return 0
      if (column < columns) {
        const place = placeOf[column] ?? -1
        if (place >= 0) {
          starts[place] = cellStart
          ends[place] = cellEnd || (at > cellStart && bytes[at - 1] === carriageReturn ? at - 1 : at)
          this.#hasQuotes[place] = hasQuotes
        }
      }
      if (bytes[at++] === newline) return column + 1 === columns ? at : -at
    }
  }
}

const isBlank = (bytes: Buffer, at: number) =>
  bytes[at] === newline || (bytes[at] === carriageReturn && bytes[at + 1] === newline)

function numberIn(bytes: Buffer, start: number, end: number): number {
  const written = bytes.toString('latin1', start, end).trim()
  return written === '' ? Number.NaN : Number(written)
}
