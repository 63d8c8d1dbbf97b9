-- The foods that imports created, changed, merged or removed, for clients that keep a copy (rule change-entries). The entries of an
-- import have the same time, later than those of all imports before it.
create table food_changes (
  changed_at timestamptz not null,
  food_id bigint not null,
  change text not null check (change in ('created', 'changed', 'merged', 'removed')),
  merged_into_food_id bigint check ((change = 'merged') = (merged_into_food_id is not null)),
  primary key (changed_at, food_id)
);

-- What changed up to this time is not in food_changes (any more).
alter table catalog_stats add changes_begin_at timestamptz not null default now();
