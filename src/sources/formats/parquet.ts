import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  type RowGroup,
} from 'hyparquet'
import { type Dump, type Row, UnrecognizedFormatError } from './dump.ts'

// hyparquet includes Snappy, which the official export uses; Node provides the others.
const compressors = {
  ZSTD: (packed: Uint8Array) => zstdDecompressSync(packed),
  GZIP: (packed: Uint8Array) => gunzipSync(packed),
  BROTLI: (packed: Uint8Array) => brotliDecompressSync(packed),
}

/** Reads one row group at a time (1,024 rows in the official export), and only the named columns. */
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
      // hyparquet plans over all row groups in the metadata, which would be quadratic with 4,000 of them.
      const groupMetadata = { ...metadata, row_groups: [group] }
      const products = await parquetReadObjects({
        file,
        metadata: groupMetadata,
        compressors,
        ...(columns && { columns }),
      })
      return products.map((product, index) => ({ line: firstLine + index, product }))
    } catch {
      // Row groups are independent, so the others may be intact.
      return [{ line: firstLine, malformed: 'corrupt' }]
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

  return { format: 'parquet', totalBytes: file.byteLength, bytesRead: () => bytesRead, rows }
}
