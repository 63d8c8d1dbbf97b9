// Writes everything that is known about records which are not shown.
import type { Client } from 'pg'
import { bookkeeping, bookkeepingOf, columns, columnsOf } from './record-columns.ts'

export async function writeRecords(client: Client): Promise<void> {
  await client.query(`
    insert into duplicate_line_digests select source_line_hash from repeated_digests on conflict do nothing;
    delete from excluded_records using staged
      where rejected is null and excluded_records.source = staged.source and excluded_records.source_id = staged.source_id;
    update excluded_records set was_shown_last = false
      from leaving where standing = 0 and excluded_records.food_id = leaving.food_id;
    insert into excluded_records (source, source_id, reason, food_id, was_shown_last, source_line_hash, source_modified_at)
      select source, source_id, reason, food_id, coalesce(standing in (0, 2), true), source_line_hash, source_modified_at
        from leaving
      on conflict (source, source_id) do update
        set reason = excluded.reason, food_id = excluded.food_id, was_shown_last = excluded.was_shown_last,
            source_line_hash = excluded.source_line_hash, source_modified_at = excluded.source_modified_at,
            excluded_at = now();
    delete from partial_records using merged_parts as replaced
      where partial_records.source = replaced.source and partial_records.source_id = replaced.source_id;
    delete from partial_records using leaving
      where partial_records.source = leaving.source and partial_records.source_id = leaving.source_id;
    insert into partial_records (${columns}, ${bookkeeping}, details, value_groups)
      select ${columns}, ${bookkeeping}, details, value_groups from merged_parts
        where value_groups is not null;
    delete from merged_food_ids using resolved where merged_food_ids.food_id = resolved.food_id;
    update merged_food_ids set merged_into_food_id = into_food_id
      from merged where merged_into_food_id = merged.food_id;
    insert into merged_food_ids (food_id, merged_into_food_id, source, source_id)
      select food_id, into_food_id, source, source_id from merged
      on conflict (food_id) do update set merged_into_food_id = excluded.merged_into_food_id;
    delete from superseded_records
      where food_id in (select previous_food_id from resolved union select food_id from leaving);
    insert into superseded_records (food_id, ${columns}, ${bookkeeping}, details)
      select food_id, ${columnsOf('staged')}, ${bookkeepingOf('staged')}, staged.details
        from resolved join staged using (position)
        where not is_shown`)
}
