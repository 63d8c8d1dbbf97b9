// Resolves the staged records: which of them are the same product, which record of a product is shown, which food id the
// product has, and which foods are removed (rule one-food-per-product). It runs as set operations in SQL on `claims`, a narrow copy of
// the stage, because repeated scans of the stage would take most of the time.
//
// The catalog is only read. The result is in the tables `resolved`, `leaving`, `merged` and `repeated_digests`.
import type { Client } from 'pg'
import { everydayFoods } from '../food/everyday-foods.ts'
import { hasUsableValuesSql } from '../food/nutrients.ts'
import { estimateSource, rankWithoutValues, sourceFacts, sourceIds } from '../food/sources.ts'
import { classes, scoreRangeOf } from '../quality/confidence/classes.ts'
import { outOfScope } from './judge-record.ts'
import type { MissingRecords } from './line-digests.ts'
import { bookkeeping, columns } from './record-columns.ts'
import { ImportAborted } from './report.ts'

/** A full dump of a source. */
export interface FullDump {
  source: string
  missing: MissingRecords
  /** Allow the removal of a large part of the source's foods. */
  allowMassRemoval: boolean
}

/** Of two records of an everyday food that are about as complete, the one that its list names first is shown. */
const everydayPreferences = everydayFoods.flatMap(({ records }) =>
  records.map((record, preference) => {
    const colon = record.indexOf(':')
    return { source: record.slice(0, colon), source_id: record.slice(colon + 1), preference }
  }),
)

/** Returns how many lines a later line with the same id replaces. */
export async function resolveRecords(
  client: Client,
  lastFoodId: number,
  fullDump: FullDump | null,
): Promise<number> {
  await createClaims(client)
  const repeated = await dropRepeatedLines(client)
  await leaveRejected(client)
  if (fullDump !== null) await leaveVanished(client, fullDump)
  await stageStoredRecords(client)
  await joinByAlternateId(client)
  await joinEstimates(client)
  await chooseShown(client)
  await assignFoodIds(client, lastFoodId)
  await releaseTakenBarcodes(client)
  return repeated
}

/** What identifies a product: its GTIN, or its product key. The last one is for foods imported before product keys. */
const product = (table: string) => `
  coalesce(${table}.product_key, hashtextextended(${table}.barcode, 0),
           hashtextextended(${table}.source || ' ' || ${table}.source_id, 1))`

const maxConfidenceOfSuspicious = scoreRangeOf('sparse', 'suspicious').ceiling

const recordRank = (table: string) => `
  case when not (${hasUsableValuesSql(table)}) then ${rankWithoutValues} else case ${table}.source ${sourceIds
    .map(id => {
      const { checked, unconfirmed = null, other } = sourceFacts[id].recordRank
      const ifUnconfirmed =
        unconfirmed === null
          ? ''
          : `when ${table}.confidence > ${maxConfidenceOfSuspicious} then ${unconfirmed}`
      return `when '${id}' then case when ${table}.confidence >= ${classes.complete.floor} then ${checked} ${ifUnconfirmed} else ${other} end`
    })
    .join(' ')} end end`

const claimColumns = `
  staged.position, staged.source, staged.source_id, staged.barcode, staged.product_key, staged.alternate_id, staged.rejected,
  staged.source_line_hash, ${product('staged')} as product, ${recordRank('staged')} as record_rank, staged.confidence,
  staged.popularity, staged.source_modified_at, staged.position as shown_position,
  staged.stored_food_id is not null as is_stored`

/**
 * The indexes of `claims` and `leaving` are for the case that PostgreSQL expects few rows, as it does of a table that is empty: without
 * them it compared every stored record with every claim, which took minutes.
 *
 * `food_id` is the food of which the record is a part, or once was; `standing` says which: 0 it is shown, 1 superseded,
 * 2 excluded and shown last, 3 excluded. The food of an excluded record may have become a part of another since.
 */
