// What becomes of each staged record: which food it is, which of several records of one article stays, which foods
// leave the catalog. All of it is work on the whole set, in SQL, on `claims`: a narrow copy of the stage, because
// reading that one again and again is most of the time. What is left out is written down with its reason.
import type { Client } from 'pg'
import { nutrients } from '../food/nutrients.ts'
import { ImportAborted, type ImportReport } from './report.ts'

// Numbers that shops give out themselves begin with 2, as UPC with 02: scales print a new one for every weight.
const isInStore = "((barcode >= '2' and barcode < '3') or (barcode >= '02' and barcode < '03'))"
const factsToCompareBy = 3

/** One number for all that makes two in-store records the same product; null for all others. */
const product = (table: string) => `
  case when ${isInStore.replaceAll('barcode', `${table}.barcode`)}
            and num_nonnulls(${nutrients.map(each => `${table}.${each}`).join(', ')}) >= ${factsToCompareBy}
       then hash_record_extended(row(${['source', 'normalized_name', 'normalized_brand', ...nutrients]
         .map(each => `${table}.${each}`)
         .join(', ')}), 0) end`

/** A new food is numbered by the place of its line, above the highest number ever given. */
export const newId = (place: string) => `${place} + (select last_id from numbering)`

export async function resolveRecords(
  client: Client,
  report: ImportReport,
  whole: Whole | null,
): Promise<void> {
  await createClaims(client)
  report.duplicates.sameId = await dropRepeatedLines(client)
  await leaveOutRefused(client)
  report.duplicates.sameBarcode = await leaveOutSameBarcode(client)
  report.duplicates.barcodeTaken = await giveUpTakenBarcodes(client)
  report.duplicates.sameProduct = await leaveOutSameProduct(client)
  if (whole !== null) await leaveOutVanished(client, whole)
  await forgetLostSubstitutes(client)
  await carryOut(client)
}

/** `id` is that of a food that the record is already, or was once. */
async function createClaims(client: Client): Promise<void> {
  await client.query(`
    create temp table claims on commit drop as
      select staged.place, staged.source, staged.source_id, staged.barcode, staged.refused, staged.source_line_hash,
             staged.confidence, staged.popularity, coalesce(foods.id, excluded_records.food_id) as id,
             ${product('staged')} as product, false as gives_up_barcode
        from staged
        left join foods on foods.source = staged.source and foods.source_id = staged.source_id
        left join excluded_records on excluded_records.source = staged.source and excluded_records.source_id = staged.source_id;
    delete from excluded_records using claims
      where excluded_records.source = claims.source and excluded_records.source_id = claims.source_id;
    create temp table dropped (place bigint primary key) on commit drop;
    analyze claims`)
}

/** The same code twice in a dump: the later line is the newer one. */
function dropRepeatedLines(client: Client): Promise<number> {
  return rowsOf(
    client,
    `with earlier as (
       delete from claims
         using (select source, source_id, max(place) as last
                  from claims group by source, source_id having count(*) > 1) as repeated
         where claims.source = repeated.source and claims.source_id = repeated.source_id
           and claims.place < repeated.last
         returning claims.place, claims.source_line_hash
     ), remembered as (
       insert into duplicate_line_digests select distinct source_line_hash from earlier where source_line_hash is not null
         on conflict do nothing
     )
     insert into dropped select place from earlier`,
  )
}

async function leaveOutRefused(client: Client): Promise<void> {
  await client.query(`
    with refused as (
      delete from claims where refused is not null returning *
    ), written as (
      insert into excluded_records (source, source_id, reason, food_id, source_line_hash)
        select source, source_id, refused, id, source_line_hash from refused
    )
    insert into dropped select place from refused`)
}

/**
 * One article under UPC and EAN spellings of its number, in the dump or already in the catalog. The one that has
 * an id survives, so that ids stay; else the one we know best.
 */
async function leaveOutSameBarcode(client: Client): Promise<number> {
  const inTheDump = await leaveOut(
    client,
    'same-barcode',
    `select place, first_value(coalesce(id, ${newId('place')})) over contenders as superseded_by_food_id,
            row_number() over contenders as rank
       from claims
       where barcode in (select barcode from claims group by barcode having count(*) > 1)
       window contenders as (partition by source, barcode
                             order by id, confidence desc, popularity desc, place)`,
  )
  const inTheCatalog = await leaveOut(
    client,
    'same-barcode',
    `select claims.place, foods.id as superseded_by_food_id, 2 as rank
       from claims
       join foods on foods.barcode = claims.barcode and foods.source = claims.source
       where ${staysAsItIs}`,
  )
  return inTheDump + inTheCatalog
}

