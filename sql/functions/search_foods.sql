-- The foods that readings of a query find, the likeliest reading first. Once there are enough, a reading is not asked
-- that could not become likely: a reading counts for its score plus the logarithm of the foods it finds, which is at
-- most its ceiling. Foods of a tier lie in the order of their standing, and tiers are visited from the best until the
-- reading has what it may have, so what is cut off stands lower. A plain food of a reading may lie anywhere.
create or replace function search_foods(
  queries tsquery[], scores float8[], ceilings float8[], generic_names text[], wanted_source text,
  enough integer, max_hits_per_candidate integer, score_margin float8
) returns table (reading integer, score float8, is_plain boolean, id bigint, standing integer, popularity integer)
  stable parallel safe language plpgsql
  -- The plan is the same for all words, and making it takes longer than following it.
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  query tsquery;
  found_here integer;
  found_most integer := 0;
  best float8 := '-infinity';
begin
  for place in 1 .. cardinality(queries) loop
    continue when found_most >= enough and ceilings[place] <= best - score_margin;
    query := queries[place];
    return query
      select place, scores[place], false, matching.*
        from (
          select id, standing, popularity from foods
            where tier = 0 and words @@ query and (wanted_source is null or source = wanted_source)
          union all
          select id, standing, popularity from foods
            where tier = 1 and words @@ query and (wanted_source is null or source = wanted_source)
          union all
          select id, standing, popularity from foods
            where tier = 2 and words @@ query and (wanted_source is null or source = wanted_source)
          union all
          select id, standing, popularity from foods
            where tier = 3 and words @@ query and (wanted_source is null or source = wanted_source)
          union all
          select id, standing, popularity from foods
            where tier = 4 and words @@ query and (wanted_source is null or source = wanted_source)
          union all
          select id, standing, popularity from foods
            where tier = 5 and words @@ query and (wanted_source is null or source = wanted_source)
        ) as matching
        limit max_hits_per_candidate;
    get diagnostics found_here = row_count;
    continue when found_here = 0;
    best := greatest(best, scores[place] + ln(found_here));
    found_most := greatest(found_most, found_here);
    continue when generic_names[place] is null;
    return query
      select place, scores[place], true, id, standing, popularity
        from foods
        where generic_name = generic_names[place] and words @@ query
          and (wanted_source is null or source = wanted_source)
        order by standing desc, id
        limit enough;
  end loop;
end $$;
