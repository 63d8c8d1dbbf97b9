
CREATE FUNCTION public.compute_static_rank(source text, confidence numeric, has_image boolean, popularity integer, is_usable boolean DEFAULT true) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((((((CASE WHEN (source = 'ai_estimate'::text) THEN 0 WHEN (confidence >= 0.75) THEN 3 WHEN is_usable THEN 2 ELSE 1 END * 2) + ((has_image OR (source = ANY (ARRAY['usda'::text, 'bls'::text, 'ciqual'::text, 'cofid'::text, 'swiss'::text]))))::integer) * 1001) + ((confidence * (1000)::numeric))::integer) * 64) + (LEAST((63)::double precision, floor((((2)::double precision * ln(((popularity)::double precision + (1)::double precision))) / ln((2)::double precision)))))::integer);

CREATE FUNCTION public.group_key_of(normalized_name text, normalized_brand text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN hashtextextended(((normalized_name || '
'::text) || normalized_brand), (0)::bigint);

CREATE FUNCTION public.in_range(value real, range jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((range IS NULL) OR ((value >= COALESCE(((range ->> 0))::real, '-Infinity'::real)) AND (value <= COALESCE(((range ->> 1))::real, 'Infinity'::real))));

CREATE FUNCTION public.nutrient_value(nutrient text, calories_kcal real, protein_g real, fat_g real, carbs_g real, sugar_g real, fiber_g real, sodium_mg real) RETURNS real
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE nutrient WHEN 'calories_kcal'::text THEN calories_kcal WHEN 'protein_g'::text THEN protein_g WHEN 'fat_g'::text THEN fat_g WHEN 'carbs_g'::text THEN carbs_g WHEN 'sugar_g'::text THEN sugar_g WHEN 'fiber_g'::text THEN fiber_g WHEN 'sodium_mg'::text THEN sodium_mg ELSE NULL::real END;

CREATE FUNCTION public.passes_details_filters(filters jsonb, food bigint) RETURNS boolean
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
begin
  return exists (
    select from food_details
      where food_id = food
        and (filters->'country' is null or details->'countries' ? (filters->>'country'))
        and (filters->'exclude_allergens' is null or details->'allergens' <@ (filters->'exclude_allergens') and coalesce(details->'traces', '[]') <@ (filters->'exclude_allergens'))
  );
end $$;

CREATE FUNCTION public.passes_filters(filters jsonb, source text, normalized_brand text, confidence numeric, image_url text, category text, id bigint, calories_kcal real, protein_g real, fat_g real, carbs_g real, fiber_g real, sugar_g real, sodium_mg real, saturated_fat_g real, cholesterol_mg real, potassium_mg real) RETURNS boolean
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
begin
  return (filters->'calories_kcal' is null or in_range(calories_kcal, filters->'calories_kcal'))
    and (filters->'protein_g' is null or in_range(protein_g, filters->'protein_g'))
    and (filters->'fat_g' is null or in_range(fat_g, filters->'fat_g'))
    and (filters->'carbs_g' is null or in_range(carbs_g, filters->'carbs_g'))
    and (filters->'fiber_g' is null or in_range(fiber_g, filters->'fiber_g'))
    and (filters->'sugar_g' is null or in_range(sugar_g, filters->'sugar_g'))
    and (filters->'sodium_mg' is null or in_range(sodium_mg, filters->'sodium_mg'))
    and (filters->'saturated_fat_g' is null or in_range(saturated_fat_g, filters->'saturated_fat_g'))
    and (filters->'cholesterol_mg' is null or in_range(cholesterol_mg, filters->'cholesterol_mg'))
    and (filters->'potassium_mg' is null or in_range(potassium_mg, filters->'potassium_mg'))
    and (filters->'kind' is null or case (filters->>'kind') when 'generic' then source in ('usda', 'bls', 'ciqual', 'cofid', 'swiss') and normalized_brand = ''
        else normalized_brand <> '' end)
    and (filters->'complete' is null or confidence >= 0.75)
    and (filters->'has_image' is null or image_url is not null)
    and (filters->'source' is null or source = (filters->>'source'))
    and (filters->'category' is null or filters->'category' ? category)
    and (filters->'brand' is null or (filters->>'brand') <> '' and strpos(' ' || normalized_brand || ' ', ' ' || (filters->>'brand') || ' ') > 0)
    and (not filters ?| array['country', 'exclude_allergens'] or passes_details_filters(filters, id));
end $$;

CREATE FUNCTION public.rank_tier_of(static_rank integer, thresholds integer[]) RETURNS smallint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (cardinality(thresholds) = 0) THEN 0 ELSE (5 - width_bucket(static_rank, thresholds)) END;

CREATE FUNCTION public.record_principal_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_table_name = 'accounts' then
    insert into principal_changes (account_id) values (old.id) on conflict do nothing;
  else
    insert into principal_changes (account_id) values (old.account_id) on conflict do nothing;
  end if;
  return null;
end
$$;

CREATE FUNCTION public.search_foods(plain_keys text[], state_keys text[], states tsquery, name_prefix text, queries tsquery[], scores double precision[], max_scores double precision[], max_hits integer[], filters jsonb, nutrient text, enough integer, max_hits_per_key integer, max_rows_filtered integer, score_margin double precision) RETURNS TABLE(candidate integer, food text)
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
#variable_conflict use_column
declare
  query tsquery;
  hits integer;
  most_hits integer := 0;
  best float8 := '-infinity';
begin
  return query
    select 0, search_line(id, source, static_rank, calories_kcal, category, name_keys, normalized_name, normalized_brand,
        nutrient_value(nutrient, calories_kcal, protein_g, fat_g, carbs_g, sugar_g, fiber_g, sodium_mg))
      from (
        select * from foods where name_keys && plain_keys and is_group_best
          limit case when filters is null then max_hits_per_key else max_rows_filtered end
      ) as named
      where filters is null or passes_filters(filters, source, normalized_brand, confidence, image_url, category, id, calories_kcal, protein_g, fat_g, carbs_g, fiber_g, sugar_g, sodium_mg, saturated_fat_g, cholesterol_mg, potassium_mg)
      limit max_hits_per_key;
  if states is not null then
    return query
      select 0, search_line(id, source, static_rank, calories_kcal, category, name_keys, normalized_name, normalized_brand,
        nutrient_value(nutrient, calories_kcal, protein_g, fat_g, carbs_g, sugar_g, fiber_g, sodium_mg))
        from (
          select * from foods where name_keys && state_keys and search_vector @@ states and is_group_best
            limit case when filters is null then max_hits_per_key else max_rows_filtered end
        ) as named
        where filters is null or passes_filters(filters, source, normalized_brand, confidence, image_url, category, id, calories_kcal, protein_g, fat_g, carbs_g, fiber_g, sugar_g, sodium_mg, saturated_fat_g, cholesterol_mg, potassium_mg)
        limit max_hits_per_key;
  end if;
  if name_prefix is not null then
    return query
      select -2, search_line(id, source, static_rank, calories_kcal, category, name_keys, normalized_name, normalized_brand,
        nutrient_value(nutrient, calories_kcal, protein_g, fat_g, carbs_g, sugar_g, fiber_g, sodium_mg))
        from (
          select * from foods
            where left(normalized_name, 400) collate "C" >= name_prefix
              and left(normalized_name, 400) collate "C" < name_prefix || U&'\+10FFFF'
              and is_group_best
            limit case when filters is null then max_hits_per_key else max_rows_filtered end
        ) as starting
        where filters is null or passes_filters(filters, source, normalized_brand, confidence, image_url, category, id, calories_kcal, protein_g, fat_g, carbs_g, fiber_g, sugar_g, sodium_mg, saturated_fat_g, cholesterol_mg, potassium_mg)
        limit max_hits_per_key;
  end if;
  for candidate in 1 .. cardinality(queries) loop
    continue when max_scores[candidate] <= best - case when most_hits >= enough then 1 else 2 end * score_margin;
    query := queries[candidate];
    return query
      select candidate, search_line(id, source, static_rank, calories_kcal, category, name_keys, normalized_name, normalized_brand,
        nutrient_value(nutrient, calories_kcal, protein_g, fat_g, carbs_g, sugar_g, fiber_g, sodium_mg))
      from (
        select * from foods where rank_tier = 0 and search_vector @@ query
        union all
        select * from foods where rank_tier = 1 and search_vector @@ query
        union all
        select * from foods where rank_tier = 2 and search_vector @@ query
        union all
        select * from foods where rank_tier = 3 and search_vector @@ query
        union all
        select * from foods where rank_tier = 4 and search_vector @@ query
        union all
        select * from foods where rank_tier = 5 and search_vector @@ query
        limit case when filters is null then max_hits[candidate] else max_rows_filtered / candidate end
      ) as matching
      where filters is null or passes_filters(filters, source, normalized_brand, confidence, image_url, category, id, calories_kcal, protein_g, fat_g, carbs_g, fiber_g, sugar_g, sodium_mg, saturated_fat_g, cholesterol_mg, potassium_mg)
      limit max_hits[candidate];
    get diagnostics hits = row_count;
    continue when hits = 0;
    best := greatest(best, scores[candidate] + ln(least(hits, enough)));
    most_hits := greatest(most_hits, hits);
  end loop;
end $$;

CREATE FUNCTION public.search_line(id bigint, source text, static_rank integer, calories_kcal real, category text, name_keys text[], normalized_name text, normalized_brand text, preferred real) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN ((((((((((((((((id || '	'::text) || source) || '	'::text) || static_rank) || '	'::text) || COALESCE(((round((calories_kcal)::double precision))::integer)::text, ''::text)) || '	'::text) || COALESCE(category, ''::text)) || '	'::text) || array_to_string(name_keys, '|'::text)) || '	'::text) || normalized_name) || '	'::text) || normalized_brand) || '	'::text) || COALESCE((preferred)::text, ''::text));

CREATE TABLE public.accounts (
    id bigint NOT NULL,
    name text NOT NULL,
    plan text DEFAULT 'starter'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    email text,
    email_confirmed_at timestamp with time zone,
    password_hash text,
    password_meets_single_factor_policy boolean DEFAULT true NOT NULL,
    totp_secret bytea,
    mfa_enabled_at timestamp with time zone,
    totp_last_step bigint DEFAULT 0 NOT NULL,
    plan_expires_at timestamp with time zone,
    device_generation integer DEFAULT 0 NOT NULL,
    suspended_at timestamp with time zone,
    limit_alerts boolean DEFAULT true NOT NULL,
    locale text,
    role text DEFAULT 'contributor'::text NOT NULL,
    contribution_mails boolean DEFAULT true NOT NULL,
    CONSTRAINT accounts_locale_check CHECK ((locale ~ '^[a-z]{2}$'::text)),
    CONSTRAINT accounts_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9._-]{0,62}$'::text)),
    CONSTRAINT accounts_plan_check CHECK ((plan = ANY (ARRAY['starter'::text, 'pro'::text, 'scale'::text]))),
    CONSTRAINT accounts_role_check CHECK ((role = ANY (ARRAY['contributor'::text, 'moderator'::text, 'operator'::text])))
);

ALTER TABLE public.accounts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.accounts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.api_keys (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    scope text NOT NULL,
    secret_hash bytea NOT NULL,
    prefix text NOT NULL,
    last_four text NOT NULL,
    cap_per_minute integer,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    previous_secret_hash bytea,
    previous_expires_at timestamp with time zone,
    rotated_at timestamp with time zone,
    last_used_at timestamp with time zone,
    server_secret_id text,
    CONSTRAINT api_keys_cap_per_minute_check CHECK ((cap_per_minute > 0)),
    CONSTRAINT api_keys_check CHECK (((kind = 'named'::text) OR ((scope = 'full'::text) AND (cap_per_minute IS NULL) AND (expires_at IS NULL)))),
    CONSTRAINT api_keys_kind_check CHECK ((kind = ANY (ARRAY['account'::text, 'named'::text]))),
    CONSTRAINT api_keys_name_check CHECK ((name <> ''::text)),
    CONSTRAINT api_keys_scope_check CHECK ((scope = ANY (ARRAY['read'::text, 'full'::text])))
);

ALTER TABLE public.api_keys ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.api_keys_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.audit_log (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    occurred_at timestamp with time zone DEFAULT now() NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    subject text,
    ip_address text,
    CONSTRAINT audit_log_actor_check CHECK ((actor = ANY (ARRAY['owner'::text, 'account key'::text, 'operator'::text, 'billing'::text, 'system'::text, 'unknown'::text])))
);

ALTER TABLE public.audit_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.availability_by_day (
    day date NOT NULL,
    probed bit(1440) NOT NULL,
    up bit(1440) NOT NULL
);

CREATE TABLE public.backup_repositories (
    repository smallint NOT NULL,
    is_encrypted boolean NOT NULL,
    full_at timestamp with time zone,
    diff_at timestamp with time zone,
    incr_at timestamp with time zone,
    failure text,
    newest_wal text,
    archived_at timestamp with time zone,
    checked_at timestamp with time zone,
    check_failure text
);

CREATE TABLE public.billing_events (
    id text NOT NULL,
    type text NOT NULL,
    received_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.billing_reconciliation (
    singleton boolean DEFAULT true NOT NULL,
    lease_expires_at timestamp with time zone,
    finished_at timestamp with time zone,
    corrected integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    CONSTRAINT billing_reconciliation_singleton_check CHECK (singleton)
);

CREATE TABLE public.brand_counts (
    normalized_brand text NOT NULL,
    name text NOT NULL,
    count bigint NOT NULL
);

CREATE TABLE public.catalog_breakdown (
    kind text NOT NULL,
    name text NOT NULL,
    foods bigint NOT NULL,
    CONSTRAINT catalog_breakdown_kind_check CHECK ((kind = ANY (ARRAY['source'::text, 'known'::text, 'class'::text, 'year'::text])))
);

CREATE TABLE public.catalog_scope (
    singleton boolean DEFAULT true NOT NULL,
    countries text[] NOT NULL,
    languages text[] NOT NULL,
    only_scanned boolean NOT NULL,
    file_name text NOT NULL,
    file_sha256 text NOT NULL,
    loaded_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT catalog_scope_singleton_check CHECK (singleton)
);

CREATE TABLE public.catalog_stats (
    singleton boolean DEFAULT true NOT NULL,
    foods bigint DEFAULT 0 NOT NULL,
    refreshed_at timestamp with time zone DEFAULT now() NOT NULL,
    rank_tier_thresholds integer[] DEFAULT '{}'::integer[] NOT NULL,
    newest_change timestamp with time zone,
    median_change timestamp with time zone,
    taxonomy_fingerprint text,
    synonyms_fingerprint text,
    search_index_build bigint,
    changes_begin_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT catalog_stats_singleton_check CHECK (singleton)
);

CREATE TABLE public.category_counts (
    category text NOT NULL,
    count bigint NOT NULL
);

CREATE TABLE public.category_quantiles (
    category text NOT NULL,
    nutrient text NOT NULL,
    compared_category text NOT NULL,
    foods integer NOT NULL,
    quantiles real[] NOT NULL
);

CREATE TABLE public.changed_terms (
    term text NOT NULL,
    document_frequency integer NOT NULL
);

CREATE TABLE public.community_changes (
    id bigint NOT NULL,
    record_id bigint NOT NULL,
    contribution_id bigint,
    author_id bigint,
    moderator_id bigint,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    action text NOT NULL,
    undoes_id bigint,
    reason text,
    before jsonb,
    after jsonb,
    was_confirmed boolean NOT NULL,
    is_confirmed boolean NOT NULL,
    photo_key text,
    CONSTRAINT community_changes_action_check CHECK ((action = ANY (ARRAY['accepted'::text, 'confirmed'::text, 'undone'::text, 'removed'::text])))
);

ALTER TABLE public.community_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.community_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.community_records (
    id bigint NOT NULL,
    content jsonb,
    is_confirmed boolean DEFAULT false NOT NULL,
    version bigint NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.community_records ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.community_records_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE SEQUENCE public.community_versions
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.community_versions OWNED BY public.community_records.version;

CREATE TABLE public.contributions (
    id bigint NOT NULL,
    account_id bigint,
    kind text NOT NULL,
    food_id bigint,
    record_id bigint,
    proposed jsonb NOT NULL,
    before jsonb DEFAULT '{}'::jsonb NOT NULL,
    checks jsonb DEFAULT '[]'::jsonb NOT NULL,
    note text,
    photo_key text,
    sent_with text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    decided_at timestamp with time zone,
    decided_by bigint,
    is_automatic boolean DEFAULT false NOT NULL,
    is_sampled boolean DEFAULT false NOT NULL,
    reason text,
    answer text,
    CONSTRAINT contributions_check CHECK (((kind = 'new'::text) OR (food_id IS NOT NULL))),
    CONSTRAINT contributions_kind_check CHECK ((kind = ANY (ARRAY['new'::text, 'correction'::text, 'confirmation'::text]))),
    CONSTRAINT contributions_sent_with_check CHECK ((sent_with = ANY (ARRAY['website'::text, 'api'::text]))),
    CONSTRAINT contributions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'question'::text, 'accepted'::text, 'rejected'::text, 'withdrawn'::text, 'undone'::text])))
);

ALTER TABLE public.contributions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.contributions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.duplicate_line_digests (
    source_line_hash bigint NOT NULL
);

CREATE TABLE public.email_tokens (
    token_hash bytea NOT NULL,
    account_id bigint NOT NULL,
    purpose text NOT NULL,
    email text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT email_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['confirm'::text, 'reset'::text, 'cancel'::text, 'recover'::text])))
);

