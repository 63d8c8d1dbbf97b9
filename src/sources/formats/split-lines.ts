import type { Chunks, LineBlock, MalformedReason, Row } from './dump.ts'

// Real lines have up to 2 MB; longer ones than this are skipped without buffering them.
const maxLineBytes = 16 * 1024 * 1024
const newline = 10
const carriageReturn = 13
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** Cuts bytes into blocks of whole lines, so that the lines of a block can be read elsewhere. */
export async function* lineBlocks(chunks: Chunks): AsyncGenerator<LineBlock> {
  const partial = new PartialLine()
  let firstLine = 1
  for await (const chunk of chunks) {
    if (typeof chunk === 'string') {
      // The incomplete line before the damage is lost too.
      partial.clear()
      yield { firstLine, malformed: chunk }
      continue
    }
    const firstEnd = chunk.indexOf(newline) + 1
    if (firstEnd === 0) {
      partial.add(chunk)
      continue
    }
    let start = 0
    if (partial.isTooLong(firstEnd)) {
      partial.clear()
      yield { firstLine: firstLine++, malformed: 'too-long' }
      start = firstEnd
    }
    const end = chunk.lastIndexOf(newline) + 1
    if (end > start) {
      const bytes = partial.take(chunk.subarray(start, end))
      yield { firstLine, bytes }
      firstLine += countLines(bytes)
    }
    partial.add(chunk.subarray(end))
  }
  if (partial.isTooLong(0)) yield { firstLine, malformed: 'too-long' }
  else if (!partial.isEmpty()) yield { firstLine, bytes: partial.take(noBytes) }
}

const noBytes = Buffer.alloc(0)

/** Parses one line; null if the line is to be skipped. */
export type ReadLine = (line: Buffer, number: number) => Row | null

export function readBlock(block: LineBlock, readLine: ReadLine): Row[] {
  if ('malformed' in block) return [malformedRow(block.firstLine, block.malformed)]
  const rows: Row[] = []
  let number = block.firstLine
  for (let start = 0; start < block.bytes.length; number++) {
    const end = block.bytes.indexOf(newline, start)
    const line = block.bytes.subarray(start, end === -1 ? block.bytes.length : end)
    const row =
      line.length > maxLineBytes ? malformedRow(number, 'too-long') : readLine(trimmed(line, number), number)
    if (row !== null) rows.push(row)
    start += line.length + 1
  }
  return rows
}

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

  /** Whether the line is too long with that many more bytes. */
  isTooLong(more: number): boolean {
    return this.#bytes + more > maxLineBytes
  }

  /** A copy of it with what follows, because the block may be transferred to another thread. */
  take(rest: Buffer): Buffer {
    const parts = [...this.#parts, rest]
    const bytes = Buffer.allocUnsafeSlow(this.#bytes + rest.length)
    let offset = 0
    for (const part of parts) offset += part.copy(bytes, offset)
    this.clear()
    return bytes
  }

  clear(): void {
    this.#parts = []
    this.#bytes = 0
  }

  isEmpty(): boolean {
    return this.#bytes === 0
  }
}

function countLines(bytes: Buffer): number {
  let lines = 0
  for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, end + 1)) lines++
  return lines
}

/** Without the byte order mark of the first line and the carriage return of lines from Windows. */
function trimmed(line: Buffer, number: number): Buffer {
  const start = number === 1 && line.subarray(0, 3).equals(byteOrderMark) ? 3 : 0
  const end = line.length - (line.at(-1) === carriageReturn ? 1 : 0)
  return start === 0 && end === line.length ? line : line.subarray(start, end)
}

export const malformedRow = (line: number, reason: MalformedReason): Row => ({ line, malformed: reason })
