-- Six tiers instead of twelve, four times as many foods in each as in the one before: a reading that finds little
-- looks into every tier, and each look costs.
drop index foods_words_0, foods_words_1, foods_words_2, foods_words_3, foods_words_4, foods_words_5,
  foods_words_6, foods_words_7, foods_words_8, foods_words_9, foods_words_10, foods_words_11;
update foods set tier = tier / 2;
update catalog_figures set tier_floors = array(
  select floor from unnest(tier_floors) with ordinality as floors (floor, place) where place % 2 = 0 order by place);
create or replace function tier_of(standing integer, floors integer[]) returns smallint
  immutable parallel safe language sql
  return case when cardinality(floors) = 0 then 0 else 5 - width_bucket(standing, floors) end;
create index foods_words_0 on foods using gin (words) with (fastupdate = off) where tier = 0;
create index foods_words_1 on foods using gin (words) with (fastupdate = off) where tier = 1;
create index foods_words_2 on foods using gin (words) with (fastupdate = off) where tier = 2;
create index foods_words_3 on foods using gin (words) with (fastupdate = off) where tier = 3;
create index foods_words_4 on foods using gin (words) with (fastupdate = off) where tier = 4;
create index foods_words_5 on foods using gin (words) with (fastupdate = off) where tier = 5;

-- The foods that readings of a query find, the likeliest reading first. Once there are enough, a reading is not asked
-- that could not become likely: a reading counts for its score plus the logarithm of the foods it finds, which is at
-- most its ceiling. Foods of a tier lie in the order of their standing, and tiers are visited from the best until the
-- reading has what it may have, so what is cut off stands lower. A plain food of a reading may lie anywhere.
create function foods_of_readings(
  queries tsquery[], scores float8[], ceilings float8[], plain_names text[], wanted_source text,
  enough integer, most_of_reading integer, likely_within float8
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
    continue when found_most >= enough and ceilings[place] <= best - likely_within;
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
        limit most_of_reading;
    get diagnostics found_here = row_count;
    continue when found_here = 0;
    best := greatest(best, scores[place] + ln(found_here));
    found_most := greatest(found_most, found_here);
    continue when plain_names[place] is null;
    return query
      select place, scores[place], true, id, standing, popularity
        from foods
        where plain_name = plain_names[place] and words @@ query
          and (wanted_source is null or source = wanted_source)
        order by standing desc, id
        limit enough;
  end loop;
end $$;
