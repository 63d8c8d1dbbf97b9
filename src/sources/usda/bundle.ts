// The official CSV bundle of USDA FoodData Central. The order of rows is undefined, and the tables do not fit into memory
// as objects. Values needed for the join are therefore held as numbers and bytes, and the largest table is read twice.
import { MalformedCsvError, readTable } from '../formats/csv.ts'
import { type Dump, type Row, UnrecognizedFormatError } from '../formats/dump.ts'
import { malformedRow } from '../formats/split-lines.ts'
import { openTables } from './files.ts'
import { join, type Table } from './join.ts'

const foodTables = ['foundation_food', 'sr_legacy_food', 'branded_food']
const otherTables = ['food', 'food_category', 'food_nutrient', 'food_portion', 'measure_unit', 'nutrient']
const tablesReadTwice = ['branded_food']

/** A row is the newest version of one food, joined with its nutrients, portions and category. */
export async function openUsdaBundle(path: string): Promise<Dump> {
  const tables = await openTables(path)
  if (!foodTables.some(table => tables.has(table)))
    throw new UnrecognizedFormatError(
      'no-known-foods',
      'the bundle contains no Foundation, SR Legacy or Branded foods',
    )
  const tablesRead = [...foodTables, ...otherTables, ...tablesReadTwice]
  let bytesRead = 0

  const table: Table = async function* (name, columns, read) {
    const chunks = tables.get(name)?.chunks(bytes => {
      bytesRead += bytes
    })
    if (chunks !== undefined) yield* readTable(chunks, columns, read)
  }

  async function* rows(): AsyncGenerator<Row[]> {
    try {
      yield* join(table)
    } catch (error) {
      if (!(error instanceof MalformedCsvError)) throw error
      yield [malformedRow(error.line, error.reason)]
    }
  }

  return {
    format: 'csv',
    totalBytes: tablesRead.reduce((sum, name) => sum + (tables.get(name)?.bytes ?? 0), 0),
    bytesRead: () => bytesRead,
    rows,
  }
}
