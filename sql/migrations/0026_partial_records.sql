-- record_hash recognizes a line that is read again, also under other rules; source_line_hash depends on the rules.
alter table foods add column record_hash bigint, add column is_whole_product boolean;

--! step
alter table superseded_records add column record_hash bigint, add column is_whole_product boolean;

--! step
-- When the record that excludes a food was last changed at its source.
alter table excluded_records add column source_modified_at bigint;

--! step
-- The records of one source and code of which a food shows a group of values each.
create table partial_records (like superseded_records including defaults);
alter table partial_records drop column food_id, drop column id;
alter table partial_records
  add column id bigint generated always as identity primary key,
  -- The groups that come from this record.
  add column value_groups text[] not null;
create index partial_records_source_id on partial_records (source, source_id);
