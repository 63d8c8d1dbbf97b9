import type { Chunks, MalformedReason, Row } from './dump.ts'

// Real lines have up to 2 MB; longer ones than this are skipped without buffering them.
const maxLineBytes = 16 * 1024 * 1024
// Small enough to stay in the CPU cache between parsing and writing.
const rowsPerBatch = 100
const bytesPerBatch = 4 * 1024 * 1024
const newline = 10
const carriageReturn = 13
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** Parses one line; null if the line is to be skipped. */
export type ReadLine = (line: Buffer, number: number) => Row | null

/** Splits bytes at newlines and reads each line. Yields batches, because one await per record would dominate the time. */
export async function* splitLines(chunks: Chunks, readLine: ReadLine): AsyncGenerator<Row[]> {
  const partial = new PartialLine()
  let batch: Row[] = []
  let batchBytes = 0
  let number = 0

  const add = (line: Buffer | null) => {
    number++
    const row = line === null ? malformedRow(number, 'too-long') : readLine(trimmed(line, number), number)
    if (row !== null) batch.push(row)
    batchBytes += line?.length ?? 0
  }

  for await (const chunk of chunks) {
    if (typeof chunk === 'string') {
      // The incomplete line before the damage is lost too.
      batch.push(malformedRow(number + 1, chunk))
      partial.complete(noBytes)
      continue
    }
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      add(partial.complete(chunk.subarray(start, end)))
      start = end + 1
      if (batch.length >= rowsPerBatch || batchBytes >= bytesPerBatch) {
        yield batch
        batch = []
        batchBytes = 0
      }
    }
    partial.add(chunk.subarray(start))
  }
  if (!partial.isEmpty()) add(partial.complete(noBytes))
  if (batch.length > 0) yield batch
}

const noBytes = Buffer.alloc(0)

/** The start of a line that is not complete yet. */
class PartialLine {
  #parts: Buffer[] = []
  #bytes = 0

  add(part: Buffer): void {
    if (part.length === 0) return
    this.#bytes += part.length
    if (this.#bytes > maxLineBytes) this.#parts = []
    else this.#parts.push(part)
  }

  /** Returns the line with its last part and resets; null if the line is too long. */
  complete(end: Buffer): Buffer | null {
    if (this.#bytes === 0) return end.length > maxLineBytes ? null : end
    this.add(end)
    const line = this.#bytes > maxLineBytes ? null : Buffer.concat(this.#parts, this.#bytes)
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

export const malformedRow = (line: number, reason: MalformedReason): Row => ({ line, malformed: reason })
