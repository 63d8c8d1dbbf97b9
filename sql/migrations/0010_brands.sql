-- The brands and how many foods each has, kept by imports: counting them takes seconds at four million foods.
create table brand_counts (
  -- Spellings that differ only in case, accents or punctuation are one brand.
  normalized_brand text primary key,
  -- Its most frequent spelling.
  name text not null,
  -- Foods with the same name and brand count once.
  count bigint not null
);
create index brand_counts_by_count on brand_counts (count desc, normalized_brand) where count >= 5;

-- The foods of a brand by popularity.
create index foods_popular_by_brand on foods (normalized_brand, popular_order, id)
  where is_group_best and normalized_brand <> '';

insert into brand_counts (normalized_brand, name, count)
  select distinct on (normalized_brand) normalized_brand, brand, sum(foods) over (partition by normalized_brand)
    from (select normalized_brand, brand, count(*) as foods
            from foods
            where is_group_best and brand is not null and normalized_brand <> ''
            group by normalized_brand, brand) as spellings
    order by normalized_brand, foods desc, brand collate "C";
