// Joins the tables. Yields empty batches while it reads the tables that are needed first.

import type { Cells, ReadCells } from '../formats/csv.ts'
import type { Row } from '../formats/dump.ts'
import { addByNumber, Foods } from './foods.ts'
import { Nutrients } from './nutrients.ts'
import { usdaNutrientIds } from './record.ts'

/** Reads a table from the start; a missing table is empty. */
export type Table = (name: string, columns: readonly string[], read: ReadCells) => AsyncGenerator<Row[]>

type Product = Record<string, unknown>

interface Joined {
  foods: Foods
  /** Foods with lower numbers are from Foundation and SR Legacy. */
  firstBranded: number
  nutrients: Nutrients
  units: Map<number, string>
}

export async function* join(table: Table): AsyncGenerator<Row[]> {
  const foods = new Foods()
  const ndbNumbers = new Map<number, number>()
  yield* listGeneric(table, foods, ndbNumbers)
  const firstBranded = foods.count
  yield* listBranded(table, foods)

  const nutrients = new Nutrients(foods, usdaNutrientIds)
  yield* table('food_nutrient', ['nutrient_id', 'fdc_id', 'amount'], cells => {
    const id = cells.digits(0)
    if (nutrients.isWanted(id)) nutrients.add(cells.digits(1), id, cells.decimal(2))
  })
  const units = new Map<number, string>()
  yield* table('nutrient', ['id', 'unit_name'], readNames(units))

  const all: Joined = { foods, firstBranded, nutrients, units }
  const names = new Texts(foods.count)
  yield* genericFoods(table, all, ndbNumbers, names)
  yield* brandedFoods(table, all, names)
}

async function* listGeneric(
  table: Table,
  foods: Foods,
  ndbNumbers: Map<number, number>,
): AsyncGenerator<Row[]> {
  const add = addByNumber(foods)
  yield* table('foundation_food', ['fdc_id', 'ndb_number'], cells => {
    ndbNumbers.set(cells.digits(0), cells.digits(1))
    add(cells.digits(0), cells.digits(1))
  })
  yield* table('sr_legacy_food', ['fdc_id', 'ndb_number?'], cells => {
    ndbNumbers.set(cells.digits(0), cells.digits(1))
    foods.add(cells.digits(0))
  })
}

async function* listBranded(table: Table, foods: Foods): AsyncGenerator<Row[]> {
  const add = addByNumber(foods)
  yield* table('branded_food', ['fdc_id', 'gtin_upc'], cells => add(cells.digits(0), cells.digits(1)))
}

const foodFields = ['data_type', 'description', 'publication_date']

/** Foundation and SR Legacy. The same table contains the names of the branded foods, which are stored for later. */
async function* genericFoods(
  table: Table,
  { foods, firstBranded, nutrients, units }: Joined,
  ndbNumbers: Map<number, number>,
  names: Texts,
): AsyncGenerator<Row[]> {
  const categories = new Map<number, string>()
  yield* table('food_category', ['id', 'description'], readNames(categories))
  const portions = new Map<number, Product[]>()
  yield* readPortions(table, fdcId => (foods.foodOf(fdcId) ?? firstBranded) < firstBranded, portions)

  yield* table(
    'food',
    ['fdc_id', 'food_category_id?', 'data_type', 'description', 'publication_date?'],
    (cells, batch) => {
      const fdcId = cells.digits(0)
      const food = nutrients.foodOfChosenVersion(fdcId)
      if (food === undefined) return
      if (food >= firstBranded) return names.set(food, cells.text(3))
      const product = {
        fdc_id: fdcId,
        ndb_number: ndbNumbers.get(fdcId),
        ...textsOf(cells, foodFields, 2),
        food_category: categories.get(cells.digits(1)),
        portions: portions.get(fdcId) ?? [],
        nutrients: nutrients.amountsOf(food, units),
      }
      batch.push({ line: cells.line, product })
    },
  )
}

