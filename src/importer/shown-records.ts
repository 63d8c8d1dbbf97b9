// The parts of SQL statements about the resolved records that planning and writing have in common.
import { bookkeepingColumns, importedColumns } from './copy-line.ts'

export const columns = importedColumns.join(', ')
export const bookkeeping = bookkeepingColumns.join(', ')
export const columnsOf = (table: string) => importedColumns.map(column => `${table}.${column}`).join(', ')
export const bookkeepingOf = (table: string) =>
  bookkeepingColumns.map(column => `${table}.${column}`).join(', ')

/** The staged records that are shown as foods, with the foods that they replace. */
export const shownRecords = `
  resolved
    join staged using (position)
    left join foods on foods.id = resolved.food_id
    left join food_details on food_details.food_id = resolved.food_id`

export const isChanged = `
  ((${columnsOf('staged')}) is distinct from (${columnsOf('foods')})
    or staged.details is distinct from food_details.details)`
