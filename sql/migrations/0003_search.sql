--! breaking: the releases before it read term_deletes and call the old search_foods.

-- Search by name keys and one score. The next import fills what is new here; until then foods are found by their words.

alter table foods
  -- Under which a query finds the food that it names: '=banana' for a plain banana, '~egg' for egg in some state.
  add name_keys text[] not null default '{}',
  drop column static_rank;
alter table superseded_records add name_keys text[] not null default '{}';

drop function if exists compute_static_rank(text, numeric, boolean, integer);
drop function if exists search_foods(tsquery[], float8[], float8[], text[], jsonb, integer, integer, float8);
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

alter table foods
  add static_rank integer not null generated always as (
    compute_static_rank(source, confidence, image_url is not null, popularity,
      calories_kcal is not null and num_nonnulls(protein_g, fat_g, carbs_g) >= 2)) stored;
create index foods_name_keys on foods using gin (name_keys) with (fastupdate = off) where is_group_best;
-- Collated by bytes, so that it also finds the names with a prefix.
create index foods_normalized_name on foods (left(normalized_name, 400) collate "C", static_rank desc, id);
create index foods_generic_name on foods (generic_name, static_rank desc, id) where generic_name is not null;

-- Nodes keep the term dictionary in memory and find similar terms there.
drop table term_deletes;
drop index terms_by_two_letters, terms_by_three_letters;

-- Synonyms: what else a phrase of a query may be called in the names of foods. Each import rebuilds them when the
-- taxonomy, the shipped lists or the operator's file have changed.
create table synonyms (
  -- The base forms of its words, unique and sorted, without linking words.
  phrase text collate "C" not null,
  -- Normalized words in order.
  target text collate "C" not null,
  -- Of one phrase, the best target first.
  position smallint not null,
  kind text not null check (kind in ('taxonomy', 'shipped', 'operator')),
  primary key (phrase, target)
);
alter table catalog_stats add synonyms_fingerprint text;