CREATE TABLE public.excluded_records (
    source text NOT NULL,
    source_id text NOT NULL,
    reason text NOT NULL,
    food_id bigint,
    source_line_hash bigint,
    excluded_at timestamp with time zone DEFAULT now() NOT NULL,
    was_shown_last boolean DEFAULT true NOT NULL,
    source_modified_at bigint
);

CREATE TABLE public.food_changes (
    changed_at timestamp with time zone NOT NULL,
    food_id bigint NOT NULL,
    change text NOT NULL,
    merged_into_food_id bigint,
    CONSTRAINT food_changes_change_check CHECK ((change = ANY (ARRAY['created'::text, 'changed'::text, 'merged'::text, 'removed'::text]))),
    CONSTRAINT food_changes_check CHECK (((change = 'merged'::text) = (merged_into_food_id IS NOT NULL)))
);

CREATE TABLE public.food_details (
    food_id bigint NOT NULL,
    details jsonb NOT NULL
);

CREATE TABLE public.foods (
    id bigint NOT NULL,
    name text NOT NULL,
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
    source text NOT NULL,
    confidence numeric(4,3) NOT NULL,
    source_id text NOT NULL,
    popularity integer DEFAULT 0 NOT NULL,
    normalized_name text NOT NULL,
    normalized_brand text DEFAULT ''::text NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    alcohol_g real,
    polyols_g real,
    source_modified_at bigint,
    scored_at bigint,
    quality_flags jsonb,
    source_line_hash bigint,
    rank_tier smallint DEFAULT 0 NOT NULL,
    generic_name text,
    search_vector tsvector GENERATED ALWAYS AS (array_to_tsvector(((string_to_array(normalized_name, ' '::text) || string_to_array(normalized_brand, ' '::text)) || ARRAY[('@'::text || source)]))) STORED NOT NULL,
    product_key bigint,
    alternate_id text,
    group_key bigint GENERATED ALWAYS AS (public.group_key_of(normalized_name, normalized_brand)) STORED NOT NULL,
    is_group_best boolean DEFAULT true NOT NULL,
    name_keys text[] DEFAULT '{}'::text[] NOT NULL,
    everyday_popularity integer,
    static_rank integer GENERATED ALWAYS AS (public.compute_static_rank(source, confidence, (image_url IS NOT NULL), GREATEST(popularity, everyday_popularity), ((calories_kcal IS NOT NULL) AND (num_nonnulls(protein_g, fat_g, carbs_g) >= 2)))) STORED NOT NULL,
    popular_order bigint GENERATED ALWAYS AS ((- ((((GREATEST(popularity, everyday_popularity))::bigint * 1001) + ((confidence * (1000)::numeric))::integer) +
CASE
    WHEN ((confidence >= 0.5) AND (calories_kcal IS NOT NULL) AND (num_nonnulls(protein_g, fat_g, carbs_g) >= 2)) THEN '4398046511104'::bigint
    ELSE (0)::bigint
END))) STORED NOT NULL,
    record_hash bigint,
    is_whole_product boolean,
    CONSTRAINT foods_barcode_check CHECK ((barcode ~ '^(\d{8}|\d{13}|[1-9]\d{13})$'::text)),
    CONSTRAINT foods_calories_kcal_check CHECK ((calories_kcal >= (0)::double precision)),
    CONSTRAINT foods_carbs_g_check CHECK ((carbs_g >= (0)::double precision)),
    CONSTRAINT foods_category_check CHECK ((category <> ''::text)),
    CONSTRAINT foods_cholesterol_mg_check CHECK ((cholesterol_mg >= (0)::double precision)),
    CONSTRAINT foods_confidence_check CHECK (((confidence >= (0)::numeric) AND (confidence <= (1)::numeric))),
    CONSTRAINT foods_everyday_popularity_check CHECK ((everyday_popularity > 0)),
    CONSTRAINT foods_fat_g_check CHECK ((fat_g >= (0)::double precision)),
    CONSTRAINT foods_fiber_g_check CHECK ((fiber_g >= (0)::double precision)),
    CONSTRAINT foods_name_check CHECK ((name <> ''::text)),
    CONSTRAINT foods_popularity_check CHECK ((popularity >= 0)),
    CONSTRAINT foods_potassium_mg_check CHECK ((potassium_mg >= (0)::double precision)),
    CONSTRAINT foods_protein_g_check CHECK ((protein_g >= (0)::double precision)),
    CONSTRAINT foods_saturated_fat_g_check CHECK ((saturated_fat_g >= (0)::double precision)),
    CONSTRAINT foods_serving_size_g_check CHECK ((serving_size_g > (0)::double precision)),
    CONSTRAINT foods_sodium_mg_check CHECK ((sodium_mg >= (0)::double precision)),
    CONSTRAINT foods_sugar_g_check CHECK ((sugar_g >= (0)::double precision))
);

