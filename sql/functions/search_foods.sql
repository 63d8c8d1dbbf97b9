-- The foods that candidate queries find, the likeliest candidate first. Once there are enough foods, a candidate is
-- skipped when it cannot become likely: its score plus the logarithm of the foods it finds is at most its maximum score.
-- Foods of a tier are stored in the order of their static rank, and tiers are read from the best until the candidate has
-- its maximum of hits, so foods that are cut off rank lower. The last tier holds all foods that are not the best of their
-- group, so distinct foods come first. The generic food of a candidate may be in any tier.
create or replace function search_foods(
  queries tsquery[], scores float8[], max_scores float8[], generic_names text[], filters jsonb,
  enough integer, max_hits_per_candidate integer, score_margin float8
) returns table (
  candidate integer, score float8, is_generic boolean, id bigint, group_key bigint, static_rank integer, popularity integer
)
  stable parallel safe language plpgsql
  -- The plan is the same for all terms, and planning takes longer than executing.
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  source_filter text := filters->>'source';
  query tsquery;
  hits integer;
  max_hits integer := 0;
  best float8 := '-infinity';
begin
  for candidate in 1 .. cardinality(queries) loop
    continue when max_hits >= enough and max_scores[candidate] <= best - score_margin;
    query := queries[candidate];
    return query
      select candidate, scores[candidate], false, matching.*
        from (
          select id, group_key, static_rank, popularity from foods
            where rank_tier = 0 and search_vector @@ query and (source_filter is null or source = source_filter)
          union all
          select id, group_key, static_rank, popularity from foods
            where rank_tier = 1 and search_vector @@ query and (source_filter is null or source = source_filter)
          union all
          select id, group_key, static_rank, popularity from foods
            where rank_tier = 2 and search_vector @@ query and (source_filter is null or source = source_filter)
          union all
          select id, group_key, static_rank, popularity from foods
            where rank_tier = 3 and search_vector @@ query and (source_filter is null or source = source_filter)
          union all
          select id, group_key, static_rank, popularity from foods
            where rank_tier = 4 and search_vector @@ query and (source_filter is null or source = source_filter)
          union all
          select id, group_key, static_rank, popularity from foods
            where rank_tier = 5 and search_vector @@ query and (source_filter is null or source = source_filter)
        ) as matching
        limit max_hits_per_candidate;
    get diagnostics hits = row_count;
    continue when hits = 0;
    best := greatest(best, scores[candidate] + ln(hits));
    max_hits := greatest(max_hits, hits);
    continue when generic_names[candidate] is null;
    return query
      select candidate, scores[candidate], true, id, group_key, static_rank, popularity
        from foods
        where generic_name = generic_names[candidate] and search_vector @@ query
          and (case when source_filter is null then is_group_best else source = source_filter end)
        order by static_rank desc, id
        limit enough;
  end loop;
end $$;
