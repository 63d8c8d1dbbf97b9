-- Whether a food passes the filters of a search, as src/search/filters.ts writes them: values under their names, and ranges of
-- nutrients as [minimum, maximum]. In PL/pgSQL, because the planner would inline an SQL function, and preparing its long expression
-- for every candidate query takes longer than the query when there are no filters.
create or replace function passes_filters(
  filters jsonb, id bigint, source text, category text, normalized_brand text, has_image boolean, confidence numeric,
  calories_kcal real, protein_g real, fat_g real, carbs_g real, sugar_g real, fiber_g real, sodium_mg real
) returns boolean
  stable parallel safe language plpgsql
as $$
begin
  return (filters->'source' is null or source = filters->>'source')
    and (filters->'categories' is null or filters->'categories' ? category)
    and (filters->'brand' is null or strpos(' ' || normalized_brand || ' ', ' ' || (filters->>'brand') || ' ') > 0)
    and (filters->'has_brand' is null or normalized_brand <> '')
    and (filters->'unbranded_source' is null or (source = filters->>'unbranded_source' and normalized_brand = ''))
    and (filters->'has_image' is null or has_image)
    and (filters->'min_confidence' is null or confidence >= (filters->>'min_confidence')::numeric)
    and in_range(calories_kcal, filters->'calories_kcal')
    and in_range(protein_g, filters->'protein_g')
    and in_range(fat_g, filters->'fat_g')
    and in_range(carbs_g, filters->'carbs_g')
    and in_range(sugar_g, filters->'sugar_g')
    and in_range(fiber_g, filters->'fiber_g')
    and in_range(sodium_mg, filters->'sodium_mg')
    and (filters->'country' is null or is_sold_in(id, filters->>'country'));
end $$;
