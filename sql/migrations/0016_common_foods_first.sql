-- Popular lists begin with the foods that people can log (rule popular-order): usable nutrition and a confidence of at least 0.5,
-- then the others, each by popularity, then confidence. The popularity takes up less than 2^41, so 2^42 keeps the two apart.
alter table foods
  drop column popular_order,
  add popular_order bigint not null generated always as (
    -(popularity::bigint * 1001 + (confidence * 1000)::integer
      + case when confidence >= 0.5 and calories_kcal is not null and num_nonnulls(protein_g, fat_g, carbs_g) >= 2
             then 4398046511104 else 0 end)) stored;
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
