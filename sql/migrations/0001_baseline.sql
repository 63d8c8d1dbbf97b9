-- The catalog ----------------------------------------------------------------------------------------------------------

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
  popularity integer not null default 0 check (popularity >= 0),
  -- The tokens of name and brand, separated by spaces.
  normalized_name text not null,
  normalized_brand text not null default '',
  updated_at timestamptz not null default now(),
  -- Ascending order of /foods/popular: by popularity, then confidence (rule popular-order).
  popular_order bigint not null generated always as (-(popularity::bigint * 1001 + (confidence * 1000)::integer)) stored,
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
  static_rank integer not null generated always as (
    compute_static_rank(source, confidence, image_url is not null, popularity)
  ) stored,
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
  unique (source, source_id)
);
create unique index foods_barcode on foods (barcode) where barcode is not null;
create index foods_popular on foods (popular_order, id);
create index foods_popular_with_image on foods (popular_order, id) where image_url is not null;
create index foods_popular_by_category on foods (category, popular_order, id) where category is not null;
create index foods_popular_by_category_with_image on foods (category, popular_order, id)
  where category is not null and image_url is not null;
-- Some letters expand into several, and an index entry is limited to 2.7 KB.
create index foods_normalized_name on foods (left(normalized_name, 400), static_rank desc, id);
create index foods_generic_name on foods (generic_name, static_rank desc, id) where generic_name is not null;
-- One index per tier, so that a search reads the best foods first and stops when it has enough.
create index foods_search_vector_0 on foods using gin (search_vector) with (fastupdate = off) where rank_tier = 0;
create index foods_search_vector_1 on foods using gin (search_vector) with (fastupdate = off) where rank_tier = 1;
create index foods_search_vector_2 on foods using gin (search_vector) with (fastupdate = off) where rank_tier = 2;
create index foods_search_vector_3 on foods using gin (search_vector) with (fastupdate = off) where rank_tier = 3;
create index foods_search_vector_4 on foods using gin (search_vector) with (fastupdate = off) where rank_tier = 4;
create index foods_search_vector_5 on foods using gin (search_vector) with (fastupdate = off) where rank_tier = 5;

-- Source records that are not foods (any more): why, which id they had, and which food supersedes them.
create table excluded_records (
  source text not null,
  source_id text not null,
  reason text not null,
  food_id bigint unique,
  superseded_by_food_id bigint,
  barcode text,
  source_line_hash bigint,
  excluded_at timestamptz not null default now(),
  primary key (source, source_id)
);
create index excluded_records_barcode on excluded_records (barcode) where superseded_by_food_id is not null;
create index excluded_records_superseded_by on excluded_records (superseded_by_food_id)
  where superseded_by_food_id is not null;

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

-- Derived from the foods and rebuilt in the transaction that changes them -----------------------------------------------

create table catalog_stats (
  singleton boolean primary key default true check (singleton),
  foods bigint not null default 0,
  refreshed_at timestamptz not null default now(),
  -- The static ranks at which the tiers except the last begin, ascending.
  rank_tier_thresholds integer[] not null default '{}',
  newest_change timestamptz,
  median_change timestamptz
);
insert into catalog_stats default values;

create table catalog_breakdown (
  kind text not null check (kind in ('source', 'known', 'class', 'year')),
  name text not null,
  foods bigint not null,
  primary key (kind, name)
);

create table category_counts (
  category text primary key,
  count bigint not null
);

-- Every 500th position of each popular list, so that a page at any offset reads at most 500 rows before its own. An empty
-- category means all categories.
create table popular_page_anchors (
  category text not null,
  has_image boolean not null,
  position bigint not null,
  popular_order bigint not null,
  food_id bigint not null,
  primary key (category, has_image, position)
);

-- The term dictionary, with the number of foods that contain each term.
create table terms (
  term text collate "C" primary key,
  document_frequency integer not null
);
create index terms_by_two_letters on terms (left(term, 2), document_frequency desc);
create index terms_by_three_letters on terms (left(term, 3), document_frequency desc);

-- Each term's prefix with one or two letters deleted (SymSpell): a misspelt word shares a delete with the intended term.
create table term_deletes (
  delete_form text collate "C" not null,
  term text collate "C" not null,
  document_frequency integer not null
);
create index term_deletes_by_form on term_deletes (delete_form);

-- Accounts -------------------------------------------------------------------------------------------------------------

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
  mfa_enabled_at timestamptz,
  -- The time step of the last accepted code: each code is accepted once.
  totp_last_step bigint not null default 0,
  -- When a paid plan falls back to starter; null: it does not.
  plan_expires_at timestamptz,
  check (mfa_enabled_at is null or totp_secret is not null)
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

create table sessions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ip_address text not null,
  user_agent text not null,
  server_secret_id text
);
create index sessions_account on sessions (account_id);
create index sessions_last_seen on sessions (last_seen_at);

-- A sign-in that has passed the password and waits for a TOTP or recovery code.
create table mfa_challenges (
  token_hash bytea primary key,
  account_id bigint not null references accounts on delete cascade,
  attempts integer not null default 0,
  expires_at timestamptz not null
);
create index mfa_challenges_account on mfa_challenges (account_id);
create index mfa_challenges_expiry on mfa_challenges (expires_at);

create table recovery_codes (
  account_id bigint not null references accounts on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  server_secret_id text,
  primary key (account_id, code_hash)
);

-- Links sent by e-mail.
create table email_tokens (
  token_hash bytea primary key,
  account_id bigint not null references accounts on delete cascade,
  purpose text not null check (purpose in ('confirm', 'reset')),
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_tokens_account on email_tokens (account_id);
create index email_tokens_expiry on email_tokens (expires_at);

-- Sign-in providers linked to an account.
create table identities (
  provider text not null,
  subject text not null,
  account_id bigint not null references accounts on delete cascade,
  email text,
  linked_at timestamptz not null default now(),
  primary key (provider, subject),
  unique (account_id, provider)
);

-- OpenID Connect requests that wait for the provider's redirect.
create table oidc_auth_requests (
  state_hash bytea primary key,
  provider text not null,
  linking_account_id bigint references accounts on delete cascade,
  expires_at timestamptz not null
);

create table audit_log (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  occurred_at timestamptz not null default now(),
  actor text not null check (actor in ('owner', 'account key', 'operator', 'billing', 'unknown')),
  action text not null,
  subject text,
  ip_address text
);
create index audit_log_account on audit_log (account_id, id desc);

-- Requests by day, key, endpoint and status, counted in Redis and flushed here.
create table usage (
  account_id bigint not null references accounts on delete cascade,
  day date not null,
  -- No foreign key: a batch from Redis may name a key whose account is being deleted.
  key_id bigint not null,
  endpoint text not null,
  status smallint not null,
  requests bigint not null,
  primary key (account_id, day, key_id, endpoint, status)
);
create index usage_day on usage (day);

-- Batches already flushed from Redis: one that is flushed again after a crash counts once.
create table usage_flushes (
  id text primary key,
  flushed_at timestamptz not null default now()
);

-- A copy of what the payment service last reported.
create table subscriptions (
  account_id bigint primary key references accounts on delete cascade,
  stripe_customer_id text not null unique,
  stripe_subscription_id text unique,
  status text not null,
  plan text check (plan in ('pro', 'scale')),
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  -- When the payment first failed; null while everything is paid.
  past_due_since timestamptz,
  checked_at timestamptz not null default now()
);

-- Webhook events already handled.
create table billing_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);
create index billing_events_received on billing_events (received_at);
