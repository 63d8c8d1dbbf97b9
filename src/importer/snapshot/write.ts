import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { readLoadedCatalog } from '../stored-scope.ts'
import {
  excludedRecordFields,
  type Header,
  licence,
  recordFields,
  statedProductKey,
  version,
} from './format.ts'

/** Writes a consistent snapshot, even while an import runs. */
export async function writeSnapshot(client: Client, output: Writable): Promise<Header> {
  await client.query('begin isolation level repeatable read read only')
  const header = await createHeader(client)
  if (!output.write(`${JSON.stringify(header)}\n`)) await once(output, 'drain')
  const lines = [
    `select json_build_object('excluded_record', record)
       from (select ${excludedRecordFields.join(', ')} from excluded_records order by source, source_id) as record`,
    `select json_build_object('merged_food_id', merged_food_ids) from merged_food_ids order by food_id`,
    `select json_build_object('superseded_record', record)
       from (select food_id, ${recordFields.join(', ')}, ${statedProductKey}, details
               from superseded_records order by food_id, source, source_id) as record`,
    `select row_to_json(food)
       from (select id, ${recordFields.join(', ')}, ${statedProductKey}, details
               from foods left join food_details on food_details.food_id = foods.id order by id) as food`,
  ]
  for (const select of lines) await writeLines(client, output, select)
  await client.query('commit')
  return header
}

async function createHeader(client: Client): Promise<Header> {
  const { rows } = await client.query<
    Pick<Header, 'foods' | 'excluded_records' | 'superseded_records' | 'sync_cursors'>
  >(`
    select (select count(*) from foods) as foods,
           (select count(*) from excluded_records) as excluded_records,
           (select count(*) from superseded_records) as superseded_records,
           (select coalesce(jsonb_object_agg(source, cursor), '{}') from sync_cursors) as sync_cursors`)
  const loaded = await readLoadedCatalog(client)
  const { foods = 0, excluded_records = 0, superseded_records = 0, sync_cursors = {} } = rows[0] ?? {}
  return {
    larder_snapshot: version,
    made_at: new Date().toISOString(),
    licence,
    foods,
    excluded_records,
    superseded_records,
    sync_cursors,
    ...(loaded !== null && { loaded_catalog: loaded }),
  }
}

/** PostgreSQL writes the JSON. A quote and a delimiter that JSON cannot contain keep COPY from escaping it. */
async function writeLines(client: Client, output: Writable, select: string): Promise<void> {
  const lines = client.query(
    copyTo(`copy (${select}) to stdout (format csv, quote e'\\x01', delimiter e'\\x02')`),
  )
  await pipeline(lines, output, { end: false })
}
