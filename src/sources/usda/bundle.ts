// The official bundle of USDA FoodData Central: a zip of tables as downloaded, or the folder that it unpacks to.
// The tables come in no promised order and do not fit into memory as objects: what of them must wait for the
// others waits as numbers and bytes, and the largest table of texts is read twice.
import { MalformedCsvError, readTable } from '../formats/csv.ts'
import { type Dump, type Row, UnrecognizedFormatError } from '../formats/dump.ts'
import { bad } from '../formats/split-lines.ts'
import { tablesOf } from './files.ts'
import { join, type Table } from './join.ts'

const tablesOfFoods = ['foundation_food', 'sr_legacy_food', 'branded_food']
const otherTables = ['food', 'food_category', 'food_nutrient', 'food_portion', 'measure_unit', 'nutrient']
const tablesReadAgain = ['branded_food']

/** A row is one food in its newest version, joined with its amounts, its portions and its category. */
export async function openUsdaBundle(path: string): Promise<Dump> {
  const tables = await tablesOf(path)
  if (!tablesOfFoods.some(table => tables.has(table)))
    throw new UnrecognizedFormatError(
      'no-known-foods',
      'the bundle has no Foundation, SR Legacy or Branded foods',
    )
  const tablesRead = [...tablesOfFoods, ...otherTables, ...tablesReadAgain]
  let bytesRead = 0

  const table: Table = async function* (name, columns, read) {
    const pieces = tables.get(name)?.pieces(bytes => {
      bytesRead += bytes
    })
    if (pieces !== undefined) yield* readTable(pieces, columns, read)
  }

  async function* rows(): AsyncGenerator<Row[]> {
    try {
      yield* join(table)
    } catch (error) {
      if (!(error instanceof MalformedCsvError)) throw error
      yield [bad(error.line, error.reason)]
    }
  }

  return {
    format: 'csv',
    totalBytes: tablesRead.reduce((sum, name) => sum + (tables.get(name)?.bytes ?? 0), 0),
    bytesRead: () => bytesRead,
    rows: rows(),
  }
}
