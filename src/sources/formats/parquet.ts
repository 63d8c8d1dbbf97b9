import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  type RowGroup,
} from 'hyparquet'
import { type Dump, type Row, UnrecognizedFormatError } from './dump.ts'

// hyparquet brings Snappy, which the official export uses; the others come with Node.
const compressors = {
  ZSTD: (packed: Uint8Array) => zstdDecompressSync(packed),
  GZIP: (packed: Uint8Array) => gunzipSync(packed),
  BROTLI: (packed: Uint8Array) => brotliDecompressSync(packed),
}

/** One row group at a time, which are 1,024 rows in the official export, and of it only the named columns. */
export async function openParquet(path: string, wanted?: readonly string[]): Promise<Dump> {
  const file = await asyncBufferFromFile(path)
  const { row_groups: groups, ...metadata } = await parquetMetadataAsync(file).catch(() => {
    throw new UnrecognizedFormatError('corrupt')
  })
  const present = parquetSchema(metadata).children.map(column => column.element.name)
  const columns = wanted?.filter(name => present.includes(name))
  let bytesRead = 0

  async function readGroup(group: RowGroup, firstLine: number): Promise<Row[]> {
    try {
      // hyparquet plans over all groups that it knows of: 4,000 times 4,000 of them, were it told of all.
      const alone = { ...metadata, row_groups: [group] }
      const products = await parquetReadObjects({
        file,
        metadata: alone,
        compressors,
        ...(columns && { columns }),
      })
      return products.map((product, at) => ({ line: firstLine + at, product }))
    } catch {
      // Each group stands on its own: what is wrong in one does not spoil the next.
      return [{ line: firstLine, bad: 'corrupt' }]
    }
  }

  async function* rows(): AsyncGenerator<Row[]> {
    let rowsRead = 0
    for (const group of groups) {
      yield await readGroup(group, rowsRead + 1)
      rowsRead += Number(group.num_rows)
      bytesRead = Math.round((file.byteLength * rowsRead) / Number(metadata.num_rows))
    }
  }

  return { format: 'parquet', totalBytes: file.byteLength, bytesRead: () => bytesRead, rows: rows() }
}
