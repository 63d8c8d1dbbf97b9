// Joins the sheets of a food composition table: a row is one food with the cells of all sheets, under the names of the definition.
import type { FoodTableId } from '../../food/sources.ts'
import { text } from '../coerce.ts'
import { type Dump, type Row, UnrecognizedFormatError } from '../formats/dump.ts'
import { openSheetFiles, type Sheet } from '../formats/sheets.ts'
import { type Columns, readDefinition, type TableDefinition } from './definition.ts'
import { nameField } from './record.ts'

const rowsPerBatch = 1_000

export async function openFoodTable(path: string, id: FoodTableId): Promise<Dump> {
  const definition = readDefinition(id)
  const files = await openSheetFiles(path)
  let bytesRead = 0

  async function* rows(): AsyncGenerator<Row[]> {
    const foods = new JoinedFoods(definition)
    for (const file of files) {
      for await (const sheet of file.sheets(bytes => (bytesRead += bytes))) await foods.add(sheet)
    }
    const joined = foods.rows()
    if (joined.length === 0)
      throw new UnrecognizedFormatError(
        'missing-columns',
        `the file has no table with the columns ${definition.code.join(' or ')} and ${Object.values(definition.names).flat().join(' or ')}: check that it is from this source`,
      )
    for (let at = 0; at < joined.length; at += rowsPerBatch) yield joined.slice(at, at + rowsPerBatch)
  }

  return {
    format: files[0]?.format ?? 'xlsx',
    totalBytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    bytesRead: () => bytesRead,
    rows,
  }
}

/** A column of a sheet, or a kind of value in a sheet with one value per row. */
interface Column {
  field: string
  /** Of the columns of a field, the lowest that has a value counts. */
  preference: number
  matches: (header: string) => boolean
  zeroIsUnknown: boolean
}

interface Layout {
  code: number
  cells: { column: Column; index: number }[]
  /** Where rows hold one value each. */
  value: { column: number; value: number } | null
}

interface JoinedFood {
  line: number
  product: Record<string, unknown>
  preferences: Record<string, number>
}

// Titles and empty rows come before the headers.
const maxRowsBeforeHeader = 10

class JoinedFoods {
  readonly #definition: TableDefinition
  readonly #columns: Column[]
  readonly #missing: ReadonlySet<string>
  readonly #foods = new Map<string, JoinedFood>()
  /** In sheets with one value per row. */
  readonly #columnByKind = new Map<string, Column | undefined>()

  constructor(definition: TableDefinition) {
    this.#definition = definition
    this.#columns = columnsOf(definition)
    this.#missing = new Set(definition.missing)
  }

  rows(): Row[] {
    return [...this.#foods.values()].map(({ line, product }) => ({ line, product }))
  }

  async add({ name, rows }: Sheet): Promise<void> {
    const { skipped_sheets: skipped } = this.#definition
    if (skipped !== undefined && new RegExp(skipped, 'i').test(name)) return
    const occurrences = new Map<string, number>()
    let layout: Layout | null = null
    let line = 0
    for await (const batch of rows) {
      for (const cells of batch) {
        line++
        if (layout !== null) this.#addRow(cells, layout, line, occurrences)
        else if (line > maxRowsBeforeHeader) return
        else layout = this.#layoutOf(cells, name)
      }
    }
  }

  /** Null if these are not the headers of a table of foods. */
  #layoutOf(row: unknown[], sheet: string): Layout | null {
    const headers = Array.from(row, cell => normalize(text(cell) ?? ''))
    const cells = this.#columns.flatMap(column => {
      const index = headers.findIndex(
        header =>
          header !== '' && (column.matches(header) || column.matches(normalize(`${sheet}!${header}`))),
      )
      return index === -1 ? [] : { column, index }
    })
    const named = cells.find(({ column }) => column.field === 'code')?.index
    // The sheets of some tables leave the header of the codes empty.
    const code = named ?? (headers[0] === '' ? 0 : null)
    const { values } = this.#definition
    const value = {
      column: headers.indexOf(normalize(values?.column ?? '-')),
      value: headers.indexOf(normalize(values?.value ?? '-')),
    }
    const isLong = value.column !== -1 && value.value !== -1
    if (code === null || (cells.length < 2 && !isLong)) return null
    return { code, cells, value: isLong ? value : null }
  }

  #addRow(cells: unknown[], layout: Layout, line: number, occurrences: Map<string, number>): void {
    const code = text(cells[layout.code])
    if (layout.value !== null) {
      if (code === null) return
      const column = this.#columnOf(text(cells[layout.value.column]) ?? '')
      if (column !== undefined) this.#set(this.#foodOf(code, line), column, cells[layout.value.value])
      return
    }
    if (code === null && !this.#hasAmount(cells, layout)) return
    const count = (occurrences.get(code ?? '') ?? 0) + 1
    occurrences.set(code ?? '', count)
    // Another food with the same code is another food: 13-669-2.
    const key = code === null ? `without code ${line}` : count === 1 ? code : `${code}-${count}`
    const food = this.#foodOf(key, line)
    for (const { column, index } of layout.cells) this.#set(food, column, cells[index])
    if (code !== null) food.product['code'] = key
  }

  #columnOf(kind: string): Column | undefined {
    if (!this.#columnByKind.has(kind))
      this.#columnByKind.set(
        kind,
        this.#columns.find(column => column.matches(normalize(kind))),
      )
    return this.#columnByKind.get(kind)
  }

  #foodOf(key: string, line: number): JoinedFood {
    const known = this.#foods.get(key)
    if (known !== undefined) return known
    const food = { line, product: {}, preferences: {} }
    this.#foods.set(key, food)
    return food
  }

  #set(
    { product, preferences }: JoinedFood,
    { field, preference, zeroIsUnknown }: Column,
    cell: unknown,
  ): void {
    const written = text(cell)
    if (written === null || this.#missing.has(written) || (zeroIsUnknown && Number(written) === 0)) return
    if ((preferences[field] ?? Infinity) <= preference) return
    product[field] = cell
    preferences[field] = preference
  }

  /** Rows without a code are further headers, unless they state amounts. */
  #hasAmount(cells: unknown[], layout: Layout): boolean {
    return layout.cells.some(
      ({ column, index }) =>
        column.field in this.#definition.amounts && /^[\d.,]+$/.test(text(cells[index]) ?? ''),
    )
  }
}

function columnsOf(definition: TableDefinition): Column[] {
  const { code, names, group, density = [], per_100_ml, amounts, zero_is_unknown = [] } = definition
  const fields: [field: string, columns: Columns][] = [
    ['code', code],
    ...Object.entries(names).map(([language, columns]): [string, Columns] => [nameField(language), columns]),
    ['group', group],
    ['density', density],
    ['volume', per_100_ml?.columns ?? []],
    ...Object.entries(amounts).map(([amount, units]): [string, Columns] => [
      amount,
      Object.values(units).flat(),
    ]),
  ]
  return fields.flatMap(([field, columns]) =>
    columns.map((header, preference) => ({
      field,
      preference,
      matches: matcherOf(header),
      zeroIsUnknown: zero_is_unknown.includes(header),
    })),
  )
}

function matcherOf(header: string): Column['matches'] {
  const wanted = normalize(header)
  const [start = '', end] = wanted.split('*')
  if (end === undefined) return found => found === wanted
  return found => found.length >= wanted.length - 1 && found.startsWith(start) && found.endsWith(end)
}

/** The same for both characters that look like µ, and for line breaks within a cell. */
const normalize = (header: string) => header.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