CREATE TABLE public.foods_by_day (
    source text NOT NULL,
    class text NOT NULL,
    day integer,
    foods bigint NOT NULL,
    known bigint[] NOT NULL
);

CREATE TABLE public.identities (
    provider text NOT NULL,
    subject text NOT NULL,
    account_id bigint NOT NULL,
    email text,
    linked_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.mail_queue (
    id bigint NOT NULL,
    message_id uuid DEFAULT gen_random_uuid() NOT NULL,
    kind text NOT NULL,
    account_id bigint,
    recipient text NOT NULL,
    parameters jsonb DEFAULT '{}'::jsonb NOT NULL,
    queued_at timestamp with time zone DEFAULT now() NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone DEFAULT now() NOT NULL,
    last_error text
);

ALTER TABLE public.mail_queue ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.mail_queue_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.merged_food_ids (
    food_id bigint NOT NULL,
    merged_into_food_id bigint NOT NULL,
    source text,
    source_id text
);

CREATE TABLE public.mfa_challenges (
    token_hash bytea NOT NULL,
    account_id bigint NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.oidc_auth_requests (
    state_hash bytea NOT NULL,
    provider text NOT NULL,
    linking_account_id bigint,
    expires_at timestamp with time zone NOT NULL,
    session_id bigint
);

CREATE TABLE public.partial_records (
    source text NOT NULL,
    source_id text NOT NULL,
    name text NOT NULL,
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
    confidence numeric(4,3) NOT NULL,
    alcohol_g real,
    polyols_g real,
    source_modified_at bigint,
    quality_flags jsonb,
    popularity integer NOT NULL,
    normalized_name text NOT NULL,
    normalized_brand text NOT NULL,
    generic_name text,
    product_key bigint,
    alternate_id text,
    source_line_hash bigint,
    scored_at bigint,
    details jsonb,
    name_keys text[] DEFAULT '{}'::text[] NOT NULL,
    everyday_popularity integer,
    record_hash bigint,
    is_whole_product boolean,
    id bigint NOT NULL,
    value_groups text[] NOT NULL
);

ALTER TABLE public.partial_records ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.partial_records_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.passkey_challenges (
    token_hash bytea NOT NULL,
    purpose text NOT NULL,
    account_id bigint,
    session_id bigint,
    user_handle bytea,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['registration'::text, 'sign-in'::text, 'two-factor'::text, 're-authentication'::text])))
);

