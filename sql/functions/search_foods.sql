-- The foods that a search examines: those that the query names, found by their name keys, then those that each candidate
-- query finds, the likeliest candidate first. `candidate` is 0 for foods found by name key, -2 for foods whose name starts with
-- the query. A candidate is skipped when it cannot become likely: its maximum score, which it reaches when it finds as many foods
-- as it can, is too far below the best so far. While no candidate has found enough foods, less likely ones are examined too.
--
-- Foods of a tier are stored in the order of their static rank, and tiers are read from the best until the candidate has its
-- maximum of hits, so foods that are cut off rank lower. The last tier holds all foods that are not the best of their group,
-- so distinct foods come first. With filters, at most `max_rows_filtered` foods that match the likeliest candidate are compared
-- with them, half as many for the second, a third for the third, and so on.
create or replace function search_foods(
  plain_keys text[], state_keys text[], states tsquery, name_prefix text, queries tsquery[], scores float8[], max_scores float8[],
  max_hits integer[], filters jsonb, nutrient text, enough integer, max_hits_per_key integer, max_rows_filtered integer,
  score_margin float8
) returns table (candidate integer, food text)
  stable parallel safe language plpgsql
  -- The plan is the same for all terms, and planning takes longer than executing.
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  query tsquery;
  hits integer;
  most_hits integer := 0;
  best float8 := '-infinity';
begin
  return query
    select 0, search_line(id, source, static_rank, calories_kcal, category, name_keys, normalized_name, normalized_brand,
        nutrient_value(nutrient, calories_kcal, protein_g, fat_g, carbs_g, sugar_g, fiber_g, sodium_mg))
      from (
        select * from foods where name_keys && plain_keys and is_group_best
          limit case when filters is null then max_hits_per_key else max_rows_filtered end
      ) as named
      where filters is null or passes_filters(filters, source, normalized_brand, confidence, image_url, category, id, calories_kcal, protein_g, fat_g, carbs_g, fiber_g, sugar_g, sodium_mg, saturated_fat_g, cholesterol_mg, potassium_mg)
      limit max_hits_per_key;
  if states is not null then
    return query
      select 0, search_line(id, source, static_rank, calories_kcal, category, name_keys, normalized_name, normalized_brand,
        nutrient_value(nutrient, calories_kcal, protein_g, fat_g, carbs_g, sugar_g, fiber_g, sodium_mg))
        from (
          select * from foods where name_keys && state_keys and search_vector @@ states and is_group_best
            limit case when filters is null then max_hits_per_key else max_rows_filtered end
        ) as named
        where filters is null or passes_filters(filters, source, normalized_brand, confidence, image_url, category, id, calories_kcal, protein_g, fat_g, carbs_g, fiber_g, sugar_g, sodium_mg, saturated_fat_g, cholesterol_mg, potassium_mg)
        limit max_hits_per_key;
  end if;
  if name_prefix is not null then
    return query
      select -2, search_line(id, source, static_rank, calories_kcal, category, name_keys, normalized_name, normalized_brand,
        nutrient_value(nutrient, calories_kcal, protein_g, fat_g, carbs_g, sugar_g, fiber_g, sodium_mg))
        from (
          select * from foods
            where left(normalized_name, 400) collate "C" >= name_prefix
              and left(normalized_name, 400) collate "C" < name_prefix || U&'\+10FFFF'
              and is_group_best
            limit case when filters is null then max_hits_per_key else max_rows_filtered end
        ) as starting
        where filters is null or passes_filters(filters, source, normalized_brand, confidence, image_url, category, id, calories_kcal, protein_g, fat_g, carbs_g, fiber_g, sugar_g, sodium_mg, saturated_fat_g, cholesterol_mg, potassium_mg)
        limit max_hits_per_key;
  end if;
  for candidate in 1 .. cardinality(queries) loop
    continue when max_scores[candidate] <= best - case when most_hits >= enough then 1 else 2 end * score_margin;
    query := queries[candidate];
    return query
      select candidate, search_line(id, source, static_rank, calories_kcal, category, name_keys, normalized_name, normalized_brand,
        nutrient_value(nutrient, calories_kcal, protein_g, fat_g, carbs_g, sugar_g, fiber_g, sodium_mg))
      from (
        select * from foods where rank_tier = 0 and search_vector @@ query
        union all
        select * from foods where rank_tier = 1 and search_vector @@ query
        union all
        select * from foods where rank_tier = 2 and search_vector @@ query
        union all
        select * from foods where rank_tier = 3 and search_vector @@ query
        union all
        select * from foods where rank_tier = 4 and search_vector @@ query
        union all
        select * from foods where rank_tier = 5 and search_vector @@ query
        limit case when filters is null then max_hits[candidate] else max_rows_filtered / candidate end
      ) as matching
      where filters is null or passes_filters(filters, source, normalized_brand, confidence, image_url, category, id, calories_kcal, protein_g, fat_g, carbs_g, fiber_g, sugar_g, sodium_mg, saturated_fat_g, cholesterol_mg, potassium_mg)
      limit max_hits[candidate];
    get diagnostics hits = row_count;
    continue when hits = 0;
    best := greatest(best, scores[candidate] + ln(least(hits, enough)));
    most_hits := greatest(most_hits, hits);
  end loop;
end $$;
