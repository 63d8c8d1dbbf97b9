-- The tier of a food: 0 holds the best by static rank, 5 the rest. `thresholds` are the static ranks at which tiers 4 to 0
-- begin, ascending (catalog_stats.rank_tier_thresholds).
create or replace function rank_tier_of(static_rank integer, thresholds integer[]) returns smallint
  immutable parallel safe language sql
  return case when cardinality(thresholds) = 0 then 0 else 5 - width_bucket(static_rank, thresholds) end;
