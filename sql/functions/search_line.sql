-- What the ranking needs to know of a food, as one line of tab-separated values: several times faster to transfer and to read
-- than columns. `preferred` is the value of the nutrient for which the query states a preference.
create or replace function search_line(
  id bigint, source text, static_rank integer, calories_kcal real, category text, name_keys text[], normalized_name text,
  normalized_brand text, preferred real
) returns text
  stable parallel safe language sql
  return id || e'\t' || source || e'\t' || static_rank || e'\t' || coalesce(round(calories_kcal)::integer::text, '')
    || e'\t' || coalesce(category, '') || e'\t' || array_to_string(name_keys, '|')
    || e'\t' || normalized_name || e'\t' || normalized_brand || e'\t' || coalesce(preferred::text, '');
