import type { Database } from '../../platform/database/pool.ts'
import { passesFilters, type SearchFilters, toJson } from '../filters.ts'

const statement = `
  select id from foods
    where id in (select id from foods where barcode = any($1)
                 union all
                 select food_id from superseded_records where barcode = any($1))
      and ($2::jsonb is null or ${passesFilters('$2::jsonb')})
    order by id`

/** Usually one food, or none. */
export async function findByBarcode(
  database: Database,
  barcodes: string[],
  filters: SearchFilters | null,
): Promise<number[]> {
  if (barcodes.length === 0) return []
  const { rows } = await database.query<{ id: number }>({
    name: 'find-by-barcode',
    text: statement,
    values: [barcodes, toJson(filters)],
  })
  return rows.map(({ id }) => id)
}
