// How far the catalog is up to date with community records and takedowns. The tables of src/community say what it should contain; the
// tables here say what it does contain. So nothing is lost when a node dies in between, or when the catalog is built again.
import type { Client } from 'pg'
import { type RecordContent, sourceIdOf } from '../community/content.ts'

export interface PendingRecord {
  id: number
  /** Null: the record has been removed. */
  content: RecordContent | null
  is_confirmed: boolean
  version: number
  /** Unix seconds. */
  modified_at: number
}

export interface PendingTakedown {
  id: number
  kind: 'food' | 'image' | 'barcode'
  barcode: string | null
  is_lifted: boolean
  /** Its foods were removed during an import. */
  is_provisional: boolean
  version: number
}

/** Enough that many acceptances are published together, few enough for an update in place. */
const maxRecordsPerRun = 500

export async function pendingRecords(client: Client): Promise<PendingRecord[]> {
  const { rows } = await client.query<PendingRecord>(
    `select id, content, is_confirmed, community_records.version, extract(epoch from updated_at)::bigint as modified_at
       from community_records left join published_records on record_id = id
       where community_records.version is distinct from published_records.version
         and (content is not null or record_id is not null)
       order by community_records.version
       limit $1`,
    [maxRecordsPerRun],
  )
  return rows
}

/** Those of contributions change records, which are published like all others. */
export async function pendingTakedowns(client: Client): Promise<PendingTakedown[]> {
  const { rows } = await client.query<PendingTakedown>(
    `select id, kind, barcode, lifted_at is not null as is_lifted, coalesce(is_provisional, false) as is_provisional,
            takedowns.version
       from takedowns left join published_takedowns on takedown_id = id
       where kind <> 'contributions' and (takedowns.version is distinct from published_takedowns.version or is_provisional)
       order by id`,
  )
  return rows
}

/** Must run in the transaction that changes the catalog. */
export async function markPublished(
  client: Client,
  records: PendingRecord[],
  takedowns: PendingTakedown[],
): Promise<void> {
  await client.query(
    `insert into published_records (record_id, version)
       select * from unnest($1::bigint[], $2::bigint[])
       on conflict (record_id) do update set version = excluded.version`,
    [records.map(({ id }) => id), records.map(({ version }) => version)],
  )
  await markTakedowns(client, takedowns, false)
}

export async function markTakedowns(
  client: Client,
  takedowns: PendingTakedown[],
  isProvisional: boolean,
): Promise<void> {
  await client.query(
    `insert into published_takedowns (takedown_id, version, is_provisional)
       select *, $3::boolean from unnest($1::bigint[], $2::bigint[])
       on conflict (takedown_id) do update
         set version = excluded.version, is_provisional = excluded.is_provisional,
             removed_foods = case when excluded.is_provisional then published_takedowns.removed_foods end`,
    [takedowns.map(({ id }) => id), takedowns.map(({ version }) => version), isProvisional],
  )
}

/** For catalogs that come from elsewhere: everything is to be published again. */
export async function forgetPublished(client: Client): Promise<void> {
  await client.query('delete from published_records; delete from published_takedowns')
}

/** A record as a line of `larder import jsonl`; one without content is removed from the catalog. */
export function lineOf({ id, content, is_confirmed, modified_at }: PendingRecord): Record<string, unknown> {
  return { ...content, source_id: sourceIdOf(id), is_confirmed, modified_at, obsolete: content === null }
}
