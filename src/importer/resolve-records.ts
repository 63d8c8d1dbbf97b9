// Resolves the staged records: which food each one is, which of several duplicates is kept, and which foods are removed.
// It runs as set operations in SQL on `claims`, a narrow copy of the stage, because repeated scans of the stage would take
// most of the time. Excluded records are stored with their reason.
import type { Client } from 'pg'
import { nutrients } from '../food/nutrients.ts'
import { ImportAborted, type ImportReport } from './report.ts'

// In-store codes begin with 2, or with 02 in UPC. Scales print a new one for every weight.
const isInStore = "((barcode >= '2' and barcode < '3') or (barcode >= '02' and barcode < '03'))"
const minNutrientsToCompare = 3

/** A hash of everything that identifies a product with an in-store code; null for other records. */
const productHash = (table: string) => `
  case when ${isInStore.replaceAll('barcode', `${table}.barcode`)}
            and num_nonnulls(${nutrients.map(each => `${table}.${each}`).join(', ')}) >= ${minNutrientsToCompare}
       then hash_record_extended(row(${['source', 'normalized_name', 'normalized_brand', ...nutrients]
         .map(each => `${table}.${each}`)
         .join(', ')}), 0) end`

/** New foods are numbered in the order of their lines, above the highest id ever used. */
export const newId = (position: string) => `${position} + (select last_id from numbering)`

export async function resolveRecords(
  client: Client,
  report: ImportReport,
  fullDump: FullDump | null,
): Promise<void> {
  await createClaims(client)
  report.duplicates.same_id = await dropDuplicateLines(client)
  await excludeRejected(client)
  report.duplicates.same_barcode = await excludeSameBarcode(client)
  report.duplicates.barcode_taken = await dropTakenBarcodes(client)
  report.duplicates.same_product = await excludeSameProduct(client)
  if (fullDump !== null) await excludeVanished(client, fullDump)
  await clearRemovedSuperseders(client)
  await applyToStage(client)
}

/** `id` is the food id that the record has or once had. */
async function createClaims(client: Client): Promise<void> {
  await client.query(`
    create temp table claims on commit drop as
      select staged.position, staged.source, staged.source_id, staged.barcode, staged.rejected, staged.source_line_hash,
             staged.confidence, staged.popularity, coalesce(foods.id, excluded_records.food_id) as id,
             ${productHash('staged')} as product, false as loses_barcode
        from staged
        left join foods on foods.source = staged.source and foods.source_id = staged.source_id
        left join excluded_records on excluded_records.source = staged.source and excluded_records.source_id = staged.source_id;
    delete from excluded_records using claims
      where excluded_records.source = claims.source and excluded_records.source_id = claims.source_id;
    create temp table dropped (position bigint primary key) on commit drop;
    analyze claims`)
}

/** If a dump contains an id more than once, the last line counts. */
function dropDuplicateLines(client: Client): Promise<number> {
  return countRows(
    client,
    `with earlier as (
       delete from claims
         using (select source, source_id, max(position) as last
                  from claims group by source, source_id having count(*) > 1) as repeated
         where claims.source = repeated.source and claims.source_id = repeated.source_id
           and claims.position < repeated.last
         returning claims.position, claims.source_line_hash
     ), remembered as (
       insert into duplicate_line_digests select distinct source_line_hash from earlier where source_line_hash is not null
         on conflict do nothing
     )
     insert into dropped select position from earlier`,
  )
}

async function excludeRejected(client: Client): Promise<void> {
  await client.query(`
    with rejected as (
      delete from claims where rejected is not null returning *
    ), written as (
      insert into excluded_records (source, source_id, reason, food_id, source_line_hash)
        select source, source_id, rejected, id, source_line_hash from rejected
    )
    insert into dropped select position from rejected`)
}

/**
 * One product under UPC and EAN forms of its barcode, in the dump or already in the catalog. The record that has a food id
 * is kept, so that ids are stable; otherwise the one with the highest confidence.
 */
async function excludeSameBarcode(client: Client): Promise<number> {
  const inDump = await excludeDuplicates(
    client,
    'same-barcode',
    `select position, first_value(coalesce(id, ${newId('position')})) over contenders as superseded_by_food_id,
            row_number() over contenders as rank
       from claims
       where barcode in (select barcode from claims group by barcode having count(*) > 1)
       window contenders as (partition by source, barcode
                             order by id, confidence desc, popularity desc, position)`,
  )
  const inCatalog = await excludeDuplicates(
    client,
    'same-barcode',
    `select claims.position, foods.id as superseded_by_food_id, 2 as rank
       from claims
       join foods on foods.barcode = claims.barcode and foods.source = claims.source
       where ${isUnaffected}`,
  )
  return inDump + inCatalog
}

