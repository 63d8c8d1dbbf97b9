-- What the page of numbers says of the whole catalog. Counting takes seconds, so imports write it.
create table catalog_breakdown (
  kind text not null check (kind in ('source', 'known', 'class', 'year')),
  name text not null,
  foods bigint not null,
  primary key (kind, name)
);

-- When records were changed at their sources: the last one, and the one in the middle.
alter table catalog_stats add column newest_change timestamptz, add column median_change timestamptz;
