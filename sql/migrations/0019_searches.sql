-- What people searched for on a day, and how many callers. Queries of fewer than five callers are never stored, so that no row says
-- anything about a person. Nodes write it; the statistics page shows what was not found.
create table searches_by_day (
  day date not null,
  query text not null check (length(query) <= 60),
  callers integer not null check (callers >= 5),
  -- The callers whose search found no food.
  found_nothing integer not null,
  -- The callers that opened a result, by the id of the food.
  opened jsonb not null,
  primary key (day, query)
);
-- For the statistics page.
create index searches_by_day_unfound on searches_by_day (day) where found_nothing >= 5;
