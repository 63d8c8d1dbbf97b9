import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { excludedRecordFields, foodFields, type Header, licence, version } from './format.ts'

/** Writes a consistent snapshot, even while an import runs. */
export async function writeSnapshot(client: Client, output: Writable): Promise<Header> {
  await client.query('begin isolation level repeatable read read only')
  const header = await createHeader(client)
  if (!output.write(`${JSON.stringify(header)}\n`)) await once(output, 'drain')
  await writeLines(
    client,
    output,
    `select json_build_object('excluded_records', excluded_records)
       from (select ${excludedRecordFields.join(', ')} from excluded_records order by source, source_id) as excluded_records`,
  )
  await writeLines(
    client,
    output,
    `select row_to_json(food) from (select ${foodFields.join(', ')} from foods order by id) as food`,
  )
  await client.query('commit')
  return header
}

async function createHeader(client: Client): Promise<Header> {
  const { rows } = await client.query<Pick<Header, 'foods' | 'excluded_records' | 'sync_cursors'>>(`
    select (select count(*) from foods) as foods,
           (select count(*) from excluded_records) as excluded_records,
           (select coalesce(jsonb_object_agg(source, cursor), '{}') from sync_cursors) as sync_cursors`)
  const { foods = 0, excluded_records = 0, sync_cursors = {} } = rows[0] ?? {}
  return {
    larder_snapshot: version,
    made_at: new Date().toISOString(),
    licence,
    foods,
    excluded_records,
    sync_cursors,
  }
}

/** PostgreSQL writes the JSON. A quote and a delimiter that JSON cannot contain keep COPY from escaping it. */
async function writeLines(client: Client, output: Writable, select: string): Promise<void> {
  const lines = client.query(
    copyTo(`copy (${select}) to stdout (format csv, quote e'\\x01', delimiter e'\\x02')`),
  )
  await pipeline(lines, output, { end: false })
}
