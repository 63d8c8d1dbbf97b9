// The tables that the steps of an import hand to each other. They are temporary, so that readers are not affected and a killed import
// leaves nothing behind. All other temporary tables belong to one step, and are dropped with its transaction.
import type { Client } from 'pg'
import { popularitySql } from '../food/food-row.ts'
import { hasUsableValuesSql } from '../food/nutrients.ts'
import { bookkeeping, columns } from './record-columns.ts'

/** The columns of foods by which the derived tables count and list them. */
export const touchedColumns = [
  ...['id', 'category', 'image_url', 'search_vector', 'popular_order', 'is_group_best'],
  ...['brand', 'normalized_brand', 'source', 'confidence', 'source_modified_at'],
]

const tables = {
  /**
   * A row for each record that was read, and for each stored record of the same products (with `stored_food_id`, its food). `position`
   * is the order of the lines. A record with a reason in `rejected` has no values.
   */
  staged: `as
    select ${bookkeeping}, ${columns}, null::text as rejected, null::numeric(4, 3) as doubted_confidence, null::jsonb as details,
           null::bigint as stored_food_id, null::boolean as was_shown
      from foods limit 0;
    alter table staged
      add position bigint generated always as identity,
      add static_rank integer generated always as (
        compute_static_rank(staged.source, staged.confidence, staged.image_url is not null,
          ${popularitySql('staged')}, ${hasUsableValuesSql('staged')})
      ) stored`,

  /** The digests of lines that add nothing, because a later line replaces them or they are part of no food. */
  repeated_digests: '(source_line_hash bigint)',

  /**
   * The records of which staged records are made, to be kept. They replace all parts of the same code; a row without `value_groups` is
   * only a code of which the parts are deleted.
   */
  merged_parts: `as
    select ${bookkeeping}, ${columns}, null::jsonb as details, null::text[] as value_groups from foods limit 0`,

  /** The records that are excluded from the catalog. `standing` is what they were for their food (see resolve-records.ts). */
  leaving: `(
    source text, source_id text, reason text, food_id bigint, standing integer, source_line_hash bigint,
    source_modified_at bigint)`,

  /** The food of each staged record that remains, and the one of which it was a part before. `is_stored`: the import has not read it. */
  resolved: '(position bigint, food_id bigint, is_shown boolean, is_stored boolean, previous_food_id bigint)',

  /** The ids that no food has but that find one, with the record that was shown under them. */
  merged: '(food_id bigint, into_food_id bigint, source text, source_id text)',

  /** The foods that are created, changed (with the position of their record) or removed. An empty catalog has none. */
  changed_foods: '(id bigint, position bigint, change text)',

  /** The foods that a small change touches, once as they were (`difference` -1) and once as they are (1). */
  touched_foods: `as select ${touchedColumns.join(', ')}, null::integer as difference from foods limit 0`,
}

/** Drops what an earlier import on the same connection has left. */
export async function createTables(client: Client): Promise<void> {
  await useMoreMemory(client)
  await client.query(`drop table if exists ${Object.keys(tables).join(', ')}`)
  for (const [name, definition] of Object.entries(tables)) {
    await client.query(`create temp table ${name} ${definition}`)
  }
}

/** With the default work_mem, grouping millions of codes would spill to disk. */
export async function useMoreMemory(client: Client): Promise<void> {
  await client.query(`set work_mem = '256MB'; set maintenance_work_mem = '512MB'`)
}
