-- Search as you type, best foods first: each word in quotes, the last one as
-- a prefix.
select foods.name, foods.brand, calories_kcal
from foods_fts
join foods on foods.popularity_rank = foods_fts.rowid
where foods_fts match '"peanut" "but"*'
order by foods_fts.rowid
limit 3;
