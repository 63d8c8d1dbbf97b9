// The columns of records, as SQL.
import { bookkeepingColumns, importedColumns } from './copy-line.ts'

export const columns = importedColumns.join(', ')
export const bookkeeping = bookkeepingColumns.join(', ')
export const columnsOf = (table: string) => importedColumns.map(column => `${table}.${column}`).join(', ')
export const bookkeepingOf = (table: string) =>
  bookkeepingColumns.map(column => `${table}.${column}`).join(', ')