/** A food that this import neither updates nor removes. */
const isUnaffected = `
  not exists (select from claims as updated where updated.id = foods.id)
    and not exists (select from excluded_records where excluded_records.food_id = foods.id)`

/** A barcode belongs to one food; the food that already has it keeps it. */
async function dropTakenBarcodes(client: Client): Promise<number> {
  return countRows(
    client,
    `update claims set loses_barcode = true, product = null
       from (select position, row_number() over (partition by barcode order by id, position) as rank
               from claims
               where barcode in (select barcode from claims group by barcode having count(*) > 1)
             union all
             select claims.position, 2
               from claims join foods on foods.barcode = claims.barcode
               where ${isUnaffected}) as ranked
       where ranked.rank > 1 and ranked.position = claims.position`,
  )
}

/** One product under several in-store codes: the same name, brand and nutrients. */
function excludeSameProduct(client: Client): Promise<number> {
  return excludeDuplicates(
    client,
    'same-product',
    `select position, first_value(id) over contenders as superseded_by_food_id, row_number() over contenders as rank
       from (
         select position, coalesce(id, ${newId('position')}) as id, id is null as is_new, product, confidence, popularity
           from claims where product is not null
         union all
         select null, id, false, ${productHash('foods')}, confidence, popularity
           from foods
           where ${isInStore} and exists (select from claims where product is not null) and ${isUnaffected}
       ) as in_store
       where product is not null
       window contenders as (partition by product order by is_new, confidence desc, popularity desc, id)`,
  )
}

/**
 * Excludes all records but the first of `ranked` (position, superseded_by_food_id, rank). Records that already were foods
 * are kept, because clients may have stored their ids.
 */
function excludeDuplicates(client: Client, reason: string, ranked: string): Promise<number> {
  return countRows(
    client,
    `with duplicates as (
       delete from claims using (${ranked}) as ranked
         where ranked.rank > 1 and claims.position = ranked.position and claims.id is null
         returning claims.*, ranked.superseded_by_food_id
     ), written as (
       insert into excluded_records (source, source_id, reason, barcode, source_line_hash, superseded_by_food_id)
         select source, source_id, '${reason}', barcode, source_line_hash, superseded_by_food_id from duplicates
     )
     insert into dropped select position from duplicates`,
  )
}

/** A full dump of a source. */
export interface FullDump {
  source: string
  /** Foods whose lines have not been read. */
  missingFoodIds: number[]
  /** Allow the removal of a large part of the source's foods. */
  allowMassRemoval: boolean
}

const maxRemovedShare = 0.2

/** Foods of the source that its full dump no longer contains. */
async function excludeVanished(
  client: Client,
  { source, missingFoodIds, allowMassRemoval }: FullDump,
): Promise<void> {
  const vanished = await countRows(
    client,
    `insert into excluded_records (source, source_id, reason, food_id)
       select source, source_id, 'vanished', id
         from foods
         where source = $1 and (source_line_hash is null or id = any($2::bigint[])) and ${isUnaffected}`,
    [source, missingFoodIds],
  )
  const { rows } = await client.query<{ foods: number }>(
    'select count(*) as foods from foods where source = $1',
    [source],
  )
  const before = rows[0]?.foods ?? 0
  if (!allowMassRemoval && vanished > maxRemovedShare * before) {
    throw new ImportAborted(
      `${vanished} of ${before} foods are not in this file. If it is a full dump of the source, add --allow-mass-removal. Nothing was changed`,
    )
  }
}

/** Records superseded by a food that is removed now are read again by the next import. */
async function clearRemovedSuperseders(client: Client): Promise<void> {
  await client.query(`
    update excluded_records set superseded_by_food_id = null, source_line_hash = null
      from excluded_records as gone where gone.food_id = excluded_records.superseded_by_food_id`)
}

/** Applies the result to the stage. */
async function applyToStage(client: Client): Promise<void> {
  await client.query(`
    analyze dropped;
    delete from staged using dropped where staged.position = dropped.position;
    update staged set id = claims.id, barcode = case when not loses_barcode then staged.barcode end
      from claims
      where staged.position = claims.position and (claims.id is not null or loses_barcode)`)
}

async function countRows(client: Client, statement: string, values: unknown[] = []): Promise<number> {
  return (await client.query(statement, values)).rowCount ?? 0
}
