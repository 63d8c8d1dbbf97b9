-- What every installation needs: the foods, what imports keep, what is derived from the foods, search, and accounts with their API
-- keys. `larder migrate` creates it in an empty database, after the functions and before the files of the features.

-- The foods -------------------------------------------------------------------------------------------------------------

-- The columns of the API carry the API's names. Nutrients are per 100 g; null means unknown.
create table foods (
  id bigint primary key,
  name text not null check (name <> ''),
  brand text,
  -- GTIN-13, EAN-8 as eight digits, or the GTIN-14 of a trade unit (rule barcode-forms).
  barcode text check (barcode ~ '^(\d{8}|\d{13}|[1-9]\d{13})$'),
  category text check (category <> ''),
  serving_size_g real check (serving_size_g > 0),
  serving_desc text,
  calories_kcal real check (calories_kcal >= 0),
  protein_g real check (protein_g >= 0),
  fat_g real check (fat_g >= 0),
  carbs_g real check (carbs_g >= 0),
  fiber_g real check (fiber_g >= 0),
  sugar_g real check (sugar_g >= 0),
  sodium_mg real check (sodium_mg >= 0),
  saturated_fat_g real check (saturated_fat_g >= 0),
  cholesterol_mg real check (cholesterol_mg >= 0),
  potassium_mg real check (potassium_mg >= 0),
  image_url text,
  image_thumb_url text,
  source text not null,
  confidence numeric(4, 3) not null check (confidence >= 0 and confidence <= 1),
  -- The id of the record at its source.
  source_id text not null,
  -- What the source reports, such as scans.
  popularity integer not null default 0 check (popularity >= 0),
  -- The tokens of name and brand, separated by spaces.
  normalized_name text not null,
  normalized_brand text not null default '',
  updated_at timestamptz not null default now(),
  -- Evidence for the plausibility checks that the API does not carry, per 100 g.
  alcohol_g real,
  polyols_g real,
  -- Unix seconds of the last change at the source.
  source_modified_at bigint,
  -- When the confidence was computed, which depends on the age of the record; Unix seconds.
  scored_at bigint,
  -- What the quality rules changed or doubted: [{rule, field, found}].
  quality_flags jsonb,
  source_line_hash bigint,
  -- 0 holds the best foods by static rank; each further tier holds four times as many.
  rank_tier smallint not null default 0,
  -- What the food is without modifiers such as raw, organic or large; null when that takes more than a few words.
  generic_name text,
  -- The tokens of name and brand, and the source marked with @, so that a filter by source is one more term.
  search_vector tsvector not null generated always as (
    array_to_tsvector(
      string_to_array(normalized_name, ' ') || string_to_array(normalized_brand, ' ') || array['@' || source]
    )
  ) stored,
  -- Identifies the product of a record without a GTIN; null for products with a GTIN.
  product_key bigint,
  -- A second identifier at the source, such as USDA's NDB number; records with the same one are the same product.
  alternate_id text,
  group_key bigint not null generated always as (group_key_of(normalized_name, normalized_brand)) stored,
  -- Whether it is the best food of its group; only these are listed.
  is_group_best boolean not null default true,
  -- Under which a query finds the food that it names: '=banana' for a plain banana, '~egg' for egg in some state.
  name_keys text[] not null default '{}',
  -- How often people eat an everyday food is an editor's estimate, not a number of people, so it is kept apart from the scans
  -- that sources report (rule popular-order).
  everyday_popularity integer check (everyday_popularity > 0),
  static_rank integer not null generated always as (
    compute_static_rank(source, confidence, image_url is not null, greatest(popularity, everyday_popularity),
      calories_kcal is not null and num_nonnulls(protein_g, fat_g, carbs_g) >= 2)
  ) stored,
  -- Ascending order of /foods/popular (rule popular-order): first the foods that people can log, with usable nutrition and a
  -- confidence of at least 0.5, then the others, each by popularity, then confidence. The popularity takes up less than 2^41,
  -- so 2^42 keeps the two apart.
  popular_order bigint not null generated always as (
    -(greatest(popularity, everyday_popularity)::bigint * 1001 + (confidence * 1000)::integer
      + case when confidence >= 0.5 and calories_kcal is not null and num_nonnulls(protein_g, fat_g, carbs_g) >= 2
             then 4398046511104 else 0 end)
  ) stored,
  -- Recognizes a line that is read again, also under other rules; source_line_hash depends on the rules.
  record_hash bigint,
  is_whole_product boolean,
  unique (source, source_id)
);
create unique index foods_barcode on foods (barcode) where barcode is not null;
create unique index foods_product_key on foods (product_key) where product_key is not null;
create index foods_alternate_id on foods (alternate_id) where alternate_id is not null;
-- The lists show one food per group.
create index foods_popular on foods (popular_order, id) where is_group_best;
create index foods_popular_with_image on foods (popular_order, id) where is_group_best and image_url is not null;
create index foods_popular_by_category on foods (category, popular_order, id)
  where is_group_best and category is not null;
