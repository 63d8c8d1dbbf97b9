-- How many callers looked up each food with this service, by day (rule counted-lookups). Nodes write it, and imports add it up.
create table food_lookups (
  day date not null,
  food_id bigint not null,
  callers integer not null check (callers > 0),
  primary key (day, food_id)
);

-- The sum of a food's callers counts towards its popularity in both orders. All are 0 now, so no food changes its place, and the
-- anchors of the popular lists stay. The sum of two integers, times 1001, is less than the 2^42 that separates foods people can log.
alter table foods add lookups integer not null default 0 check (lookups >= 0);
alter table foods
  drop column static_rank,
  add static_rank integer not null generated always as (
    compute_static_rank(source, confidence, image_url is not null,
      least(popularity::bigint + lookups, 2147483647)::integer,
      calories_kcal is not null and num_nonnulls(protein_g, fat_g, carbs_g) >= 2)
  ) stored,
  drop column popular_order,
  add popular_order bigint not null generated always as (
    -((popularity::bigint + lookups) * 1001 + (confidence * 1000)::integer
      + case when confidence >= 0.5 and calories_kcal is not null and num_nonnulls(protein_g, fat_g, carbs_g) >= 2
             then 4398046511104 else 0 end)) stored;
create index foods_normalized_name on foods (left(normalized_name, 400) collate "C", static_rank desc, id);
create index foods_generic_name on foods (generic_name, static_rank desc, id) where generic_name is not null;
create index foods_popular on foods (popular_order, id) where is_group_best;
create index foods_popular_with_image on foods (popular_order, id) where is_group_best and image_url is not null;
create index foods_popular_by_category on foods (category, popular_order, id)
  where is_group_best and category is not null;
create index foods_popular_by_category_with_image on foods (category, popular_order, id)
  where is_group_best and category is not null and image_url is not null;
create index foods_popular_by_brand on foods (normalized_brand, popular_order, id)
  where is_group_best and normalized_brand <> '';
-- The lookups of the days before this one are in foods.lookups.
alter table catalog_stats add lookups_before date;
-- Finds the foods that are not looked up any more.
create index foods_with_lookups on foods (id) where lookups > 0;