async function createClaims(client: Client): Promise<void> {
  await client.query(`
    create temp table claims on commit drop as
      select ${claimColumns},
             coalesce(foods.id, superseded_records.food_id, merged_food_ids.merged_into_food_id,
                      excluded_records.food_id) as food_id,
             case when foods.id is not null then 0
                  when superseded_records.food_id is not null then 1
                  when excluded_records.food_id is null then null
                  when was_shown_last then 2 else 3 end as standing
        from staged
        left join foods on foods.source = staged.source and foods.source_id = staged.source_id
        left join superseded_records
          on superseded_records.source = staged.source and superseded_records.source_id = staged.source_id
        left join excluded_records
          on excluded_records.source = staged.source and excluded_records.source_id = staged.source_id
        left join merged_food_ids on merged_food_ids.food_id = excluded_records.food_id;
    create index on claims (source, source_id);
    analyze claims`)
}

/** Where records are not merged, the last line of an id counts. Rejected lines are counted as such already. */
function dropRepeatedLines(client: Client): Promise<number> {
  return countRows(
    client,
    `with earlier as (
       delete from claims
         using (select source, source_id, max(position) as last
                  from claims group by source, source_id having count(*) > 1) as repeated
         where claims.source = repeated.source and claims.source_id = repeated.source_id
           and claims.position < repeated.last
         returning claims.rejected, claims.source_line_hash
     ), remembered as (
       insert into repeated_digests select distinct source_line_hash from earlier where source_line_hash is not null
     )
     select from earlier where rejected is null`,
  )
}

/** The records that this import takes out of the catalog. Those out of scope that never were in it are not remembered. */
async function leaveRejected(client: Client): Promise<void> {
  await client.query(`
    with rejected as (
      delete from claims where rejected is not null returning *
    )
    insert into leaving (source, source_id, reason, food_id, source_line_hash, source_modified_at, standing)
      select source, source_id, rejected, food_id, source_line_hash, source_modified_at, standing from rejected
        where rejected <> '${outOfScope}' or food_id is not null`)
}

const maxRemovedShare = 0.2

/** Records of the source that its full dump no longer contains. */
async function leaveVanished(
  client: Client,
  {
    source,
    missing: { missingFoodIds, missingSupersededIds, missingPartialIds },
    allowMassRemoval,
  }: FullDump,
): Promise<void> {
  const vanished = (table: string, id: string, standing: number) => `
    insert into leaving (source, source_id, reason, food_id, standing)
      select source, source_id, 'vanished', ${id}, ${standing}
        from ${table}
        where source = $1 and (source_line_hash is null or id = any($2::bigint[]))
          and not exists (select from partial_records where partial_records.source = ${table}.source
                            and partial_records.source_id = ${table}.source_id and partial_records.source_line_hash is not null
                            and partial_records.id <> all($3::bigint[]))
          and not exists (select from claims where claims.source = ${table}.source and claims.source_id = ${table}.source_id
                                               and not is_stored)
          and not exists (select from leaving where leaving.source = ${table}.source and leaving.source_id = ${table}.source_id)`
  const gone =
    (await countRows(client, vanished('foods', 'id', 0), [source, missingFoodIds, missingPartialIds])) +
    (await countRows(client, vanished('superseded_records', 'food_id', 1), [
      source,
      missingSupersededIds,
      missingPartialIds,
    ]))
  // Foods that are staged only because their peers have changed vanish too.
  await client.query(`
    delete from claims using leaving
      where is_stored and claims.source = leaving.source and claims.source_id = leaving.source_id;
    delete from staged using leaving
      where stored_food_id is not null and staged.source = leaving.source and staged.source_id = leaving.source_id`)
  const { rows } = await client.query<{ records: number }>(
    `select (select count(*) from foods where source = $1)
              + (select count(*) from superseded_records where source = $1) as records`,
    [source],
  )
  const before = rows[0]?.records ?? 0
  if (!allowMassRemoval && gone > maxRemovedShare * before) {
    throw new ImportAborted(
      'mass-removal',
      `${gone} of ${before} records are not in this file. If it is a full dump of the source, add --allow-mass-removal. Nothing was changed`,
    )
  }
}

