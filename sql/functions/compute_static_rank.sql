-- How early a food is shown among equal matches (decision 30): complete checked data, then sparse data, then AI estimates;
-- with an image before without; then by confidence, then by popularity (in steps of half a power of two).
create or replace function compute_static_rank(source text, confidence numeric, has_image boolean, popularity integer)
  returns integer
  immutable parallel safe language sql
  return (
    (case when source = 'ai_estimate' then 0 when confidence >= 0.75 then 2 else 1 end * 2 + has_image::integer)
      * 1001 + (confidence * 1000)::integer
  ) * 64 + least(63, floor(2 * ln(popularity::float8 + 1) / ln(2::float8)))::integer;