create index foods_popular_by_category_with_image on foods (category, popular_order, id)
  where is_group_best and category is not null and image_url is not null;
create index foods_name_keys on foods using gin (name_keys) with (fastupdate = off) where is_group_best;
-- Some letters expand into several, and an index entry is limited to 2.7 KB. Collated by bytes, so that it also finds the names
-- with a prefix.
create index foods_normalized_name on foods (left(normalized_name, 400) collate "C", static_rank desc, id);
create index foods_generic_name on foods (generic_name, static_rank desc, id) where generic_name is not null;
-- One index per tier, so that a search reads the best foods first and stops when it has enough.
create index foods_search_vector_0 on foods using gin (search_vector) with (fastupdate = off) where rank_tier = 0;
create index foods_search_vector_1 on foods using gin (search_vector) with (fastupdate = off) where rank_tier = 1;
create index foods_search_vector_2 on foods using gin (search_vector) with (fastupdate = off) where rank_tier = 2;
create index foods_search_vector_3 on foods using gin (search_vector) with (fastupdate = off) where rank_tier = 3;
create index foods_search_vector_4 on foods using gin (search_vector) with (fastupdate = off) where rank_tier = 4;
create index foods_search_vector_5 on foods using gin (search_vector) with (fastupdate = off) where rank_tier = 5;

-- What sources state beyond the fields of the API: names by language, ingredients, allergens, portions and so on.
create table food_details (
  food_id bigint primary key,
  details jsonb not null
);

-- The foods that imports created, changed, merged or removed, for clients that keep a copy (rule change-entries). The entries of
-- an import have the same time, later than those of all imports before it.
create table food_changes (
  changed_at timestamptz not null,
  food_id bigint not null,
  change text not null check (change in ('created', 'changed', 'merged', 'removed')),
  merged_into_food_id bigint check ((change = 'merged') = (merged_into_food_id is not null)),
  primary key (changed_at, food_id)
);

-- What imports keep -----------------------------------------------------------------------------------------------------

-- The other records of a product: its food shows the best record, and these take its place when that one is removed. The
-- columns are those of foods.
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
  name_keys text[] not null default '{}',
  everyday_popularity integer,
  record_hash bigint,
  is_whole_product boolean,
  unique (source, source_id)
);
create index superseded_records_food on superseded_records (food_id);
create index superseded_records_barcode on superseded_records (barcode) where barcode is not null;
create index superseded_records_product_key on superseded_records (product_key) where product_key is not null;
create index superseded_records_alternate_id on superseded_records (alternate_id) where alternate_id is not null;

-- The records of one source and code of which a food shows a group of values each. The columns are those of foods.
create table partial_records (
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
  name_keys text[] not null default '{}',
  everyday_popularity integer,
  record_hash bigint,
  is_whole_product boolean,
  id bigint generated always as identity primary key,
  -- The groups that come from this record.
  value_groups text[] not null
);
create index partial_records_source_id on partial_records (source, source_id);

-- Source records that are not foods (any more): why, and which id they had.
create table excluded_records (
  source text not null,
  source_id text not null,
  reason text not null,
  food_id bigint,
  source_line_hash bigint,
  excluded_at timestamptz not null default now(),
  -- Of the excluded records of a food, the one that was shown last gets its id if several return as different products.
  was_shown_last boolean not null default true,
  -- When the record that excludes a food was last changed at its source.
  source_modified_at bigint,
  primary key (source, source_id)
);
create index excluded_records_food on excluded_records (food_id) where food_id is not null;

-- Ids of foods that turned out to be the same product as another food.
create table merged_food_ids (
  food_id bigint primary key,
  merged_into_food_id bigint not null,
  -- The record that was shown under the id when its food became a part of another: it gets the id back if the two separate.
  source text,
  source_id text
);
create index merged_food_ids_target on merged_food_ids (merged_into_food_id);
create index merged_food_ids_record on merged_food_ids (source, source_id);

-- Takedowns, which hold for every import (ADR 57). The importer compares their versions with published_takedowns and brings the catalog up to
-- date with them.
create sequence takedown_versions as bigint;
create table takedowns (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('food', 'image', 'barcode')),
  ground text not null check (ground in ('copyright', 'trademark', 'privacy', 'offensive', 'illegal', 'other')),
  reason text not null,
  food_id bigint,
  barcode text,
  created_at timestamptz not null default now(),
  lifted_at timestamptz,
  -- Higher than that of every earlier change of any takedown.
  version bigint not null default nextval('takedown_versions'),
  check (kind <> 'barcode' or barcode is not null),
  check (kind = 'barcode' or food_id is not null)
);
alter sequence takedown_versions owned by takedowns.version;

