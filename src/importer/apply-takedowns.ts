// Takedowns hold for every import: a record that was taken down is excluded, an image or barcode is left out.
import type { Client } from 'pg'
import { type PendingTakedown, pendingTakedowns } from '../catalog/takedowns.ts'
import { bookkeeping, columns } from './record-columns.ts'

export const takenDown = 'taken-down'

/** Applies the takedowns in force to the staged records; returns how many foods they exclude. */
export async function applyTakedowns(client: Client): Promise<number> {
  const { rowCount: inForce } = await client.query('select from takedowns where lifted_at is null limit 1')
  if (!inForce) return 0
  const { rowCount: excluded } = await client.query(`
    update staged set rejected = '${takenDown}'
      where rejected is null
        and ((source, source_id) in (${recordsOf('food')}) or product_key is null and barcode in (${barcodesOf('food')}))`)
  await client.query(`
    update staged set image_url = null, image_thumb_url = null
      where image_url is not null and (source, source_id) in (${recordsOf('image')});
    update staged set barcode = null
      where barcode in (${barcodesOf('barcode')})`)
  return excluded ?? 0
}

const recordsOf = (kind: string) => `
  select source, source_id from taken_down_records join takedowns on takedowns.id = takedown_id
    where kind = '${kind}' and lifted_at is null`

const barcodesOf = (kind: string) =>
  `select barcode from takedowns where kind = '${kind}' and lifted_at is null`

// Two lookups by index: PostgreSQL would read the whole table for an OR of both.
const named = (table: string) => `
  select ${table}.id from ${table} join taken_down_records using (source, source_id) where takedown_id = any($1)`
const withBarcode = (table: string) => `
  select ${table}.id from ${table} join takedowns on takedowns.barcode = ${table}.barcode
    where takedowns.id = any($1) and (kind = 'barcode' or product_key is null)`

/** Stages the stored records that pending takedowns are about, so that `applyTakedowns` reaches them. */
export async function stageTakenDown(client: Client, takedowns: PendingTakedown[]): Promise<void> {
  const isConcerned = (table: 'foods' | 'superseded_records') => `
    not exists (select from staged where staged.source = ${table}.source and staged.source_id = ${table}.source_id)
      and ${table}.id in (${named(table)} union ${withBarcode(table)})`
  const ids = [takedowns.filter(({ is_lifted }) => !is_lifted).map(({ id }) => id)]
  await client.query(
    `insert into staged (${columns}, ${bookkeeping}, details)
       select ${columns}, ${bookkeeping}, food_details.details
         from foods left join food_details on food_details.food_id = foods.id where ${isConcerned('foods')}`,
    ids,
  )
  await client.query(
    `insert into staged (${columns}, ${bookkeeping}, details)
       select ${columns}, ${bookkeeping}, details
         from superseded_records where ${isConcerned('superseded_records')}`,
    ids,
  )
}

/** The next import of the source reads the lines of lifted takedowns again. */
export async function forgetLines(client: Client, takedowns: PendingTakedown[]): Promise<void> {
  const lifted = takedowns.filter(({ is_lifted }) => is_lifted).map(({ id }) => id)
  if (lifted.length === 0) return
  for (const table of ['foods', 'superseded_records', 'partial_records']) {
    await client.query(
      `update ${table} set source_line_hash = null
         where (source, source_id) in (select source, source_id from taken_down_records where takedown_id = any($1))`,
      [lifted],
    )
  }
  // Also records of other sources, which their barcode excluded. Those that other takedowns exclude are excluded again.
  await client.query(`update excluded_records set source_line_hash = null where reason = '${takenDown}'`)
}

/**
 * While an import runs, which may take long: what was taken down disappears at once from every node, and properly after the import.
 * Derived tables, such as counts, follow then; `restoreRemoved` gives them the foods as they were.
 */
export async function removeProvisionally(client: Client, takedowns: PendingTakedown[]): Promise<void> {
  for (const { id, kind } of takedowns.filter(({ is_lifted }) => !is_lifted)) {
    const isConcerned = {
      food: `id in (${named('foods')} union ${withBarcode('foods')})`,
      image: `id in (${named('foods')}) and image_url is not null`,
      barcode: `id in (${withBarcode('foods')})`,
    }[kind]
    const ids = [[id]]
    await client.query(
      `update published_takedowns
         set removed_foods = (select jsonb_agg(to_jsonb(foods)) from foods where ${isConcerned})
         where takedown_id = any($1) and removed_foods is null`,
      ids,
    )
    const remove = {
      food: 'delete from foods',
      image: 'update foods set image_url = null, image_thumb_url = null',
      barcode: 'update foods set barcode = null',
    }[kind]
    await client.query(`${remove} where ${isConcerned}`, ids)
  }
}

/** An import that has read its records before may bring back what was removed while it ran; not even for the moment until its end. */
export async function removeProvisionallyAgain(client: Client): Promise<void> {
  const takedowns = await pendingTakedowns(client)
  await removeProvisionally(
    client,
    takedowns.filter(({ is_provisional }) => is_provisional),
  )
}

/**
 * Undoes `removeProvisionally` for foods that the import has not brought back. Must run in the transaction that removes them properly, so
 * that no reader sees them.
 */
export async function restoreRemoved(client: Client, takedowns: PendingTakedown[]): Promise<void> {
  const stored = `id, ${columns}, ${bookkeeping}, updated_at, is_group_best, rank_tier`
  for (const { id, kind } of takedowns) {
    const removed = `
      (select saved.* from published_takedowns, jsonb_populate_recordset(null::foods, removed_foods) as saved
         where takedown_id = $1) as removed`
    const restore = {
      food: `insert into foods (${stored}) select ${stored} from ${removed} on conflict do nothing`,
      image: `
        update foods set image_url = removed.image_url, image_thumb_url = removed.image_thumb_url
          from ${removed} where foods.id = removed.id and foods.image_url is null`,
      barcode: `
        update foods set barcode = removed.barcode
          from ${removed}
          where foods.id = removed.id and foods.barcode is null
            and not exists (select from foods as other where other.barcode = removed.barcode)`,
    }[kind]
    await client.query(restore, [id])
  }
}
