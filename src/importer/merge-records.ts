// Merges the records of one source and code, which come from several files or exports, into the record that the food shows (rule
// best-values). The records that it is made of are kept, so that the order in which they are read decides nothing.
import type { Client } from 'pg'
import type { SourceId } from '../food/sources.ts'
import { copyInto } from '../platform/database/copy-into.ts'
import { unlikePeers } from '../quality/plausibility/suspicious.ts'
import { checkPlausibility } from '../quality/plausibility.ts'
import { bookkeepingColumns, copyLine, importedColumns, jsonb } from './copy-line.ts'
import { stagedColumns, stagedFood } from './judge-record.ts'
import { chooseGroups, combineGroups, type PartialRecord, partsOf } from './value-groups.ts'

/** The other sources have one record of each id, and reading it again replaces it. */
const source: SourceId = 'off'

const columns = [...bookkeepingColumns, 'details', ...importedColumns]

/** Returns how many staged records have become a part of another, or nothing. */
export async function mergeRecords(client: Client): Promise<number> {
  const dropped = await dropOutdated(client)
  await findCodesToMerge(client)
  return dropped + (await mergeCodes(client))
}

/** What the catalog has of the products with the codes. */
const stored = (codes: string) =>
  ['foods', 'superseded_records', 'partial_records']
    .map(
      table => `
        select source_id, source_modified_at, record_hash, is_whole_product from ${table}
          where source = '${source}' and source_id in (${codes})`,
    )
    .join(' union all ')

/** The lines of packs have no `is_whole_product`: they are results of merges, and replace what is stored. */
const isOneOfSeveral = `source = '${source}' and staged.is_whole_product is not null`
const accepted = `${isOneOfSeveral} and rejected is null`
const rejected = `${isOneOfSeveral} and rejected in ('no-name', 'not-food', 'obsolete')`

/**
 * If one record says that the code is no food and another has a food, the newer one counts. Without times the food counts, unless it
 * was withdrawn.
 */
async function dropOutdated(client: Client): Promise<number> {
  const codes = (condition: string) => `select source_id from staged where ${condition}`
  await client.query(`
    with foods_of_codes as (
      select source_id, source_modified_at, null::bigint as record_hash
        from staged where ${accepted} and source_id in (${codes(rejected)})
      union all
      select source_id, source_modified_at, record_hash from (${stored(codes(rejected))}) as stored
    ), dropped as (
      delete from staged using foods_of_codes as food
        where ${rejected} and staged.source_id = food.source_id and food.record_hash is distinct from staged.record_hash
          and case when staged.source_modified_at is null then rejected <> 'obsolete'
                   else food.source_modified_at > staged.source_modified_at end
        returning source_line_hash
    )
    insert into repeated_digests select source_line_hash from dropped where source_line_hash is not null`)
  const { rows } = await client.query<{ dropped: number }>(`
    with excluding as (
      select source_id, source_modified_at from staged where ${rejected}
      union all
      select source_id, source_modified_at from excluded_records
        where source = '${source}' and source_modified_at is not null and source_id in (${codes(accepted)})
    ), dropped as (
      delete from staged using excluding
        where ${accepted} and staged.source_id = excluding.source_id
          and (excluding.source_modified_at is null or staged.source_modified_at is null
               or staged.source_modified_at < excluding.source_modified_at)
        returning source_line_hash
    ), remembered as (
      insert into repeated_digests select source_line_hash from dropped where source_line_hash is not null
    )
    select count(*) as dropped from dropped`)
  return rows[0]?.dropped ?? 0
}

/** Whether the staged record takes the place of the stored one as a whole: it is the same one, or a newer one of the whole product. */
const replaces = `
  staged.record_hash is not distinct from stored.record_hash and staged.record_hash is not null
    or staged.is_whole_product
       and (stored.source_modified_at is null or stored.source_modified_at < staged.source_modified_at
            or stored.source_modified_at = staged.source_modified_at and stored.is_whole_product)`

async function findCodesToMerge(client: Client): Promise<void> {
  await client.query(`
    create temp table codes_to_merge (source_id text primary key) on commit drop;
    insert into codes_to_merge
      select source_id from staged
        where ${accepted}
        group by source_id having count(*) > 1
      union
      select staged.source_id from staged join (${stored(`select source_id from staged where ${accepted}`)}) as stored using (source_id)
        where ${accepted} and not coalesce(${replaces}, false);
    insert into merged_parts (source, source_id)
      select distinct source, source_id from partial_records
        where source = '${source}' and source_id in (select source_id from staged where source = '${source}');
    analyze codes_to_merge`)
}

const codesPerBatch = 2_000

interface StoredRecord extends PartialRecord {
  source_line_hash: string | null
  scored_at: number | null
  record_hash: string | null
  /** Null for a stored record. */
  position: number | null
}