/** A food that this import neither tells anew nor takes out. */
const staysAsItIs = `
  not exists (select from claims as told where told.id = foods.id)
    and not exists (select from excluded_records where excluded_records.food_id = foods.id)`

/** A barcode finds one food: who has it keeps it. */
async function giveUpTakenBarcodes(client: Client): Promise<number> {
  return rowsOf(
    client,
    `update claims set gives_up_barcode = true, product = null
       from (select place, row_number() over (partition by barcode order by id, place) as rank
               from claims
               where barcode in (select barcode from claims group by barcode having count(*) > 1)
             union all
             select claims.place, 2
               from claims join foods on foods.barcode = claims.barcode
               where ${staysAsItIs}) as ranked
       where ranked.rank > 1 and ranked.place = claims.place`,
  )
}

/** One product under several in-store codes: the same name, brand and nutrients. */
function leaveOutSameProduct(client: Client): Promise<number> {
  return leaveOut(
    client,
    'same-product',
    `select place, first_value(id) over contenders as superseded_by_food_id, row_number() over contenders as rank
       from (
         select place, coalesce(id, ${newId('place')}) as id, id is null as is_new, product, confidence, popularity
           from claims where product is not null
         union all
         select null, id, false, ${product('foods')}, confidence, popularity
           from foods
           where ${isInStore} and exists (select from claims where product is not null) and ${staysAsItIs}
       ) as in_store
       where product is not null
       window contenders as (partition by product order by is_new, confidence desc, popularity desc, id)`,
  )
}

/**
 * Takes out duplicates: of `ranked` (place, superseded_by_food_id, rank) all but the first. What has been a food before stays
 * one: somebody may hold its id.
 */
function leaveOut(client: Client, reason: string, ranked: string): Promise<number> {
  return rowsOf(
    client,
    `with duplicates as (
       delete from claims using (${ranked}) as ranked
         where ranked.rank > 1 and claims.place = ranked.place and claims.id is null
         returning claims.*, ranked.superseded_by_food_id
     ), written as (
       insert into excluded_records (source, source_id, reason, barcode, source_line_hash, superseded_by_food_id)
         select source, source_id, '${reason}', barcode, source_line_hash, superseded_by_food_id from duplicates
     )
     insert into dropped select place from duplicates`,
  )
}

/** A dump that is all that its source has. */
export interface Whole {
  source: string
  /** Foods whose lines were not met. */
  unseen: number[]
  /** Also when a large part of the catalog would leave. */
  allowMassRemoval: boolean
}

const maxRemovedShare = 0.2

/** Foods of the source that its whole dump does not tell any more. */
async function leaveOutVanished(client: Client, { source, unseen, allowMassRemoval }: Whole): Promise<void> {
  const vanished = await rowsOf(
    client,
    `insert into excluded_records (source, source_id, reason, food_id)
       select source, source_id, 'vanished', id
         from foods
         where source = $1 and (source_line_hash is null or id = any($2::bigint[])) and ${staysAsItIs}`,
    [source, unseen],
  )
  const { rows } = await client.query<{ foods: number }>(
    'select count(*) as foods from foods where source = $1',
    [source],
  )
  const before = rows[0]?.foods ?? 0
  if (!allowMassRemoval && vanished > maxRemovedShare * before) {
    throw new ImportAborted(
      `${vanished} of ${before} foods are not in this file. Is it really the whole of the source? Then add --allow-mass-removal. Nothing was changed`,
    )
  }
}

/** A food that stood for others and left: their records are read again the next time. */
async function forgetLostSubstitutes(client: Client): Promise<void> {
  await client.query(`
    update excluded_records set superseded_by_food_id = null, source_line_hash = null
      from excluded_records as gone where gone.food_id = excluded_records.superseded_by_food_id`)
}

/** What was decided about the claims, done to the stage. */
async function carryOut(client: Client): Promise<void> {
  await client.query(`
    analyze dropped;
    delete from staged using dropped where staged.place = dropped.place;
    update staged set id = claims.id, barcode = case when not gives_up_barcode then staged.barcode end
      from claims
      where staged.place = claims.place and (claims.id is not null or gives_up_barcode)`)
}

async function rowsOf(client: Client, statement: string, values: unknown[] = []): Promise<number> {
  return (await client.query(statement, values)).rowCount ?? 0
}
