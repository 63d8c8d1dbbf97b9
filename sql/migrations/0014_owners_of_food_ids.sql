-- The record that was shown under the id when its food became a part of another: it gets the id back if the two separate.
alter table merged_food_ids add column source text, add column source_id text;
create index merged_food_ids_record on merged_food_ids (source, source_id);

-- Of the excluded records of a food, the one that was shown last gets its id if several return as different products.
alter table excluded_records add column was_shown_last boolean not null default true;
