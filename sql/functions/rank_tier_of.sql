-- The tier of a food: 0 holds the best by standing, 5 the rest. `floors` are the standings at which tiers 4 to 0 begin,
-- ascending (catalog_stats.rank_tier_thresholds).
create or replace function rank_tier_of(standing integer, floors integer[]) returns smallint
  immutable parallel safe language sql
  return case when cardinality(floors) = 0 then 0 else 5 - width_bucket(standing, floors) end;
