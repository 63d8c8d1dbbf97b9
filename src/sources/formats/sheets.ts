// Tables in files that people open with a spreadsheet program: XLSX, XML, CSV and tab-separated, in a folder, a zip file or alone.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Chunks, type Dump, UnrecognizedFormatError } from './dump.ts'
import { inflate } from './inflate.ts'
import { isGzip, peek } from './open-dump.ts'
import { listZipFiles, openStoredFile, type StoredFile } from './zip.ts'

export interface Sheet {
  /** Empty in formats without named sheets. */
  name: string
  /** In batches. Cells are texts, numbers, or empty: undefined, null, ''. */
  rows: AsyncIterable<unknown[][]>
}

export interface SheetFile {
  format: Dump['format']
  bytes: number
  sheets(onRead: (bytes: number) => void): AsyncIterable<Sheet>
}

export async function openSheetFiles(path: string): Promise<SheetFile[]> {
  const files: SheetFile[] = []
  for (const file of await listFiles(path)) files.push(await openSheetFile(file))
  return files
}

const sheetFile = /\.(?:xlsx|xml|csv|tsv|txt)(?:\.gz)?$/i
const workbookFile = 'xl/workbook.xml'

async function listFiles(path: string): Promise<StoredFile[]> {
  if ((await stat(path)).isDirectory()) {
    const names = (await readdir(path)).filter(name => sheetFile.test(name)).sort()
    return Promise.all(names.map(name => openStoredFile(join(path, name))))
  }
  const file = await openStoredFile(path)
  if ((await formatOf(file)) !== 'xlsx') return [file]
  const entries = await listZipFiles(path)
  return entries.some(entry => entry.path === workbookFile)
    ? [file]
    : entries.filter(entry => sheetFile.test(entry.path))
}

async function openSheetFile(file: StoredFile): Promise<SheetFile> {
  const format = await formatOf(file)
  return {
    format,
    bytes: file.bytes,
    async *sheets(onRead) {
      const chunks = unpacked(file, onRead)
      if (format === 'xlsx') {
        const { readWorkbook } = await import('./xlsx.ts')
        for (const { name, cells } of await readWorkbook(await collect(chunks)))
          yield { name, rows: inOneBatch(cells) }
      } else if (format === 'xml') {
        const { readXmlTable } = await import('./xml.ts')
        yield { name: '', rows: readXmlTable(chunks) }
      } else {
        yield { name: '', rows: inOneBatch(parseDelimited((await collect(chunks)).toString('utf8'), format)) }
      }
    },
  }
}

const bytesToSniff = 4 * 1024

async function formatOf(file: StoredFile): Promise<'xlsx' | 'xml' | 'csv' | 'tsv'> {
  const { head, close } = await peek(
    unpacked(file, () => undefined),
    bytesToSniff,
  )
  await close()
  if (head.subarray(0, 2).toString() === 'PK') return 'xlsx'
  const start = head.toString('utf8').replace(/^\ufeff/, '')
  if (start.startsWith('<')) return 'xml'
  const [header = ''] = start.split('\n', 1)
  return header.includes('\t') ? 'tsv' : 'csv'
}

async function* unpacked(file: StoredFile, onRead: (bytes: number) => void): Chunks {
  const { head, all } = await peek(file.chunks(onRead), 2)
  yield* isGzip(head) ? inflate(intact(all)) : all
}

/** Without the mark of a damaged end, which is an error here: these files are small. */
async function* intact(chunks: Chunks): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    if (typeof chunk === 'string') throw new UnrecognizedFormatError(chunk)
    yield chunk
  }
}

async function collect(chunks: Chunks): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of intact(chunks)) parts.push(part)
  return Buffer.concat(parts)
}

async function* inOneBatch(rows: unknown[][]): AsyncGenerator<unknown[][]> {
  yield rows
}

/** Tab-separated cells are never quoted; the others are separated by commas or semicolons. */
function parseDelimited(text: string, format: 'csv' | 'tsv'): string[][] {
  const body = text.replace(/^\ufeff/, '')
  if (format === 'tsv') return body.split(/\r?\n/).map(line => line.split('\t'))
  const [header = ''] = body.split('\n', 1)
  const separator = header.split(';').length > header.split(',').length ? ';' : ','
  const cell = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'gy')
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end] of body.matchAll(cell)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === separator) continue
    rows.push(row)
    row = []
  }
  return rows
}
