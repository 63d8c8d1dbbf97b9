// The SQLite pack: foods by popularity_rank, a full-text index of names and brands, and an index of barcodes.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { columnsOf, type PackColumn } from './columns.ts'
import type { PackSelection } from './pack.ts'
import { packCredit, packName, packSchemaVersion } from './pack.ts'
import type { CatalogRow, CatalogSnapshot } from './read-catalog.ts'

const types: Record<PackColumn['kind'], string> = {
  integer: 'integer',
  real: 'real',
  text: 'text',
  // A GTIN as a number takes 6 bytes, half of its digits.
  barcode: 'integer',
  boolean: 'integer',
  json: 'text',
}

const keys: Record<string, string> = { popularity_rank: ' primary key', id: ' unique' }

const definitionOf = ({ name, kind, isNullable }: PackColumn) =>
  `${name} ${types[kind]}${isNullable ? '' : ' not null'}${keys[name] ?? ''}`

/**
 * Foods with the same name and brand differ in size or packaging: search finds one of them, barcodes find all. The index has
 * neither positions nor texts, and lists of foods by prefixes of up to three letters, so that any prefix is found at once.
 */
const searchIndex = `
  create view listed_foods as select popularity_rank, name, brand from foods where is_group_best = 1;
  create virtual table foods_fts using fts5 (
    name, brand,
    content = 'listed_foods', content_rowid = 'popularity_rank', columnsize = 0, detail = none,
    tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
  );`

/** Builds the pack in `workFile`. Returns the number of foods. */
export async function writeSqlitePack(
  file: string,
  selection: PackSelection,
  snapshot: CatalogSnapshot,
  { workFile, createdAt, onFoods }: { workFile: string; createdAt: Date; onFoods: (foods: number) => void },
): Promise<number> {
  const columns = columnsOf(selection.fields)
  const database = new DatabaseSync(workFile)
  try {
    // In one transaction on a new file, no page is kept in this journal. Nothing reads the file before it is complete.
    database.exec('pragma journal_mode = memory; pragma synchronous = off;')
    // `user_version` is what a program checks before it opens a file of unknown origin.
    database.exec(`
      begin;
      pragma user_version = ${packSchemaVersion};
      create table meta (key text not null primary key, value text not null) strict, without rowid;
      create table foods (\n  ${columns.map(definitionOf).join(',\n  ')}\n) strict;`)
    const insert = database.prepare(
      `insert into foods (${columns.map(({ name }) => name).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    )
    let foods = 0
    for await (const rows of snapshot.rows()) {
      for (const row of rows) insert.run(...valuesOf(columns, row))
      foods += rows.length
      onFoods(foods)
    }
    // The credit depends on the rows.
    insertMeta(database, metaOf(selection, foods, snapshot, createdAt))
    database.exec(`
      create index foods_barcode on foods (barcode) where barcode is not null;
      ${searchIndex}
      insert into foods_fts (foods_fts) values ('rebuild');
      insert into foods_fts (foods_fts) values ('optimize');
      commit`)
    // Leaves out the free pages that building the search index left.
    database.prepare('vacuum into ?').run(file)
    return foods
  } finally {
    database.close()
  }
}

function metaOf(
  selection: PackSelection,
  foods: number,
  { version, sources }: CatalogSnapshot,
  createdAt: Date,
): Record<string, string> {
  const { licence, licence_url, attribution } = packCredit(sources)
  return {
    licence,
    licence_url,
    attribution,
    schema_version: String(packSchemaVersion),
    catalog_version: version,
    created_at: createdAt.toISOString(),
    name: packName(selection),
    country: selection.country ?? '',
    fields: selection.fields,
    foods: String(foods),
  }
}

function insertMeta(database: DatabaseSync, meta: Record<string, string>): void {
  const insert = database.prepare('insert into meta (key, value) values (?, ?)')
  for (const [key, value] of Object.entries(meta)) insert.run(key, value)
}

const valuesOf = (columns: readonly PackColumn[], row: CatalogRow): SQLInputValue[] =>
  columns.map(column => sqliteValue(column, column.valueOf(row)))

function sqliteValue({ name, kind }: PackColumn, value: unknown): SQLInputValue {
  if (value === null) return null
  if (kind === 'barcode' || kind === 'boolean') return Number(value)
  if (kind === 'json') return JSON.stringify(value)
  if (typeof value === 'number' || typeof value === 'string') return value
  throw new Error(`column ${name} has a value that SQLite cannot store`)
}
