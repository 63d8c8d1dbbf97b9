// Takedowns: a food, an image, a barcode or all contributions of a person are removed, with a reason and a record. The importer applies
// them to the catalog and to every later import.
import { communitySource } from '../food/sources.ts'
import type { Database, DatabasePool } from '../platform/database/pool.ts'
import { undoChangesOf } from './changes.ts'
import { sourceIdPrefix } from './content.ts'

export const takedownGrounds = ['copyright', 'trademark', 'privacy', 'offensive', 'illegal', 'other'] as const
export type TakedownGround = (typeof takedownGrounds)[number]

export const takedownKinds = ['food', 'image', 'barcode', 'contributions'] as const
export type TakedownKind = (typeof takedownKinds)[number]

export interface Takedown {
  id: number
  kind: TakedownKind
  ground: TakedownGround
  reason: string
  food_id: number | null
  /** Of a food, too, so that no other source brings it back. */
  barcode: string | null
  account_id: number | null
  moderator_id: number | null
  created_at: Date
  lifted_at: Date | null
  /** Whether the catalog is up to date with it. */
  is_published: boolean
}

export type TakedownSubject =
  | { kind: 'food' | 'image'; foodId: number }
  | { kind: 'barcode'; barcode: string }
  | { kind: 'contributions'; accountId: number }

export interface NewTakedown {
  subject: TakedownSubject
  ground: TakedownGround
  reason: string
  moderatorId: number | null
}

export type TakedownResult = { takedownId: number; photoKeys: string[] } | { error: 'not_found' }

/** `photoKeys` are the photos to delete from their store afterwards. */
export function takeDown(
  pool: DatabasePool,
  { subject, ground, reason, moderatorId }: NewTakedown,
  alsoInTransaction: (database: Database, takedownId: number) => Promise<void> = async () => undefined,
): Promise<TakedownResult> {
  return pool.transaction(async database => {
    const { rows } = await database.query<{ id: number }>({
      text: `
        insert into takedowns (kind, ground, reason, food_id, barcode, account_id, moderator_id)
          values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      values: [
        subject.kind,
        ground,
        reason,
        'foodId' in subject ? subject.foodId : null,
        'barcode' in subject ? subject.barcode : null,
        'accountId' in subject ? subject.accountId : null,
        moderatorId,
      ],
    })
    const takedownId = rows[0]?.id as number
    let photoKeys: string[] = []
    if (subject.kind === 'contributions') {
      await undoChangesOf(database, subject.accountId, moderatorId, reason)
      photoKeys = await rejectOpen(database, subject.accountId, moderatorId, reason)
    }
    if (subject.kind === 'barcode') await nameRecordsOfBarcode(database, takedownId, subject.barcode)
    if ('foodId' in subject && !(await nameRecords(database, takedownId, subject.foodId))) {
      await database.query({ text: 'delete from takedowns where id = $1', values: [takedownId] })
      return { error: 'not_found' }
    }
    await alsoInTransaction(database, takedownId)
    return { takedownId, photoKeys }
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

/** The open proposals of a person, and the photos of all of them. */
export async function rejectOpen(
  database: Database,
  accountId: number,
  moderatorId: number | null,
  reason: string,
): Promise<string[]> {
  await database.query({
    text: `
      update contributions
        set status = 'rejected', reason = $3, decided_by = $2, decided_at = now(), revision = revision + 1
        where account_id = $1 and status in ('pending', 'question')`,
    values: [accountId, moderatorId, reason],
  })
  const { rows } = await database.query<{ photo_key: string }>({
    text: `
      with removed as (
        update contributions set photo_key = null
          from (select id, photo_key from contributions where account_id = $1 and photo_key is not null) as had
          where contributions.id = had.id
          returning had.photo_key
      ), forgotten as (
        update community_changes set photo_key = null where author_id = $1 and photo_key is not null
      )
      select photo_key from removed`,
    values: [accountId],
  })
  return rows.map(({ photo_key }) => photo_key)
}

/** The next import of the source brings the food back; community records come back at once. Returns whether it was in force. */
export async function lift(database: Database, takedownId: number): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `
      with lifted as (
        update takedowns set lifted_at = now(), version = nextval('community_versions')
          where id = $1 and lifted_at is null and kind <> 'contributions'
          returning id, barcode
      ), published_again as (
        update community_records set version = nextval('community_versions')
          where '${sourceIdPrefix}' || id in (
                  select source_id from taken_down_records join lifted on lifted.id = takedown_id where source = '${communitySource}')
             or content ->> 'barcode' in (select barcode from lifted)
      )
      select from lifted`,
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
      select takedowns.id, kind, ground, reason, food_id, barcode, account_id, moderator_id, created_at, lifted_at,
             kind = 'contributions' or exists (
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
      select case when takedowns.kind = 'contributions' then
                    case when exists (
                      select from community_changes
                        join community_records on community_records.id = record_id
                        left join published_records using (record_id)
                        where author_id = account_id and action = 'undone'
                          and community_records.version is distinct from published_records.version
                          and (content is not null or published_records.record_id is not null)
                    ) then 'pending' else 'published' end
                  when takedowns.version is distinct from published_takedowns.version then 'pending'
                  when is_provisional then 'provisional'
                  else 'published' end as state
        from takedowns left join published_takedowns on takedown_id = id
        where id = $1`,
    values: [takedownId],
  })
  return rows[0]?.state ?? 'pending'
}

export interface TakedownCount {
  year: number
  kind: TakedownKind
  ground: TakedownGround
  takedowns: number
  lifted: number
}

/** For the public page: numbers only. */
export async function countTakedowns(database: Database): Promise<TakedownCount[]> {
  const { rows } = await database.query<TakedownCount>({
    text: `
      select extract(year from created_at at time zone 'utc')::integer as year, kind, ground, count(*) as takedowns,
             count(lifted_at) as lifted
        from takedowns group by 1, 2, 3 order by 1 desc, 2, 3`,
  })
  return rows
}
