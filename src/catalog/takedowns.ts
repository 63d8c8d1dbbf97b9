// Takedowns: a food, an image or a barcode is removed, with a reason and a record. The importer applies them to the catalog and to every
// later import; published_takedowns says how far the catalog is up to date with them.
import type { Client } from 'pg'
import type { Database, DatabasePool } from '../platform/database/pool.ts'

export const takedownGrounds = ['copyright', 'trademark', 'privacy', 'offensive', 'illegal', 'other'] as const
export type TakedownGround = (typeof takedownGrounds)[number]

export type TakedownKind = 'food' | 'image' | 'barcode'

export interface Takedown {
  id: number
  kind: TakedownKind
  ground: TakedownGround
  reason: string
  food_id: number | null
  /** Of a food, too, so that no other source brings it back. */
  barcode: string | null
  created_at: Date
  lifted_at: Date | null
  /** Whether the catalog is up to date with it. */
  is_published: boolean
}

export type TakedownSubject =
  | { kind: 'food' | 'image'; foodId: number }
  | { kind: 'barcode'; barcode: string }

export interface NewTakedown {
  subject: TakedownSubject
  ground: TakedownGround
  reason: string
}

export type TakedownResult = { takedownId: number } | { error: 'not_found' }

export function takeDown(
  pool: DatabasePool,
  { subject, ground, reason }: NewTakedown,
): Promise<TakedownResult> {
  return pool.transaction(async database => {
    const { rows } = await database.query<{ id: number }>({
      text: `
        insert into takedowns (kind, ground, reason, food_id, barcode) values ($1, $2, $3, $4, $5) returning id`,
      values: [
        subject.kind,
        ground,
        reason,
        'foodId' in subject ? subject.foodId : null,
        'barcode' in subject ? subject.barcode : null,
      ],
    })
    const takedownId = rows[0]?.id as number
    if (subject.kind === 'barcode') await nameRecordsOfBarcode(database, takedownId, subject.barcode)
    else if (!(await nameRecords(database, takedownId, subject.foodId))) {
      await database.query({ text: 'delete from takedowns where id = $1', values: [takedownId] })
      return { error: 'not_found' }
    }
    return { takedownId }
  })
}

/**
 * All records of the food, and for a takedown of the food its barcode; returns whether it exists. A code that a shop assigns (with a
 * product key) names other products elsewhere.
 */
async function nameRecords(database: Database, takedownId: number, foodId: number): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `
      with food as (
        select coalesce((select merged_into_food_id from merged_food_ids where food_id = $2), $2) as id
      ), records as (
        select source, source_id, barcode, product_key, 0 as standing from foods join food using (id)
        union all
        select source, source_id, barcode, product_key, 1 from superseded_records join food on food.id = superseded_records.food_id
      ), kept as (
        update takedowns
          set food_id = food.id,
              barcode = case when kind = 'food' then (
                select barcode from records where barcode is not null and product_key is null order by standing limit 1
              ) end
          from food where takedowns.id = $1
      )
      insert into taken_down_records (takedown_id, source, source_id)
        select distinct $1::bigint, source, source_id from records`,
    values: [takedownId, foodId],
  })
  return rowCount !== 0
}

/** So that their lines are read again once the takedown is lifted. */
async function nameRecordsOfBarcode(database: Database, takedownId: number, barcode: string): Promise<void> {
  await database.query({
    text: `
      insert into taken_down_records (takedown_id, source, source_id)
        select $1::bigint, source, source_id from foods where barcode = $2
        union
        select $1::bigint, source, source_id from superseded_records where barcode = $2`,
    values: [takedownId, barcode],
  })
}

/** The next import of the source brings the food back. Returns whether it was in force. */
export async function lift(database: Database, takedownId: number): Promise<boolean> {
  const { rowCount } = await database.query({
    text: 'update takedowns set lifted_at = now(), version = default where id = $1 and lifted_at is null',
    values: [takedownId],
  })
  return rowCount === 1
}

export async function isTakenDown(database: Database, foodId: number): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'is-taken-down',
    text: `select from takedowns where food_id = $1 and kind = 'food' and lifted_at is null limit 1`,
    values: [foodId],
  })
  return rowCount !== 0
}

/** Newest first. */
export async function listTakedowns(database: Database, limit: number): Promise<Takedown[]> {
  const { rows } = await database.query<Takedown>({
    text: `
      select takedowns.id, kind, ground, reason, food_id, barcode, created_at, lifted_at,
             exists (
               select from published_takedowns as published
                 where published.takedown_id = takedowns.id and published.version = takedowns.version and not is_provisional
             ) as is_published
        from takedowns order by id desc limit $1`,
    values: [limit],
  })
  return rows
}

/** `provisional`: removed during an import, which has not ended. */
export async function publicationOf(
  database: Database,
  takedownId: number,
): Promise<'pending' | 'provisional' | 'published'> {
  const { rows } = await database.query<{ state: 'pending' | 'provisional' | 'published' }>({
    text: `
      select case when takedowns.version is distinct from published_takedowns.version then 'pending'
                  when is_provisional then 'provisional'
                  else 'published' end as state
        from takedowns left join published_takedowns on takedown_id = id
        where id = $1`,
    values: [takedownId],
  })
  return rows[0]?.state ?? 'pending'
}

export interface PendingTakedown {
  id: number
  kind: TakedownKind
  barcode: string | null
  is_lifted: boolean
  /** Its foods were removed during an import. */
  is_provisional: boolean
  version: number
}

export async function pendingTakedowns(client: Client): Promise<PendingTakedown[]> {
  const { rows } = await client.query<PendingTakedown>(
    `select id, kind, barcode, lifted_at is not null as is_lifted, coalesce(is_provisional, false) as is_provisional,
            takedowns.version
       from takedowns left join published_takedowns on takedown_id = id
       where takedowns.version is distinct from published_takedowns.version or is_provisional
       order by id`,
  )
  return rows
}

/** Must run in the transaction that changes the catalog. */
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

/** For catalogs that come from elsewhere: every takedown is to be applied again. */
export async function forgetPublished(client: Client): Promise<void> {
  await client.query('delete from published_takedowns')
}