CREATE TABLE public.passkeys (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    name text NOT NULL,
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    user_handle bytea NOT NULL,
    sign_count bigint NOT NULL,
    transports text[] DEFAULT '{}'::text[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone,
    CONSTRAINT passkeys_name_check CHECK ((name <> ''::text))
);

ALTER TABLE public.passkeys ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.passkeys_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.peer_statistics (
    kind text NOT NULL,
    name text NOT NULL,
    foods integer NOT NULL,
    nutrients jsonb NOT NULL,
    CONSTRAINT peer_statistics_kind_check CHECK ((kind = ANY (ARRAY['category'::text, 'generic_name'::text])))
);

CREATE TABLE public.popular_page_anchors (
    category text NOT NULL,
    has_image boolean NOT NULL,
    "position" bigint NOT NULL,
    popular_order bigint NOT NULL,
    food_id bigint NOT NULL
);

CREATE TABLE public.popular_places (
    place integer NOT NULL,
    food_id bigint NOT NULL,
    category text,
    has_image boolean NOT NULL
);

CREATE TABLE public.principal_changes (
    transaction_id xid8 DEFAULT pg_current_xact_id() NOT NULL,
    account_id bigint NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.published_records (
    record_id bigint NOT NULL,
    version bigint NOT NULL
);

CREATE TABLE public.published_takedowns (
    takedown_id bigint NOT NULL,
    version bigint NOT NULL,
    is_provisional boolean DEFAULT false NOT NULL,
    removed_foods jsonb
);

CREATE TABLE public.recovery_codes (
    account_id bigint NOT NULL,
    code_hash bytea NOT NULL,
    used_at timestamp with time zone,
    server_secret_id text
);

CREATE TABLE public.report_cases (
    id bigint NOT NULL,
    food_id bigint NOT NULL,
    kind text NOT NULL,
    field text,
    state text DEFAULT 'open'::text NOT NULL,
    senders integer DEFAULT 0 NOT NULL,
    is_urgent boolean GENERATED ALWAYS AS ((kind = ANY (ARRAY['offensive'::text, 'rights'::text]))) STORED NOT NULL,
    first_reported_at timestamp with time zone DEFAULT now() NOT NULL,
    last_reported_at timestamp with time zone DEFAULT now() NOT NULL,
    decided_by bigint,
    decided_at timestamp with time zone,
    answer text,
    CONSTRAINT report_cases_check CHECK (((field IS NULL) OR (kind = 'value'::text))),
    CONSTRAINT report_cases_check1 CHECK (((state = 'open'::text) = (decided_at IS NULL))),
    CONSTRAINT report_cases_kind_check CHECK ((kind = ANY (ARRAY['value'::text, 'name'::text, 'category'::text, 'barcode'::text, 'not_food'::text, 'duplicate'::text, 'image'::text, 'offensive'::text, 'rights'::text]))),
    CONSTRAINT report_cases_senders_check CHECK ((senders >= 0)),
    CONSTRAINT report_cases_state_check CHECK ((state = ANY (ARRAY['open'::text, 'resolved'::text, 'dismissed'::text])))
);

ALTER TABLE public.report_cases ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.report_cases_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reports (
    id bigint NOT NULL,
    case_id bigint NOT NULL,
    sender_hash bytea,
    reply_address text,
    locale text,
    note text,
    suggested text,
    account_id bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT reports_note_check CHECK ((length(note) <= 1000)),
    CONSTRAINT reports_suggested_check CHECK ((length(suggested) <= 200))
);

ALTER TABLE public.reports ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.reports_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.rules_fingerprints (
    source text NOT NULL,
    fingerprint text
);

CREATE TABLE public.search_index_parts (
    build bigint NOT NULL,
    part integer NOT NULL,
    data bytea NOT NULL
);
ALTER TABLE ONLY public.search_index_parts ALTER COLUMN data SET STORAGE EXTERNAL;

CREATE TABLE public.searches_by_day (
    day date NOT NULL,
    query text NOT NULL,
    callers integer NOT NULL,
    found_nothing integer NOT NULL,
    opened jsonb NOT NULL,
    CONSTRAINT searches_by_day_callers_check CHECK ((callers >= 5)),
    CONSTRAINT searches_by_day_query_check CHECK ((length(query) <= 60))
);

CREATE TABLE public.sent_reminders (
    account_id bigint NOT NULL,
    reminder text NOT NULL,
    sent_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.sessions (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ip_address text NOT NULL,
    user_agent text NOT NULL,
    server_secret_id text,
    reauthenticated_at timestamp with time zone
);

ALTER TABLE public.sessions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.subscriptions (
    account_id bigint NOT NULL,
    stripe_customer_id text NOT NULL,
    stripe_subscription_id text,
    status text NOT NULL,
    plan text,
    current_period_end timestamp with time zone,
    cancel_at_period_end boolean DEFAULT false NOT NULL,
    past_due_since timestamp with time zone,
    checked_at timestamp with time zone DEFAULT now() NOT NULL,
    other_subscriptions integer DEFAULT 0 NOT NULL,
    CONSTRAINT subscriptions_plan_check CHECK ((plan = ANY (ARRAY['pro'::text, 'scale'::text])))
);

CREATE TABLE public.superseded_records (
    id bigint NOT NULL,
    food_id bigint NOT NULL,
    source text NOT NULL,
    source_id text NOT NULL,
    name text NOT NULL,
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
    confidence numeric(4,3) NOT NULL,
    alcohol_g real,
    polyols_g real,
    source_modified_at bigint,
    quality_flags jsonb,
    popularity integer NOT NULL,
    normalized_name text NOT NULL,
    normalized_brand text NOT NULL,
    generic_name text,
    product_key bigint,
    alternate_id text,
    source_line_hash bigint,
    scored_at bigint,
    details jsonb,
    name_keys text[] DEFAULT '{}'::text[] NOT NULL,
    everyday_popularity integer,
    record_hash bigint,
    is_whole_product boolean
);

ALTER TABLE public.superseded_records ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.superseded_records_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.sync_cursors (
    source text NOT NULL,
    cursor bigint NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.synonyms (
    phrase text NOT NULL COLLATE pg_catalog."C",
    target text NOT NULL COLLATE pg_catalog."C",
    "position" smallint NOT NULL,
    kind text NOT NULL,
    CONSTRAINT synonyms_kind_check CHECK ((kind = ANY (ARRAY['taxonomy'::text, 'shipped'::text, 'operator'::text])))
);

CREATE TABLE public.takedowns (
    id bigint NOT NULL,
    kind text NOT NULL,
    ground text NOT NULL,
    reason text NOT NULL,
    food_id bigint,
    barcode text,
    account_id bigint,
    moderator_id bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    lifted_at timestamp with time zone,
    version bigint DEFAULT nextval('public.community_versions'::regclass) NOT NULL,
    CONSTRAINT takedowns_check CHECK (((kind <> 'barcode'::text) OR (barcode IS NOT NULL))),
    CONSTRAINT takedowns_check1 CHECK (((kind <> ALL (ARRAY['food'::text, 'image'::text])) OR (food_id IS NOT NULL))),
    CONSTRAINT takedowns_ground_check CHECK ((ground = ANY (ARRAY['copyright'::text, 'trademark'::text, 'privacy'::text, 'offensive'::text, 'illegal'::text, 'other'::text]))),
    CONSTRAINT takedowns_kind_check CHECK ((kind = ANY (ARRAY['food'::text, 'image'::text, 'barcode'::text, 'contributions'::text])))
);

ALTER TABLE public.takedowns ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.takedowns_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.taken_down_records (
    takedown_id bigint NOT NULL,
    source text NOT NULL,
    source_id text NOT NULL
);

CREATE TABLE public.taxonomy_categories (
    id text NOT NULL,
    parents text[] NOT NULL,
    names jsonb NOT NULL,
    synonyms jsonb NOT NULL
);

CREATE TABLE public.terms (
    term text NOT NULL COLLATE pg_catalog."C",
    document_frequency integer NOT NULL
);

CREATE TABLE public.usage (
    account_id bigint NOT NULL,
    day date NOT NULL,
    key_id bigint NOT NULL,
    endpoint text NOT NULL,
    status smallint NOT NULL,
    requests bigint NOT NULL
);

CREATE TABLE public.usage_flushes (
    id text NOT NULL,
    flushed_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.usage_hours (
    account_id bigint NOT NULL,
    hour timestamp without time zone NOT NULL,
    key_id bigint NOT NULL,
    endpoint text NOT NULL,
    status smallint NOT NULL,
    requests bigint NOT NULL
);

CREATE TABLE public.usage_response_times (
    account_id bigint NOT NULL,
    day date NOT NULL,
    key_id bigint NOT NULL,
    max_ms integer NOT NULL,
    requests bigint NOT NULL
);

ALTER TABLE ONLY public.community_records ALTER COLUMN version SET DEFAULT nextval('public.community_versions'::regclass);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_name_key UNIQUE (name);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_secret_hash_key UNIQUE (secret_hash);

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.availability_by_day
    ADD CONSTRAINT availability_by_day_pkey PRIMARY KEY (day);

ALTER TABLE ONLY public.backup_repositories
    ADD CONSTRAINT backup_repositories_pkey PRIMARY KEY (repository);

ALTER TABLE ONLY public.billing_events
    ADD CONSTRAINT billing_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.billing_reconciliation
    ADD CONSTRAINT billing_reconciliation_pkey PRIMARY KEY (singleton);

ALTER TABLE ONLY public.brand_counts
    ADD CONSTRAINT brand_counts_pkey PRIMARY KEY (normalized_brand);

ALTER TABLE ONLY public.catalog_breakdown
    ADD CONSTRAINT catalog_breakdown_pkey PRIMARY KEY (kind, name);

ALTER TABLE ONLY public.catalog_scope
    ADD CONSTRAINT catalog_scope_pkey PRIMARY KEY (singleton);

ALTER TABLE ONLY public.catalog_stats
    ADD CONSTRAINT catalog_stats_pkey PRIMARY KEY (singleton);

ALTER TABLE ONLY public.category_counts
    ADD CONSTRAINT category_counts_pkey PRIMARY KEY (category);

ALTER TABLE ONLY public.category_quantiles
    ADD CONSTRAINT category_quantiles_pkey PRIMARY KEY (category, nutrient);

ALTER TABLE ONLY public.changed_terms
    ADD CONSTRAINT changed_terms_pkey PRIMARY KEY (term);

ALTER TABLE ONLY public.community_changes
    ADD CONSTRAINT community_changes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.community_changes
    ADD CONSTRAINT community_changes_undoes_id_key UNIQUE (undoes_id);

ALTER TABLE ONLY public.community_records
    ADD CONSTRAINT community_records_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.contributions
    ADD CONSTRAINT contributions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.duplicate_line_digests
    ADD CONSTRAINT duplicate_line_digests_pkey PRIMARY KEY (source_line_hash);

ALTER TABLE ONLY public.email_tokens
    ADD CONSTRAINT email_tokens_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.excluded_records
    ADD CONSTRAINT excluded_records_pkey PRIMARY KEY (source, source_id);

ALTER TABLE ONLY public.food_changes
    ADD CONSTRAINT food_changes_pkey PRIMARY KEY (changed_at, food_id);

ALTER TABLE ONLY public.food_details
    ADD CONSTRAINT food_details_pkey PRIMARY KEY (food_id);

ALTER TABLE ONLY public.foods
    ADD CONSTRAINT foods_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.foods
    ADD CONSTRAINT foods_source_source_id_key UNIQUE (source, source_id);

ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_account_id_provider_key UNIQUE (account_id, provider);

ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (provider, subject);

ALTER TABLE ONLY public.mail_queue
    ADD CONSTRAINT mail_queue_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.merged_food_ids
    ADD CONSTRAINT merged_food_ids_pkey PRIMARY KEY (food_id);

ALTER TABLE ONLY public.mfa_challenges
    ADD CONSTRAINT mfa_challenges_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.oidc_auth_requests
    ADD CONSTRAINT oidc_auth_requests_pkey PRIMARY KEY (state_hash);

ALTER TABLE ONLY public.partial_records
    ADD CONSTRAINT partial_records_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.passkey_challenges
    ADD CONSTRAINT passkey_challenges_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id);

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.peer_statistics
    ADD CONSTRAINT peer_statistics_pkey PRIMARY KEY (kind, name);

ALTER TABLE ONLY public.popular_places
    ADD CONSTRAINT popular_places_food_id_key UNIQUE (food_id);

ALTER TABLE ONLY public.popular_places
    ADD CONSTRAINT popular_places_pkey PRIMARY KEY (place);

ALTER TABLE ONLY public.principal_changes
    ADD CONSTRAINT principal_changes_pkey PRIMARY KEY (transaction_id, account_id);

ALTER TABLE ONLY public.published_records
    ADD CONSTRAINT published_records_pkey PRIMARY KEY (record_id);

ALTER TABLE ONLY public.published_takedowns
    ADD CONSTRAINT published_takedowns_pkey PRIMARY KEY (takedown_id);

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (account_id, code_hash);

ALTER TABLE ONLY public.report_cases
    ADD CONSTRAINT report_cases_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_case_id_sender_hash_key UNIQUE (case_id, sender_hash);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.rules_fingerprints
    ADD CONSTRAINT rules_fingerprints_pkey PRIMARY KEY (source);

ALTER TABLE ONLY public.search_index_parts
    ADD CONSTRAINT search_index_parts_pkey PRIMARY KEY (build, part);

ALTER TABLE ONLY public.searches_by_day
    ADD CONSTRAINT searches_by_day_pkey PRIMARY KEY (day, query);

ALTER TABLE ONLY public.sent_reminders
    ADD CONSTRAINT sent_reminders_pkey PRIMARY KEY (account_id, reminder);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_stripe_customer_id_key UNIQUE (stripe_customer_id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_stripe_subscription_id_key UNIQUE (stripe_subscription_id);

ALTER TABLE ONLY public.superseded_records
    ADD CONSTRAINT superseded_records_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.superseded_records
    ADD CONSTRAINT superseded_records_source_source_id_key UNIQUE (source, source_id);

ALTER TABLE ONLY public.sync_cursors
    ADD CONSTRAINT sync_cursors_pkey PRIMARY KEY (source);

ALTER TABLE ONLY public.synonyms
    ADD CONSTRAINT synonyms_pkey PRIMARY KEY (phrase, target);

ALTER TABLE ONLY public.takedowns
    ADD CONSTRAINT takedowns_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.taken_down_records
    ADD CONSTRAINT taken_down_records_pkey PRIMARY KEY (takedown_id, source, source_id);

ALTER TABLE ONLY public.taxonomy_categories
    ADD CONSTRAINT taxonomy_categories_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.terms
    ADD CONSTRAINT terms_pkey PRIMARY KEY (term);

ALTER TABLE ONLY public.usage_flushes
    ADD CONSTRAINT usage_flushes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.usage_hours
    ADD CONSTRAINT usage_hours_pkey PRIMARY KEY (account_id, hour, key_id, endpoint, status);

ALTER TABLE ONLY public.usage
    ADD CONSTRAINT usage_pkey PRIMARY KEY (account_id, day, key_id, endpoint, status);

ALTER TABLE ONLY public.usage_response_times
    ADD CONSTRAINT usage_response_times_pkey PRIMARY KEY (account_id, day, key_id, max_ms);

CREATE UNIQUE INDEX accounts_email ON public.accounts USING btree (lower(email)) WHERE (email_confirmed_at IS NOT NULL);

CREATE UNIQUE INDEX api_keys_account_key ON public.api_keys USING btree (account_id) WHERE ((kind = 'account'::text) AND (revoked_at IS NULL));

CREATE UNIQUE INDEX api_keys_name ON public.api_keys USING btree (account_id, name) WHERE (revoked_at IS NULL);

CREATE UNIQUE INDEX api_keys_previous_secret ON public.api_keys USING btree (previous_secret_hash) WHERE (previous_secret_hash IS NOT NULL);

CREATE INDEX audit_log_account ON public.audit_log USING btree (account_id, id DESC);

CREATE INDEX billing_events_received ON public.billing_events USING btree (received_at);

CREATE INDEX brand_counts_by_count ON public.brand_counts USING btree (count DESC, normalized_brand) WHERE (count >= 5);

CREATE INDEX community_changes_author ON public.community_changes USING btree (author_id) WHERE (author_id IS NOT NULL);

CREATE INDEX community_changes_contribution ON public.community_changes USING btree (contribution_id) WHERE (contribution_id IS NOT NULL);

CREATE INDEX community_changes_moderator ON public.community_changes USING btree (moderator_id) WHERE (moderator_id IS NOT NULL);

CREATE INDEX community_changes_record ON public.community_changes USING btree (record_id, id);

CREATE INDEX community_records_version ON public.community_records USING btree (version);

CREATE INDEX contributions_account ON public.contributions USING btree (account_id, created_at);

CREATE INDEX contributions_decided ON public.contributions USING btree (account_id, decided_at DESC, id DESC) WHERE (status = ANY (ARRAY['accepted'::text, 'rejected'::text, 'undone'::text]));

CREATE INDEX contributions_decided_by ON public.contributions USING btree (decided_by) WHERE (decided_by IS NOT NULL);

CREATE INDEX contributions_food ON public.contributions USING btree (food_id) WHERE (food_id IS NOT NULL);

CREATE INDEX contributions_queue ON public.contributions USING btree (created_at, id) WHERE ((status = ANY (ARRAY['pending'::text, 'question'::text])) OR is_sampled);

CREATE INDEX contributions_record ON public.contributions USING btree (record_id) WHERE (record_id IS NOT NULL);

CREATE INDEX email_tokens_account ON public.email_tokens USING btree (account_id);

CREATE INDEX email_tokens_expiry ON public.email_tokens USING btree (expires_at);

CREATE INDEX excluded_records_food ON public.excluded_records USING btree (food_id) WHERE (food_id IS NOT NULL);

CREATE INDEX foods_alternate_id ON public.foods USING btree (alternate_id) WHERE (alternate_id IS NOT NULL);

CREATE UNIQUE INDEX foods_barcode ON public.foods USING btree (barcode) WHERE (barcode IS NOT NULL);

CREATE INDEX foods_generic_name ON public.foods USING btree (generic_name, static_rank DESC, id) WHERE (generic_name IS NOT NULL);

CREATE INDEX foods_name_keys ON public.foods USING gin (name_keys) WITH (fastupdate=off) WHERE is_group_best;

CREATE INDEX foods_normalized_name ON public.foods USING btree ("left"(normalized_name, 400) COLLATE "C", static_rank DESC, id);

CREATE INDEX foods_popular ON public.foods USING btree (popular_order, id) WHERE is_group_best;

CREATE INDEX foods_popular_by_brand ON public.foods USING btree (normalized_brand, popular_order, id) WHERE (is_group_best AND (normalized_brand <> ''::text));

CREATE INDEX foods_popular_by_category ON public.foods USING btree (category, popular_order, id) WHERE (is_group_best AND (category IS NOT NULL));

CREATE INDEX foods_popular_by_category_with_image ON public.foods USING btree (category, popular_order, id) WHERE (is_group_best AND (category IS NOT NULL) AND (image_url IS NOT NULL));

CREATE INDEX foods_popular_with_image ON public.foods USING btree (popular_order, id) WHERE (is_group_best AND (image_url IS NOT NULL));

CREATE UNIQUE INDEX foods_product_key ON public.foods USING btree (product_key) WHERE (product_key IS NOT NULL);

CREATE INDEX foods_search_vector_0 ON public.foods USING gin (search_vector) WITH (fastupdate=off) WHERE (rank_tier = 0);

CREATE INDEX foods_search_vector_1 ON public.foods USING gin (search_vector) WITH (fastupdate=off) WHERE (rank_tier = 1);

CREATE INDEX foods_search_vector_2 ON public.foods USING gin (search_vector) WITH (fastupdate=off) WHERE (rank_tier = 2);

CREATE INDEX foods_search_vector_3 ON public.foods USING gin (search_vector) WITH (fastupdate=off) WHERE (rank_tier = 3);

CREATE INDEX foods_search_vector_4 ON public.foods USING gin (search_vector) WITH (fastupdate=off) WHERE (rank_tier = 4);

CREATE INDEX foods_search_vector_5 ON public.foods USING gin (search_vector) WITH (fastupdate=off) WHERE (rank_tier = 5);

CREATE INDEX mail_queue_account ON public.mail_queue USING btree (account_id);

CREATE INDEX mail_queue_due ON public.mail_queue USING btree (next_attempt_at);

CREATE INDEX mail_queue_recipient ON public.mail_queue USING btree (lower(recipient)) WHERE (account_id IS NULL);

CREATE INDEX merged_food_ids_record ON public.merged_food_ids USING btree (source, source_id);

CREATE INDEX merged_food_ids_target ON public.merged_food_ids USING btree (merged_into_food_id);

CREATE INDEX mfa_challenges_account ON public.mfa_challenges USING btree (account_id);

CREATE INDEX mfa_challenges_expiry ON public.mfa_challenges USING btree (expires_at);

CREATE INDEX oidc_auth_requests_session ON public.oidc_auth_requests USING btree (session_id);

CREATE INDEX partial_records_source_id ON public.partial_records USING btree (source, source_id);

CREATE INDEX passkey_challenges_account ON public.passkey_challenges USING btree (account_id);

CREATE INDEX passkey_challenges_expiry ON public.passkey_challenges USING btree (expires_at);

CREATE INDEX passkey_challenges_session ON public.passkey_challenges USING btree (session_id);

CREATE INDEX passkeys_account ON public.passkeys USING btree (account_id);

CREATE INDEX popular_page_anchors_position ON public.popular_page_anchors USING btree (category, has_image, "position");

CREATE INDEX report_cases_decided ON public.report_cases USING btree (decided_at) WHERE (decided_at IS NOT NULL);

CREATE INDEX report_cases_decided_by ON public.report_cases USING btree (decided_by) WHERE (decided_by IS NOT NULL);

CREATE INDEX report_cases_food ON public.report_cases USING btree (food_id);

CREATE UNIQUE INDEX report_cases_open ON public.report_cases USING btree (food_id, kind, field) NULLS NOT DISTINCT WHERE (state = 'open'::text);

CREATE INDEX report_cases_queue ON public.report_cases USING btree (((NOT is_urgent)), ((- senders)), first_reported_at, id) WHERE (state = 'open'::text);

CREATE INDEX reports_account ON public.reports USING btree (account_id) WHERE (account_id IS NOT NULL);

CREATE INDEX reports_sender ON public.reports USING btree (sender_hash) WHERE (sender_hash IS NOT NULL);

CREATE INDEX searches_by_day_unfound ON public.searches_by_day USING btree (day) WHERE (found_nothing >= 5);

CREATE INDEX sent_reminders_sent ON public.sent_reminders USING btree (sent_at);

CREATE INDEX sessions_account ON public.sessions USING btree (account_id);

CREATE INDEX sessions_last_seen ON public.sessions USING btree (last_seen_at);

CREATE INDEX superseded_records_alternate_id ON public.superseded_records USING btree (alternate_id) WHERE (alternate_id IS NOT NULL);

CREATE INDEX superseded_records_barcode ON public.superseded_records USING btree (barcode) WHERE (barcode IS NOT NULL);

CREATE INDEX superseded_records_food ON public.superseded_records USING btree (food_id);

CREATE INDEX superseded_records_product_key ON public.superseded_records USING btree (product_key) WHERE (product_key IS NOT NULL);

CREATE INDEX takedowns_version ON public.takedowns USING btree (version);

CREATE INDEX taken_down_records_record ON public.taken_down_records USING btree (source, source_id);

CREATE INDEX usage_day ON public.usage USING btree (day);

CREATE INDEX usage_hours_hour ON public.usage_hours USING btree (hour);

CREATE INDEX usage_response_times_day ON public.usage_response_times USING btree (day);

CREATE TRIGGER principal_changed AFTER UPDATE OF plan, plan_expires_at, suspended_at ON public.accounts FOR EACH ROW EXECUTE FUNCTION public.record_principal_change();

CREATE TRIGGER principal_changed AFTER UPDATE OF account_id, kind, scope, secret_hash, cap_per_minute, expires_at, revoked_at, previous_secret_hash, previous_expires_at ON public.api_keys FOR EACH ROW EXECUTE FUNCTION public.record_principal_change();

CREATE TRIGGER principal_deleted AFTER DELETE ON public.api_keys FOR EACH ROW EXECUTE FUNCTION public.record_principal_change();

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.community_changes
    ADD CONSTRAINT community_changes_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.accounts(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.community_changes
    ADD CONSTRAINT community_changes_contribution_id_fkey FOREIGN KEY (contribution_id) REFERENCES public.contributions(id);

ALTER TABLE ONLY public.community_changes
    ADD CONSTRAINT community_changes_moderator_id_fkey FOREIGN KEY (moderator_id) REFERENCES public.accounts(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.community_changes
    ADD CONSTRAINT community_changes_record_id_fkey FOREIGN KEY (record_id) REFERENCES public.community_records(id);

ALTER TABLE ONLY public.community_changes
    ADD CONSTRAINT community_changes_undoes_id_fkey FOREIGN KEY (undoes_id) REFERENCES public.community_changes(id);

ALTER TABLE ONLY public.contributions
    ADD CONSTRAINT contributions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.contributions
    ADD CONSTRAINT contributions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.accounts(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.contributions
    ADD CONSTRAINT contributions_record_id_fkey FOREIGN KEY (record_id) REFERENCES public.community_records(id);

ALTER TABLE ONLY public.email_tokens
    ADD CONSTRAINT email_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mail_queue
    ADD CONSTRAINT mail_queue_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mfa_challenges
    ADD CONSTRAINT mfa_challenges_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.oidc_auth_requests
    ADD CONSTRAINT oidc_auth_requests_linking_account_id_fkey FOREIGN KEY (linking_account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.oidc_auth_requests
    ADD CONSTRAINT oidc_auth_requests_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.passkey_challenges
    ADD CONSTRAINT passkey_challenges_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.passkey_challenges
    ADD CONSTRAINT passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.report_cases
    ADD CONSTRAINT report_cases_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.accounts(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_case_id_fkey FOREIGN KEY (case_id) REFERENCES public.report_cases(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sent_reminders
    ADD CONSTRAINT sent_reminders_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.takedowns
    ADD CONSTRAINT takedowns_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.takedowns
    ADD CONSTRAINT takedowns_moderator_id_fkey FOREIGN KEY (moderator_id) REFERENCES public.accounts(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.taken_down_records
    ADD CONSTRAINT taken_down_records_takedown_id_fkey FOREIGN KEY (takedown_id) REFERENCES public.takedowns(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.usage
    ADD CONSTRAINT usage_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.usage_hours
    ADD CONSTRAINT usage_hours_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.usage_response_times
    ADD CONSTRAINT usage_response_times_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