async function mergeCodes(client: Client): Promise<number> {
  const { rows } = await client.query<{ source_id: string }>(
    'select source_id from codes_to_merge order by source_id',
  )
  const { rows: last } = await client.query<{ position: number }>(
    'select coalesce(max(position), 0) as position from staged',
  )
  if (rows.length > codesPerBatch)
    await client.query('create index on staged (source_id); analyze staged (source_id)')
  let merged = 0
  for (let from = 0; from < rows.length; from += codesPerBatch) {
    const codes = rows.slice(from, from + codesPerBatch).map(({ source_id }) => source_id)
    const records = await readRecords(client, codes)
    merged += records.filter(({ position }) => position !== null).length - codes.length
    const lines = { results: '', parts: '' }
    const unused: string[] = []
    for (const ofCode of Map.groupBy(records, ({ source_id }) => source_id).values())
      mergeCode(ofCode, lines, unused)
    await copyInto(client, 'staged', stagedColumns, [lines.results])
    await copyInto(client, 'merged_parts', ['value_groups', ...columns], [lines.parts])
    await client.query('insert into repeated_digests select unnest($1::bigint[])', [unused])
  }
  await client.query(
    `delete from staged using codes_to_merge
       where staged.source = '${source}' and staged.source_id = codes_to_merge.source_id and rejected is null and position <= $1`,
    [last[0]?.position],
  )
  return merged
}

/** A food that is made of several records is represented by them. */
async function readRecords(client: Client, codes: string[]): Promise<StoredRecord[]> {
  const record = (table: string, details: string, position: string) => `
    select json_build_object(${columns
      .filter(column => column !== 'details')
      .map(column => `'${column}', ${table}.${column}${isBigint.has(column) ? '::text' : ''}`)
      .join(', ')}) :: jsonb || jsonb_build_object('details', ${details}, 'position', ${position}) as record`
  const isMade = (table: string) => `
    exists (select from partial_records where partial_records.source = '${source}' and partial_records.source_id = ${table}.source_id)`
  const isOfCodes = (table: string) => `${table}.source = '${source}' and ${table}.source_id = any($1)`
  const { rows } = await client.query<{ record: StoredRecord }>(
    `${record('staged', 'details', 'position')} from staged where ${isOfCodes('staged')} and rejected is null
     union all
     ${record('partial_records', 'details', 'null')} from partial_records where ${isOfCodes('partial_records')}
     union all
     ${record('foods', 'food_details.details', 'null')}
       from foods left join food_details on food_details.food_id = foods.id
       where ${isOfCodes('foods')} and not ${isMade('foods')}
     union all
     ${record('superseded_records', 'details', 'null')} from superseded_records
       where ${isOfCodes('superseded_records')} and not ${isMade('superseded_records')}`,
    [codes],
  )
  return rows.map(({ record: { quality_flags, ...others } }) => ({
    ...others,
    stated_product_key: null,
    quality_flags: quality_flags ?? [],
  }))
}

const isBigint: ReadonlySet<string> = new Set(['source_line_hash', 'record_hash', 'product_key'])

function mergeCode(
  ofCode: StoredRecord[],
  lines: { results: string; parts: string },
  unused: string[],
): void {
  const records = currentRecords(ofCode)
  const choices = chooseGroups(records)
  const parts = partsOf(choices, records)
  const [only] = parts.keys()
  const newest = choices.names ?? only
  if (newest === undefined) return
  // A stored record has the doubts of its peers, which compare it again.
  const merged =
    parts.size === 1
      ? { ...newest, quality_flags: newest.quality_flags.filter(({ rule }) => rule !== unlikePeers.code) }
      : combineGroups(choices)
  const bookkeeping = parts.size === 1 ? newest : { ...newest, record_hash: null }
  lines.results += `${bookkeepingOf(bookkeeping)}\t\\N\t${stagedFood(checkPlausibility(merged), newest.scored_at ?? 0)}`
  if (parts.size > 1)
    for (const [part, groups] of parts) lines.parts += `{${groups.join(',')}}\t${partLine(part)}`
  for (const record of records)
    if (!parts.has(record) && record.source_line_hash !== null) unused.push(record.source_line_hash)
}

/** A record that was read again, perhaps under other rules, replaces the stored one. */
function currentRecords(records: StoredRecord[]): StoredRecord[] {
  const staged = records.filter(({ position }) => position !== null)
  const isReadAgain = (record: StoredRecord) =>
    staged.some(
      read =>
        (read.record_hash !== null && read.record_hash === record.record_hash) ||
        (read.is_whole_product &&
          record.is_whole_product &&
          read.source_modified_at === record.source_modified_at),
    )
  return [...staged, ...records.filter(record => record.position === null && !isReadAgain(record))]
}

const bookkeepingOf = (record: StoredRecord) =>
  bookkeepingColumns.map(column => record[column] ?? '\\N').join('\t')

const partLine = (part: StoredRecord) =>
  `${bookkeepingOf(part)}\t${part.details === null ? '\\N' : jsonb(part.details)}\t${copyLine(part)}`
