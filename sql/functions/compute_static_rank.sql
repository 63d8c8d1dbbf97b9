-- How early a food is read and shown among equal matches (decision 30): complete checked data, then sparse but usable
-- data (energy and two macronutrients), then other sparse data, then AI estimates; with an image before without; then by confidence, then by popularity (in steps of half a
-- power of two). Laboratory foods have no photo and need none, so they rank with the foods that have one.
create or replace function compute_static_rank(
  source text, confidence numeric, has_image boolean, popularity integer, is_usable boolean default true
) returns integer
  immutable parallel safe language sql
  return (
    (case when source = 'ai_estimate' then 0
          when confidence >= 0.75 then 3
          when is_usable then 2
          else 1 end * 2 + (has_image or source = 'usda')::integer)
      * 1001 + (confidence * 1000)::integer
  ) * 64 + least(63, floor(2 * ln(popularity::float8 + 1) / ln(2::float8)))::integer;
