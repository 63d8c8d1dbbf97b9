// Opens a dump and tells its form from its first bytes, because names lie: downloads lose their endings.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { KnownLinesOfAKind } from '../../importer/known-lines.ts'
import { type Dump, NotADump, type Pieces } from './dump.ts'
import { inflate } from './inflate.ts'
import { readJsonLine } from './jsonl.ts'
import { peek } from './sniff-format.ts'
import { type ReadLine, splitLines } from './split-lines.ts'
import { tabLineReader } from './tsv.ts'

const gzipMagic = Buffer.from([0x1f, 0x8b])
const parquetMagic = Buffer.from('PAR1')
// Enough for the header of the tab-separated export (5 KB) and for some bad lines before a good one.
const bytesToTellBy = 64 * 1024

export interface DumpOptions {
  /** Of a Parquet file only these columns are read. */
  parquetColumns?: readonly string[]
  /** JSON lines of earlier imports, which are passed over. */
  known?: KnownLinesOfAKind
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

  const bytes = await peek(counted(), parquetMagic.length)
  if (startsWith(bytes.head, parquetMagic)) {
    await bytes.close()
    if (isStandardInput) throw new NotADump('parquet-needs-a-file')
    // Loaded only when it is needed: hyparquet is for this form alone.
    const { openParquet } = await import('./parquet.ts')
    return openParquet(path, options.parquetColumns)
  }
  const plain: Pieces = startsWith(bytes.head, gzipMagic) ? inflate(bytes.all) : bytes.all
  const text = await peek(plain, bytesToTellBy)
  const form = formOf(text.head)
  if (form === null) {
    await text.close()
    throw new NotADump('unknown-form')
  }
  return {
    form,
    totalBytes: about?.isFile() ? about.size : null,
    bytesRead: () => bytesRead,
    rows: splitLines(text.all, form === 'jsonl' ? jsonLineReader(options.known) : tabLineReader()),
  }
}

function jsonLineReader(known: KnownLinesOfAKind | undefined): ReadLine {
  if (known === undefined) return readJsonLine
  return (line, number) => {
    const digest = known.digestOf(line)
    if (known.has(digest)) return { line: number, isKnown: true }
    const row = readJsonLine(line, number)
    return row !== null && 'product' in row ? { ...row, digest } : row
  }
}

/** A line that opens an object makes it JSON lines, even behind bad ones; a first line with tabs a table. */
function formOf(head: Buffer): 'jsonl' | 'tsv' | null {
  const text = head.toString('utf8').trimStart()
  const opensObject = (line: string) => line.trimStart().startsWith('{')
  if (text === '' || text.split('\n').some(opensObject)) return 'jsonl'
  const [header = ''] = text.split('\n', 1)
  return header.includes('\t') && !/[\0\ufffd]/.test(header) ? 'tsv' : null
}

function startsWith(head: Buffer, magic: Buffer): boolean {
  return head.subarray(0, magic.length).equals(magic)
}
