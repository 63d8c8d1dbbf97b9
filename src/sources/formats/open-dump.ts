// Opens a dump in any of the generic formats.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type Chunks, type Dump, type LineBlock, type Row, UnrecognizedFormatError } from './dump.ts'
import { inflate } from './inflate.ts'
import { readJsonLine } from './jsonl.ts'
import { bytesToSniff, isGzip, isParquet, maxMagicBytes, peek, textFormatOf } from './sniff-format.ts'
import { lineBlocks, type ReadLine, readBlock } from './split-lines.ts'
import { tabLineReader } from './tsv.ts'

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