-- The records that a takedown is about.
create table taken_down_records (
  takedown_id bigint not null references takedowns on delete cascade,
  source text not null,
  source_id text not null,
  primary key (takedown_id, source, source_id)
);
create index taken_down_records_record on taken_down_records (source, source_id);

-- What the catalog contains of them; written by the importer.
create table published_takedowns (
  takedown_id bigint primary key,
  version bigint not null,
  -- Its foods were deleted during an import, which may bring them back until it is published.
  is_provisional boolean not null default false,
  -- Those foods as they were, so that counts and the journal of changes can follow.
  removed_foods jsonb
);

-- Lines that occur more than once in a dump, so that the next import can skip all of them.
create table duplicate_line_digests (source_line_hash bigint primary key);

-- The rules fingerprint with which the foods of a source were imported. Null: with several. No row: unknown, as after the
-- import of a snapshot.
create table rules_fingerprints (
  source text primary key,
  fingerprint text
);

-- How far each source has been synced, in Unix seconds.
create table sync_cursors (
  source text primary key,
  cursor bigint not null,
  updated_at timestamptz not null default now()
);

-- Which products of Open Food Facts the catalog holds, and the file from which it was loaded. Without a row: all products.
create table catalog_scope (
  singleton boolean primary key default true check (singleton),
  -- English names; empty: every country.
  countries text[] not null,
  -- Language codes; empty: every language.
  languages text[] not null,
  -- Whether products that nobody has scanned are left out.
  only_scanned boolean not null,
  file_name text not null,
  file_sha256 text not null,
  loaded_at timestamptz not null default now()
);

-- The category taxonomy of Open Food Facts, as imported by `larder import taxonomy`.
create table taxonomy_categories (
  id text primary key,
  parents text[] not null,
  -- By language code.
  names jsonb not null,
  synonyms jsonb not null
);

-- Derived from the foods and rebuilt in the transaction that changes them -----------------------------------------------

create table catalog_stats (
  singleton boolean primary key default true check (singleton),
  foods bigint not null default 0,
  refreshed_at timestamptz not null default now(),
  -- The static ranks at which the tiers except the last begin, ascending.
  rank_tier_thresholds integer[] not null default '{}',
  newest_change timestamptz,
  taxonomy_fingerprint text,
  synonyms_fingerprint text,
  -- Null until an import, or larder migrate, has built one.
  search_index_build bigint,
  -- What changed up to this time is not in food_changes (any more).
  changes_begin_at timestamptz not null default now()
);
insert into catalog_stats default values;

create table catalog_breakdown (
  kind text not null check (kind in ('source', 'class')),
  name text not null,
  foods bigint not null,
  primary key (kind, name)
);

create table category_counts (
  category text primary key,
  count bigint not null
);

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

-- The first foods of the popular order, with everyday foods and products merged.
create table popular_places (
  place integer primary key,
  food_id bigint not null unique,
  category text,
  has_image boolean not null
);

-- Positions of each popular list that are close together, so that a page at any offset reads few rows before its own. A small
-- change shifts them instead of rebuilding them. An empty category means all categories.
create table popular_page_anchors (
  category text not null,
  has_image boolean not null,
  position bigint not null,
  popular_order bigint not null,
  food_id bigint not null
);
create index popular_page_anchors_position on popular_page_anchors (category, has_image, position);

-- Search ----------------------------------------------------------------------------------------------------------------

-- The term dictionary, with the number of foods that contain each term.
create table terms (
  term text collate "C" primary key,
  document_frequency integer not null
);

-- The terms whose frequency has changed since the index was built.
create table changed_terms (
  term text primary key,
  document_frequency integer not null
);

-- What nodes need of the catalog's terms in memory, finished, in parts (src/search/index/search-index.ts). The import that
-- changes the catalog writes it, so that nodes only read it.
create table search_index_parts (
  build bigint not null,
  part integer not null,
  data bytea not null,
  primary key (build, part)
);
-- The data does not compress well, and nodes read all of it.
alter table search_index_parts alter column data set storage external;

-- What else a phrase of a query may be called in the names of foods. Each import rebuilds them when the taxonomy, the shipped
-- lists or the operator's file have changed.
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

-- Background jobs -------------------------------------------------------------------------------------------------------

