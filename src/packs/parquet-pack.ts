// The Parquet pack: typed columns in row groups, for DuckDB, pandas, Spark and others.
import { type BasicType, fileWriter, parquetWriteRows } from 'hyparquet-writer'
import { columnsOf, type PackColumn } from './columns.ts'
import type { PackSelection } from './pack.ts'
import type { CatalogSnapshot } from './read-catalog.ts'
import { metaOf } from './sqlite-pack.ts'

const types: Record<PackColumn['kind'], BasicType> = {
  integer: 'INT64',
  real: 'DOUBLE',
  text: 'STRING',
  // As in the API: leading zeros are part of a barcode.
  barcode: 'STRING',
  boolean: 'BOOLEAN',
  json: 'JSON',
}

/** Held in memory until they are written. */
const rowsPerGroup = 20_000

/** Returns the number of foods. */
export async function writeParquetPack(
  file: string,
  selection: PackSelection,
  snapshot: CatalogSnapshot,
  { createdAt, onFoods }: { createdAt: Date; onFoods: (foods: number) => void },
): Promise<number> {
  const columns = columnsOf(selection.fields)
  /** Written after the last row. */
  const kvMetadata: { key: string; value: string }[] = []
  let foods = 0
  async function* rows() {
    for await (const batch of snapshot.rows()) {
      for (const row of batch) {
        yield Object.fromEntries(
          columns.map(column => [column.name, parquetValue(column, column.valueOf(row))]),
        )
      }
      foods += batch.length
      onFoods(foods)
    }
    // The number of foods is in the footer of every Parquet file.
    const { foods: _, ...meta } = metaOf(selection, foods, snapshot, createdAt)
    for (const [key, value] of Object.entries(meta)) kvMetadata.push({ key: `larder.${key}`, value })
  }
  await parquetWriteRows({
    writer: fileWriter(file),
    rows: rows(),
    columns: columns.map(({ name, kind, isNullable }) => ({
      name,
      type: types[kind],
      nullable: isNullable,
      columnIndex: name === 'popularity_rank',
    })),
    rowGroupSize: rowsPerGroup,
    kvMetadata,
  })
  return foods
}

const parquetValue = ({ kind }: PackColumn, value: unknown): unknown =>
  kind === 'integer' && typeof value === 'number' ? BigInt(value) : value
