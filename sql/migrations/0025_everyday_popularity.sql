--! breaking
-- How often people eat an everyday food is an editor's estimate, not a number of people, so it is kept apart from the scans that
-- sources report (rule popular-order). Lookups with this service no longer count.
drop table food_lookups;
alter table catalog_stats drop column lookups_before;
alter table superseded_records add everyday_popularity integer;
alter table foods
  drop column static_rank,
  drop column popular_order,
  drop column lookups,
  add everyday_popularity integer check (everyday_popularity > 0);
alter table foods
  add static_rank integer not null generated always as (
    compute_static_rank(source, confidence, image_url is not null, greatest(popularity, everyday_popularity),
      calories_kcal is not null and num_nonnulls(protein_g, fat_g, carbs_g) >= 2)
  ) stored,
  add popular_order bigint not null generated always as (
    -(greatest(popularity, everyday_popularity)::bigint * 1001 + (confidence * 1000)::integer
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

-- Every list keeps its start, so that pages can be read until `larder migrate` has set the other anchors.
with lists as (delete from popular_page_anchors returning category, has_image)
insert into popular_page_anchors (category, has_image, position, popular_order, food_id)
  select distinct category, has_image, 0, -9223372036854775807, 0 from lists;

-- The first foods of the popular order, with everyday foods and products merged.
create table popular_places (
  place integer primary key,
  food_id bigint not null unique,
  category text,
  has_image boolean not null
);