/**
 * Stages the other records of all products that this import affects, because the record to show is chosen among all of
 * them.
 */
async function stageStoredRecords(client: Client): Promise<void> {
  await client.query(`
    create temp table affected_foods (id bigint primary key) on commit drop;
    create index on leaving (source, source_id);
    analyze leaving`)
  if (!(await hasFoods(client))) return
  const matching = ['barcode', 'product_key', 'alternate_id'].map(
    key => `
      union select foods.id from claims join foods on foods.${key} = claims.${key}
      union select superseded_records.food_id from claims join superseded_records
        on superseded_records.${key} = claims.${key}`,
  )
  const estimated = `
      union select foods.id from claims join foods on ${isEstimatedIn('foods')}
      union select superseded_records.food_id from claims join superseded_records on ${isEstimatedIn('superseded_records')}`
  await client.query(`
    insert into affected_foods
      select food_id from claims where food_id is not null
      union select food_id from leaving where food_id is not null ${matching.join('')} ${estimated};
    analyze affected_foods`)
  const isNotStaged = (table: string) => `
    not exists (select from claims where claims.source = ${table}.source and claims.source_id = ${table}.source_id)
      and not exists (select from leaving where leaving.source = ${table}.source and leaving.source_id = ${table}.source_id)`
  await client.query(`
    insert into staged (${columns}, ${bookkeeping}, details, stored_food_id, was_shown)
      select ${columns}, ${bookkeeping}, food_details.details, foods.id, true
        from foods
        join affected_foods on affected_foods.id = foods.id
        left join food_details on food_details.food_id = foods.id
        where ${isNotStaged('foods')};
    insert into staged (${columns}, ${bookkeeping}, details, stored_food_id, was_shown)
      select ${columns}, ${bookkeeping}, details, food_id, false
        from superseded_records
        where food_id in (select id from affected_foods) and ${isNotStaged('superseded_records')};
    insert into claims
      select ${claimColumns}, stored_food_id, case when was_shown then 0 else 1 end
        from staged
        where stored_food_id is not null and position > (select coalesce(max(position), 0) from claims);
    analyze claims`)
}

async function hasFoods(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    '(select from foods limit 1) union all (select from excluded_records limit 1)',
  )
  return rowCount !== 0
}

/** Records with the same second identifier are one product, and so are all records of their products. */
async function joinByAlternateId(client: Client): Promise<void> {
  await client.query(`
    update claims set product = joined.first_product
      from (select distinct on (product) product, first_product
              from (select product, min(product) over (partition by source, alternate_id) as first_product
                      from claims where alternate_id is not null) as alternates
              where product <> first_product
              order by product, first_product) as joined
      where claims.product = joined.product`)
}

/** Whether a record of `table` is the one that an estimate in `claims` stands in for. */
const isEstimatedIn = (table: string) => `
  claims.source = '${estimateSource}' and ${table}.source = split_part(claims.alternate_id, ':', 1)
    and ${table}.source_id = substr(claims.alternate_id, strpos(claims.alternate_id, ':') + 1)`

/**
 * An estimate is a record of the product of the record that it stands in for, whatever identifies that product now: without a GTIN, its
 * product key changes when its values become known. An estimate leaves the catalog with that record.
 */
