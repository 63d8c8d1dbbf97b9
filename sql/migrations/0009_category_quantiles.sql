-- How the foods of a category are distributed, for the rank of a food within its category. Rebuilt after imports.
create table category_quantiles (
  category text not null,
  nutrient text not null,
  -- The category itself, or the nearest one above it that has enough foods.
  compared_category text not null,
  foods integer not null,
  -- 101 values per 100 g: the minimum, then one for each percent up to the maximum.
  quantiles real[] not null,
  primary key (category, nutrient)
);
