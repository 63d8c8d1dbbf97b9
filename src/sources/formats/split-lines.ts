import type { MalformedRow, Pieces, Row } from './dump.ts'

// The longest real lines are some 2 MB; beyond this a line is skipped without being held.
const longestLine = 16 * 1024 * 1024
// Few enough to stay in the processor's cache between being parsed and being written.
const rowsABatch = 100
const bytesABatch = 4 * 1024 * 1024
const newline = 10
const carriageReturn = 13
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** Makes one row of one line; null for lines that are to be passed over. */
export type ReadLine = (line: Buffer, number: number) => Row | null

/** Splits bytes at newlines and reads each line, in batches: one wait per record would be most of the time. */
export async function* splitLines(pieces: Pieces, readLine: ReadLine): AsyncGenerator<Row[]> {
  const held = new HeldLine()
  let batch: Row[] = []
  let batchBytes = 0
  let number = 0

  const add = (line: Buffer | null) => {
    number++
    const row = line === null ? bad(number, 'too-long') : readLine(trimmed(line, number), number)
    if (row !== null) batch.push(row)
    batchBytes += line?.length ?? 0
  }

  for await (const piece of pieces) {
    if (typeof piece === 'string') {
      // The line that the damage cut is part of it.
      batch.push(bad(number + 1, piece))
      held.take(noBytes)
      continue
    }
    let start = 0
    for (let end = piece.indexOf(newline); end !== -1; end = piece.indexOf(newline, start)) {
      add(held.take(piece.subarray(start, end)))
      start = end + 1
      if (batch.length >= rowsABatch || batchBytes >= bytesABatch) {
        yield batch
        batch = []
        batchBytes = 0
      }
    }
    held.add(piece.subarray(start))
  }
  if (!held.isEmpty()) add(held.take(noBytes))
  if (batch.length > 0) yield batch
}

const noBytes = Buffer.alloc(0)

/** The beginning of a line whose end is not there yet. */
class HeldLine {
  #parts: Buffer[] = []
  #bytes = 0

  add(part: Buffer): void {
    if (part.length === 0) return
    this.#bytes += part.length
    if (this.#bytes > longestLine) this.#parts = []
    else this.#parts.push(part)
  }

  /** The whole line now that its end is there; null when it is too long. */
  take(end: Buffer): Buffer | null {
    if (this.#bytes === 0) return end.length > longestLine ? null : end
    this.add(end)
    const line = this.#bytes > longestLine ? null : Buffer.concat(this.#parts, this.#bytes)
    this.#parts = []
    this.#bytes = 0
    return line
  }

  isEmpty(): boolean {
    return this.#bytes === 0
  }
}

/** Without the byte order mark of the first line and the carriage return of lines from Windows. */
function trimmed(line: Buffer, number: number): Buffer {
  const start = number === 1 && line.subarray(0, 3).equals(byteOrderMark) ? 3 : 0
  const end = line.length - (line.at(-1) === carriageReturn ? 1 : 0)
  return start === 0 && end === line.length ? line : line.subarray(start, end)
}

export const bad = (line: number, reason: MalformedRow): Row => ({ line, bad: reason })
