--! breaking: nodes of the release before it expect twelve tiers
-- Six tiers instead of twelve, four times as many foods in each as in the one before: a reading that finds little
-- looks into every tier, and each look costs.
drop index foods_words_0, foods_words_1, foods_words_2, foods_words_3, foods_words_4, foods_words_5,
  foods_words_6, foods_words_7, foods_words_8, foods_words_9, foods_words_10, foods_words_11;
update foods set tier = tier / 2;
update catalog_stats set rank_tier_thresholds = array(
  select floor from unnest(rank_tier_thresholds) with ordinality as floors (floor, place) where place % 2 = 0 order by place);
create index foods_words_0 on foods using gin (words) with (fastupdate = off) where tier = 0;
create index foods_words_1 on foods using gin (words) with (fastupdate = off) where tier = 1;
create index foods_words_2 on foods using gin (words) with (fastupdate = off) where tier = 2;
create index foods_words_3 on foods using gin (words) with (fastupdate = off) where tier = 3;
create index foods_words_4 on foods using gin (words) with (fastupdate = off) where tier = 4;
create index foods_words_5 on foods using gin (words) with (fastupdate = off) where tier = 5;
