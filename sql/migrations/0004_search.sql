-- Search: docs/explanation/search.md tells how a query finds its foods.

alter table foods
  add standing integer not null generated always as (
    compute_static_rank(source, confidence, image_url is not null, popularity)
  ) stored,
  -- 0 holds the best 1 in 2,048 foods by standing, and each further tier twice as many as the one before.
  add tier smallint not null default 0,
  -- What the food plainly is: its words in their base form, in order, without those that only describe
  -- (raw, organic, large …). Null when that is more than a few words.
  add generic_name text,
  drop words;

alter table foods
  -- The words of name and brand; and the source, marked, so that a filter by source is one more word.
  add words tsvector not null generated always as (
    array_to_tsvector(
      string_to_array(normalized_name, ' ') || string_to_array(normalized_brand, ' ') || array['@' || source]
    )
  ) stored;

-- Some letters fold into many; an index takes no row of 2.7 KB.
create index foods_named on foods (left(normalized_name, 400), standing desc, id);
create index foods_plain on foods (generic_name, standing desc, id) where generic_name is not null;
create index foods_words_0 on foods using gin (words) with (fastupdate = off) where tier = 0;
create index foods_words_1 on foods using gin (words) with (fastupdate = off) where tier = 1;
create index foods_words_2 on foods using gin (words) with (fastupdate = off) where tier = 2;
create index foods_words_3 on foods using gin (words) with (fastupdate = off) where tier = 3;
create index foods_words_4 on foods using gin (words) with (fastupdate = off) where tier = 4;
create index foods_words_5 on foods using gin (words) with (fastupdate = off) where tier = 5;
create index foods_words_6 on foods using gin (words) with (fastupdate = off) where tier = 6;
create index foods_words_7 on foods using gin (words) with (fastupdate = off) where tier = 7;
create index foods_words_8 on foods using gin (words) with (fastupdate = off) where tier = 8;
create index foods_words_9 on foods using gin (words) with (fastupdate = off) where tier = 9;
create index foods_words_10 on foods using gin (words) with (fastupdate = off) where tier = 10;
create index foods_words_11 on foods using gin (words) with (fastupdate = off) where tier = 11;

-- The standings at which the tiers but the last begin, ascending.
alter table catalog_stats add rank_tier_thresholds integer[] not null default '{}';

-- The words of the catalog with how many foods hold each, and what is left of each word when one or two of its
-- first letters are gone: two words that are nearly the same have such a rest in common.
drop table lexicon;
create table lexicon (
  word text collate "C" primary key,
  foods integer not null
);
create index lexicon_by_two on lexicon (left(word, 2), foods desc);
create index lexicon_by_three on lexicon (left(word, 3), foods desc);
create table term_deletes (
  rest text collate "C" not null,
  word text collate "C" not null,
  foods integer not null
);
create index lexicon_rests_by_rest on term_deletes (rest);
