import type { Client } from 'pg'
import { importedColumns } from './copy-line.ts'

export interface Checksums {
  foods: number
  /** Equal when the foods are, whatever their ids. */
  content: string
  /** Equal when the ids are too. */
  withIds: string
}

/** A sum over hashes of the rows: one pass in any order, for any number of foods. */
export async function checksums(client: Client): Promise<Checksums> {
  const content = `hash_record_extended(row(${importedColumns.join(', ')}), 0)`
  const { rows } = await client.query<Checksums>(`
    select count(*) as foods,
           to_hex((sum(content) % 9223372036854775807)::bigint) as content,
           to_hex((sum(hash_record_extended(row(id, content), 0)) % 9223372036854775807)::bigint) as "withIds"
      from (select id, ${content}::numeric::bigint as content from foods) as hashed`)
  return rows[0] ?? { foods: 0, content: '', withIds: '' }
}
