// Opens a dump in any of the generic formats.

import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type Chunks, type Dump, type LineBlock, type Row, UnrecognizedFormatError } from './dump.ts'
import { inflate } from './inflate.ts'
import { readJsonLine } from './jsonl.ts'
import { lineBlocks, malformedRow, type ReadLine, readBlock } from './split-lines.ts'

export interface DumpOptions {
  /** Only these columns of a Parquet file are read. */
  parquetColumns?: readonly string[]
}

/** `-` is standard input. */
export async function openDump(path: string | '-', options: DumpOptions = {}): Promise<Dump> {
  const isStandardInput = path === '-'
  const stats = isStandardInput ? null : await stat(path)
  let bytesRead = 0
  async function* counted(): AsyncGenerator<Buffer> {
    const file = isStandardInput ? process.stdin : createReadStream(path, { highWaterMark: 256 * 1024 })
    for await (const chunk of file) {
      bytesRead += chunk.length
      yield chunk
    }
  }

  const bytes = await peek(counted(), maxMagicBytes)
  if (isParquet(bytes.head)) {
    await bytes.close()
    if (isStandardInput) throw new UnrecognizedFormatError('parquet-needs-a-file')
    // Loaded on demand, because only this format needs hyparquet.
    const { openParquet } = await import('./parquet.ts')
    return openParquet(path, options.parquetColumns)
  }
  const plain: Chunks = isGzip(bytes.head) ? inflate(bytes.all) : bytes.all
  const text = await peek(plain, bytesToSniff)
  const format = textFormatOf(text.head)
  if (format === null) {
    await text.close()
    throw new UnrecognizedFormatError('unknown-format')
  }
  const blocks = () => lineBlocks(text.all)
  return {
    format,
    totalBytes: stats?.isFile() ? stats.size : null,
    bytesRead: () => bytesRead,
    rows: () => rowsOf(blocks(), format === 'jsonl' ? readJsonLine : tabLineReader()),
    ...(format === 'jsonl' && { jsonLines: blocks }),
  }
}

async function* rowsOf(blocks: AsyncIterable<LineBlock>, readLine: ReadLine): AsyncGenerator<Row[]> {
  for await (const block of blocks) yield readBlock(block, readLine)
}

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

// Detects the format of a file from its first bytes, because downloads may lose their extension.

const gzipMagic = Buffer.from([0x1f, 0x8b])
const parquetMagic = Buffer.from('PAR1')

export const maxMagicBytes = parquetMagic.length
// Enough for the header of the tab-separated export (5 KB) and some malformed lines before a good one.
export const bytesToSniff = 64 * 1024

export const isGzip = (head: Buffer) => startsWith(head, gzipMagic)
export const isParquet = (head: Buffer) => startsWith(head, parquetMagic)

/** A line that starts an object means JSON lines, even after malformed ones; tabs in the first line mean a table. */
export function textFormatOf(head: Buffer): 'jsonl' | 'tsv' | null {
  const text = head.toString('utf8').trimStart()
  const opensObject = (line: string) => line.trimStart().startsWith('{')
  if (text === '' || text.split('\n').some(opensObject)) return 'jsonl'
  const [header = ''] = text.split('\n', 1)
  return header.includes('\t') && !/[\0\ufffd]/.test(header) ? 'tsv' : null
}

function startsWith(head: Buffer, magic: Buffer): boolean {
  return head.subarray(0, magic.length).equals(magic)
}

/** The start of a stream, and the complete stream. */
interface Peeked<Chunk> {
  head: Buffer
  all: AsyncIterable<Chunk>
  /** Closes the file when the rest is not needed. */
  close(): Promise<void>
}

/** Reads at least that many bytes, unless the stream is shorter. */
export async function peek<Chunk extends Buffer | string>(
  chunks: AsyncIterable<Chunk>,
  bytes: number,
): Promise<Peeked<Chunk>> {
  const iterator = chunks[Symbol.asyncIterator]()
  const close = async () => void (await iterator.return?.())
  const seen: Chunk[] = []
  let head = Buffer.alloc(0)
  while (head.length < bytes) {
    const next = await iterator.next()
    if (next.done) break
    seen.push(next.value)
    if (typeof next.value !== 'string') head = Buffer.concat([head, next.value])
  }

  async function* all(): AsyncGenerator<Chunk> {
    try {
      yield* seen.splice(0)
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
    } finally {
      await close()
    }
  }

  return { head, all: all(), close }
}