async function joinEstimates(client: Client): Promise<void> {
  await client.query(`
    create temp table joined_estimates on commit drop as
      select claims.position, record.product, record.barcode, record.product_key
        from claims join claims as record on ${isEstimatedIn('record')};
    update claims set (product, barcode, product_key) = row(joined.product, joined.barcode, joined.product_key)
      from joined_estimates as joined where joined.position = claims.position;
    update staged set (barcode, product_key) = row(joined.barcode, joined.product_key)
      from joined_estimates as joined where joined.position = staged.position;
    with orphaned as (
      delete from claims
        where source = '${estimateSource}' and alternate_id is not null
          and position not in (select position from joined_estimates)
        returning *
    )
    insert into leaving (source, source_id, reason, food_id, source_line_hash, standing)
      select source, source_id, 'vanished', food_id, source_line_hash, standing from orphaned;
    drop table joined_estimates`)
}

/** Among equal records the newest is shown, then the first by id, so that the order in which they are read decides nothing. */
async function chooseShown(client: Client): Promise<void> {
  await client.query(
    'create temp table everyday_records (source text, source_id text, preference integer) on commit drop',
  )
  await client.query(
    `insert into everyday_records
       select * from jsonb_to_recordset($1) as listed (source text, source_id text, preference integer)`,
    [JSON.stringify(everydayPreferences)],
  )
  await client.query(`
    update claims set shown_position = chosen.position
      from (select distinct on (product) product, position
              from claims left join everyday_records using (source, source_id)
              where product in (select product from claims group by product having count(*) > 1)
              order by product, record_rank desc,
                       case when preference is null then confidence else round(confidence, 1) end desc, preference,
                       confidence desc, popularity desc, source_modified_at desc nulls last,
                       source, source_id, position) as chosen
      where claims.product = chosen.product and claims.position <> chosen.position`)
}

/**
 * The ids of a product are those of the foods of which its records are a part or once were (ADR 19). An id that several
 * products could have belongs to the one whose record was shown under it, then to the one with the best record. Of its
 * ids, a product keeps the oldest that a food has today, or else the oldest; the others find the same food. A record
 * that was shown under an id before its food became a part of another (standing 4) gets it back when they separate.
 */
async function assignFoodIds(client: Client, lastFoodId: number): Promise<void> {
  await client.query(`
    create temp table owned_ids on commit drop as
      with ids as (
        select product, food_id, standing, record_rank, source, source_id from claims where food_id is not null
        union all
        select product, merged_food_ids.food_id, 4, record_rank, source, source_id
          from claims join merged_food_ids using (source, source_id)
      )
      select distinct on (food_id) product, food_id, standing, source, source_id
        from ids order by food_id, standing, record_rank desc, product;
    create temp table product_ids on commit drop as
      select distinct on (product) product, food_id from owned_ids order by product, standing > 1, food_id;
    analyze product_ids`)
  await client.query(
    `insert into resolved (position, food_id, is_shown, is_stored, previous_food_id)
       select position, coalesce(product_ids.food_id, shown_position + $1), position = shown_position, is_stored, claims.food_id
         from claims left join product_ids using (product)`,
    [lastFoodId],
  )
  await client.query(`
    analyze resolved;
    insert into merged (food_id, into_food_id, source, source_id)
      select owned_ids.food_id, product_ids.food_id as into_food_id, source, source_id
        from owned_ids join product_ids using (product)
        where owned_ids.food_id <> product_ids.food_id`)
}

/**
 * In-store codes do not name one product, so several products may have the same one; it belongs to the one with the
 * highest record rank. The line of the others is read again by the next import, when it may be free.
 */
async function releaseTakenBarcodes(client: Client): Promise<void> {
  await client.query(`
    update staged set barcode = null, source_line_hash = null
      from (select position, row_number() over (partition by barcode order by record_rank desc, resolved.food_id) as rank
              from claims join resolved using (position)
              where is_shown and product_key is not null
                and barcode in (select barcode from claims
                                  where position = shown_position and product_key is not null and barcode is not null
                                  group by barcode having count(*) > 1)) as ranked
      where ranked.rank > 1 and ranked.position = staged.position`)
}

async function countRows(client: Client, statement: string, values: unknown[] = []): Promise<number> {
  return (await client.query(statement, values)).rowCount ?? 0
}