-- The last run of each job, on whichever node.
create table jobs (
  name text primary key,
  started_at timestamptz not null,
  -- Null until it has succeeded once.
  succeeded_at timestamptz,
  -- Since it last succeeded.
  attempts integer not null,
  last_error text,
  -- What all nodes know from its last success, such as the prices of the plans.
  result jsonb
);

-- Accounts and API keys -------------------------------------------------------------------------------------------------

create table accounts (
  id bigint generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9._-]{0,62}$'),
  plan text not null default 'starter' check (plan in ('starter', 'pro', 'scale')),
  created_at timestamptz not null default now(),
  email text,
  email_confirmed_at timestamptz,
  password_hash text,
  -- Long enough to sign in with the password alone.
  password_meets_single_factor_policy boolean not null default true,
  -- Encrypted under SECRET_KEY.
  totp_secret bytea,
  -- Two-factor authentication can be on without an authenticator app, with passkeys instead.
  mfa_enabled_at timestamptz,
  -- The time step of the last accepted code: each code is accepted once.
  totp_last_step bigint not null default 0,
  -- When a paid plan falls back to starter; null: it does not.
  plan_expires_at timestamptz,
  -- Part of the signature of a trusted device: increasing it makes every device unknown again.
  device_generation integer not null default 0,
  -- Set by an operator: the keys, sessions and sign-ins of the account are rejected until it is null again.
  suspended_at timestamptz,
  -- Whether the owner wants a mail when a rate limit is nearly used up.
  limit_alerts boolean not null default true,
  -- The language of the mails to the account, as in the addresses of the website. Null is English.
  locale text check (locale ~ '^[a-z]{2}$')
);
-- Only a confirmed address belongs to one account: anyone can type somebody else's.
create unique index accounts_email on accounts (lower(email)) where email_confirmed_at is not null;

create table api_keys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  kind text not null check (kind in ('account', 'named')),
  name text not null check (name <> ''),
  scope text not null check (scope in ('read', 'full')),
  -- HMAC of the key under SECRET_KEY; the key itself is not stored.
  secret_hash bytea not null unique,
  prefix text not null,
  last_four text not null,
  cap_per_minute integer check (cap_per_minute > 0),
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  -- During the grace period of a rotation the previous secret is accepted too.
  previous_secret_hash bytea,
  previous_expires_at timestamptz,
  rotated_at timestamptz,
  last_used_at timestamptz,
  -- Which SECRET_KEY the hash was made with.
  server_secret_id text,
  check (kind = 'named' or (scope = 'full' and cap_per_minute is null and expires_at is null))
);
create unique index api_keys_account_key on api_keys (account_id) where kind = 'account' and revoked_at is null;
create unique index api_keys_name on api_keys (account_id, name) where revoked_at is null;
create unique index api_keys_previous_secret on api_keys (previous_secret_hash) where previous_secret_hash is not null;

-- Accounts whose API keys or plan have changed, for nodes that keep keys in memory: they poll the rows of transactions that their
-- last snapshot did not contain. Written by triggers, so that no change can bypass it. A new key needs no row: a key that a node
-- does not know is looked up.
create table principal_changes (
  transaction_id xid8 not null default pg_current_xact_id(),
  -- Without a foreign key: the account may have been deleted.
  account_id bigint not null,
  changed_at timestamptz not null default now(),
  primary key (transaction_id, account_id)
);
-- Not for columns that change often and do not matter here, such as last_used_at.
create trigger principal_changed
  after update of account_id, kind, scope, secret_hash, cap_per_minute, expires_at, revoked_at, previous_secret_hash,
    previous_expires_at
  on api_keys for each row execute function record_principal_change();
create trigger principal_deleted after delete on api_keys for each row execute function record_principal_change();
create trigger principal_changed after update of plan, plan_expires_at, suspended_at on accounts
  for each row execute function record_principal_change();

create table audit_log (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  occurred_at timestamptz not null default now(),
  actor text not null check (actor in ('owner', 'account key', 'operator', 'billing', 'system', 'unknown')),
  action text not null,
  subject text,
  ip_address text
);
create index audit_log_account on audit_log (account_id, id desc);

-- Usage -----------------------------------------------------------------------------------------------------------------

-- Requests by day, key, endpoint and status. Nodes count them in memory and store them here.
create table usage (
  account_id bigint not null references accounts on delete cascade,
  day date not null,
  -- No foreign key: a batch may name a key whose account is being deleted.
  key_id bigint not null,
  endpoint text not null,
  status smallint not null,
  requests bigint not null,
  primary key (account_id, day, key_id, endpoint, status)
);
create index usage_day on usage (day);

-- Batches already stored: one that is stored again because the answer was lost counts once.
create table usage_flushes (
  id text primary key,
  flushed_at timestamptz not null default now()
);
