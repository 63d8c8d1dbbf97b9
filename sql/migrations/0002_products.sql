--! breaking: the releases before it look for duplicates in excluded_records.

-- Products, peers, categories and details. The next import fills what is new here.

alter table foods
  -- Identifies the product of a record without a GTIN; null for products with a GTIN.
  add product_key bigint,
  -- A second identifier at the source, such as USDA's NDB number; records with the same one are the same product.
  add alternate_id text,
  add group_key bigint not null generated always as (group_key_of(normalized_name, normalized_brand)) stored,
  -- Whether it is the best food of its group; only these are listed.
  add is_group_best boolean not null default true;
create unique index foods_product_key on foods (product_key) where product_key is not null;
create index foods_alternate_id on foods (alternate_id) where alternate_id is not null;

-- The lists show one food per group.
drop index foods_popular, foods_popular_with_image, foods_popular_by_category, foods_popular_by_category_with_image;
create index foods_popular on foods (popular_order, id) where is_group_best;
create index foods_popular_with_image on foods (popular_order, id) where is_group_best and image_url is not null;
create index foods_popular_by_category on foods (category, popular_order, id)
  where is_group_best and category is not null;
create index foods_popular_by_category_with_image on foods (category, popular_order, id)
  where is_group_best and category is not null and image_url is not null;

-- It returns the group key now; `larder migrate` creates it again.
drop function if exists search_foods(tsquery[], float8[], float8[], text[], jsonb, integer, integer, float8);

-- What sources state beyond the fields of the API: names by language, ingredients, allergens, portions and so on.
create table food_details (
  food_id bigint primary key,
  details jsonb not null
);

-- The other records of a product: its food shows the best record, and these take its place when that one is removed.
create table superseded_records (
  id bigint generated always as identity primary key,
  food_id bigint not null,
  source text not null,
  source_id text not null,
  name text not null,
  brand text,
  barcode text,
  category text,
  serving_size_g real,
  serving_desc text,
  calories_kcal real,
  protein_g real,
  fat_g real,
  carbs_g real,
  fiber_g real,
  sugar_g real,
  sodium_mg real,
  saturated_fat_g real,
  cholesterol_mg real,
  potassium_mg real,
  image_url text,
  image_thumb_url text,
  confidence numeric(4, 3) not null,
  alcohol_g real,
  polyols_g real,
  source_modified_at bigint,
  quality_flags jsonb,
  popularity integer not null,
  normalized_name text not null,
  normalized_brand text not null,
  generic_name text,
  product_key bigint,
  alternate_id text,
  source_line_hash bigint,
  scored_at bigint,
  details jsonb,
  unique (source, source_id)
);
create index superseded_records_food on superseded_records (food_id);
create index superseded_records_barcode on superseded_records (barcode) where barcode is not null;
create index superseded_records_product_key on superseded_records (product_key) where product_key is not null;
create index superseded_records_alternate_id on superseded_records (alternate_id) where alternate_id is not null;

-- Ids of foods that turned out to be the same product as another food.
create table merged_food_ids (
  food_id bigint primary key,
  merged_into_food_id bigint not null
);
insert into merged_food_ids
  select food_id, superseded_by_food_id from excluded_records
    where food_id is not null and superseded_by_food_id is not null;
create index merged_food_ids_target on merged_food_ids (merged_into_food_id);

-- Records that are not foods (any more). Superseded records have a separate table now.
drop index excluded_records_barcode, excluded_records_superseded_by;
delete from excluded_records where superseded_by_food_id is not null;
alter table excluded_records
  drop constraint excluded_records_food_id_key,
  drop superseded_by_food_id,
  drop barcode;
create index excluded_records_food on excluded_records (food_id) where food_id is not null;

-- The category taxonomy of Open Food Facts, as imported by `larder import taxonomy`.
create table taxonomy_categories (
  id text primary key,
  parents text[] not null,
  -- By language code.
  names jsonb not null,
  synonyms jsonb not null
);

alter table catalog_stats add taxonomy_fingerprint text;

-- How the energy and macronutrients of foods of one kind are distributed.
create table peer_statistics (
  kind text not null check (kind in ('category', 'generic_name')),
  name text not null,
  foods integer not null,
  -- Of each nutrient the median, the spread (scaled median absolute deviation), and the range beyond which there is no
  -- variety: {"calories_kcal": [89, 16, 47, 268]}.
  nutrients jsonb not null,
  primary key (kind, name)
);

-- What the catalog statistics are added up from. Small changes append rows with negative counts for foods as they were and
-- positive ones for foods as they are.
create table foods_by_day (
  source text not null,
  class text not null,
  -- Days since 1970 of the last change at the source.
  day integer,
  foods bigint not null,
  -- How many of them have each of the counted fields.
  known bigint[] not null
);

-- Anchors may be at any position now, so that a small change can shift them instead of rebuilding them.
alter table popular_page_anchors drop constraint popular_page_anchors_pkey;
create index popular_page_anchors_position on popular_page_anchors (category, has_image, position);
