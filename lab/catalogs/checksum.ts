// What tests and benchmarks compare catalogs by.
import type { Client } from 'pg'
import { importedColumns } from '../../src/importer/copy-line.ts'

export interface Checksums {
  foods: number
  /** Equal for the same foods, regardless of their ids. */
  content: string
  /** Equal for the same foods with the same ids. */
  withIds: string
}

/** Sums the hashes of the rows, so the order does not matter and one scan is enough. */
export async function checksums(client: Client): Promise<Checksums> {
  const content = `hash_record_extended(row(${importedColumns.join(', ')}), 0)`
  const { rows } = await client.query<Checksums>(`
    select count(*) as foods,
           to_hex((sum(content) % 9223372036854775807)::bigint) as content,
           to_hex((sum(hash_record_extended(row(id, content), 0)) % 9223372036854775807)::bigint) as "withIds"
      from (select id, ${content}::numeric::bigint as content from foods) as hashed`)
  return rows[0] ?? { foods: 0, content: '', withIds: '' }
}