const portionFields = ['amount', 'portion_description', 'modifier', 'gram_weight']

async function* readPortions(
  table: Table,
  isWanted: (fdcId: number) => boolean,
  portions: Map<number, Product[]>,
): AsyncGenerator<Row[]> {
  const measures = new Map<number, string>()
  yield* table('measure_unit', ['id', 'name'], readNames(measures))
  yield* table('food_portion', ['fdc_id', 'seq_num', 'measure_unit_id', ...portionFields], cells => {
    const fdcId = cells.digits(0)
    if (!isWanted(fdcId)) return
    const portion = {
      seq_num: cells.digits(1),
      measure_unit: measures.get(cells.digits(2)),
      ...textsOf(cells, portionFields, 3),
    }
    portions.set(fdcId, [...(portions.get(fdcId) ?? []), portion])
  })
}

// biome-ignore format: a compact list
const brandedFields = [
  'fdc_id', 'gtin_upc', 'brand_name', 'brand_owner', 'branded_food_category', 'serving_size', 'serving_size_unit',
  'household_serving_fulltext', 'preparation_state_code', 'modified_date', 'available_date', 'discontinued_date',
  'ingredients', 'package_weight', 'market_country',
]
// Most columns were added over the years, so they are optional.
const brandedColumns = brandedFields.map((field, index) => (index < 2 ? field : `${field}?`))

async function* brandedFoods(
  table: Table,
  { nutrients, units }: Joined,
  names: Texts,
): AsyncGenerator<Row[]> {
  yield* table('branded_food', brandedColumns, (cells, batch) => {
    const food = nutrients.foodOfChosenVersion(cells.digits(0))
    if (food === undefined) return
    const product = {
      data_type: 'branded_food',
      description: names.get(food),
      ...textsOf(cells, brandedFields, 0),
      nutrients: nutrients.amountsOf(food, units),
    }
    batch.push({ line: cells.line, product })
  })
}

const readNames =
  (names: Map<number, string>): ReadCells =>
  cells =>
    names.set(cells.digits(0), cells.text(1))

/** The non-empty cells from an index on, by column name. */
function textsOf(cells: Cells, fields: readonly string[], from: number): Product {
  const texts: Product = {}
  for (const [index, field] of fields.entries()) {
    const text = cells.text(from + index)
    if (text !== '') texts[field] = text
  }
  return texts
}

const bytesPerChunk = 4 * 1024 * 1024
const maxBytesPerCharacter = 3
// Names are truncated to much less later, and the byte length fits into 16 bits.
const maxTextLength = 2_000

/** Texts by index, stored as bytes; a million JavaScript strings take three times as much memory. */
export class Texts {
  readonly #chunks: Buffer[] = []
  readonly #offsets: Uint32Array
  readonly #lengths: Uint16Array
  #used = bytesPerChunk

  constructor(count: number) {
    this.#offsets = new Uint32Array(count)
    this.#lengths = new Uint16Array(count)
  }

  set(index: number, text: string): void {
    const truncated = text.slice(0, maxTextLength)
    if (this.#used + truncated.length * maxBytesPerCharacter > bytesPerChunk) {
      this.#chunks.push(Buffer.allocUnsafeSlow(bytesPerChunk))
      this.#used = 0
    }
    const length = this.#chunks.at(-1)?.write(truncated, this.#used) ?? 0
    this.#offsets[index] = (this.#chunks.length - 1) * bytesPerChunk + this.#used
    this.#lengths[index] = length
    this.#used += length
  }

  /** '' if it was not set. */
  get(index: number): string {
    const offset = this.#offsets[index] ?? 0
    const start = offset % bytesPerChunk
    const chunk = this.#chunks[Math.floor(offset / bytesPerChunk)]
    return chunk?.toString('utf8', start, start + (this.#lengths[index] ?? 0)) ?? ''
  }
}
