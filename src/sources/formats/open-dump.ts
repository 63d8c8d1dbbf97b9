// Opens a dump in any of the generic formats.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type Dump, type LineDigestsOfInput, type Pieces, UnrecognizedFormatError } from './dump.ts'
import { inflate } from './inflate.ts'
import { readJsonLine } from './jsonl.ts'
import { bytesToSniff, isGzip, isParquet, longestMagic, peek, textFormatOf } from './sniff-format.ts'
import { type ReadLine, splitLines } from './split-lines.ts'
import { tabLineReader } from './tsv.ts'

export interface DumpOptions {
  /** Of a Parquet file only these columns are read. */
  parquetColumns?: readonly string[]
  /** JSON lines of earlier imports, which are passed over. */
  known?: LineDigestsOfInput
}

/** `-` is standard input. */
export async function openDump(path: string | '-', options: DumpOptions = {}): Promise<Dump> {
  const isStandardInput = path === '-'
  const about = isStandardInput ? null : await stat(path)
  let bytesRead = 0
  async function* counted(): AsyncGenerator<Buffer> {
    const file = isStandardInput ? process.stdin : createReadStream(path, { highWaterMark: 256 * 1024 })
    for await (const piece of file) {
      bytesRead += piece.length
      yield piece
    }
  }

  const bytes = await peek(counted(), longestMagic)
  if (isParquet(bytes.head)) {
    await bytes.close()
    if (isStandardInput) throw new UnrecognizedFormatError('parquet-needs-a-file')
    // Loaded only when it is needed: hyparquet is for this format alone.
    const { openParquet } = await import('./parquet.ts')
    return openParquet(path, options.parquetColumns)
  }
  const plain: Pieces = isGzip(bytes.head) ? inflate(bytes.all) : bytes.all
  const text = await peek(plain, bytesToSniff)
  const format = textFormatOf(text.head)
  if (format === null) {
    await text.close()
    throw new UnrecognizedFormatError('unknown-format')
  }
  return {
    format,
    totalBytes: about?.isFile() ? about.size : null,
    bytesRead: () => bytesRead,
    rows: splitLines(text.all, format === 'jsonl' ? jsonLineReader(options.known) : tabLineReader()),
  }
}

function jsonLineReader(known: LineDigestsOfInput | undefined): ReadLine {
  if (known === undefined) return readJsonLine
  return (line, number) => {
    const digest = known.digestOf(line)
    if (known.has(digest)) return { line: number, isKnown: true }
    const row = readJsonLine(line, number)
    return row !== null && 'product' in row ? { ...row, digest } : row
  }
}
