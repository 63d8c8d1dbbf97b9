-- Contributions, what they made of the catalog, and takedowns (ADR 57). These tables say what the catalog should contain; the importer
-- compares them with published_records and published_takedowns and brings the catalog up to date.

-- One row per food that people contributed or corrected: its current content in the format of `larder import jsonl`.
create table community_records (
  id bigint generated always as identity primary key,
  -- Null: the record has been removed.
  content jsonb,
  -- By a second person or a photo of the label.
  is_confirmed boolean not null default false,
  -- Higher than that of every earlier change of any record.
  version bigint not null,
  updated_at timestamptz not null default now()
);
create sequence community_versions as bigint owned by community_records.version;
alter table community_records alter version set default nextval('community_versions');
create index community_records_version on community_records (version);

create table contributions (
  id bigint generated always as identity primary key,
  -- Null: the account was deleted.
  account_id bigint references accounts on delete set null,
  kind text not null check (kind in ('new', 'correction', 'confirmation')),
  -- The food to correct or confirm.
  food_id bigint,
  -- The record that it changed, once accepted.
  record_id bigint references community_records,
  -- The proposed fields, and the values that they had when they were proposed.
  proposed jsonb not null,
  before jsonb not null default '{}',
  -- The quality flags of the proposed food.
  checks jsonb not null default '[]',
  note text,
  photo_key text,
  sent_with text not null check (sent_with in ('website', 'api')),
  status text not null default 'pending' check (status in ('pending', 'question', 'accepted', 'rejected', 'withdrawn', 'undone')),
  -- Incremented by every change, so that a decision is about what the moderator saw.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by bigint references accounts on delete set null,
  -- Accepted without a review, because all of the last proposals of its author were accepted.
  is_automatic boolean not null default false,
  -- Whether a moderator still has to look at an automatic acceptance.
  is_sampled boolean not null default false,
  -- The reason of a rejection, or the question of a moderator.
  reason text,
  answer text,
  check (kind = 'new' or food_id is not null)
);
create index contributions_queue on contributions (created_at, id) where status in ('pending', 'question') or is_sampled;
create index contributions_account on contributions (account_id, created_at);
create index contributions_food on contributions (food_id) where food_id is not null;
create index contributions_decided_by on contributions (decided_by) where decided_by is not null;
create index contributions_record on contributions (record_id) where record_id is not null;
-- The last decisions about an author: the limits of a person, and the order of the review queue.
create index contributions_decided on contributions (account_id, decided_at desc, id desc)
  where status in ('accepted', 'rejected', 'undone');

-- Every change of a community record; it can be undone.
create table community_changes (
  id bigint generated always as identity primary key,
  record_id bigint not null references community_records,
  contribution_id bigint references contributions,
  -- Who proposed the change, and who decided.
  author_id bigint references accounts on delete set null,
  moderator_id bigint references accounts on delete set null,
  changed_at timestamptz not null default now(),
  action text not null check (action in ('accepted', 'confirmed', 'undone', 'removed')),
  -- For `undone`: the change that was undone.
  undoes_id bigint unique references community_changes,
  reason text,
  before jsonb,
  after jsonb,
  was_confirmed boolean not null,
  is_confirmed boolean not null,
  photo_key text
);
create index community_changes_record on community_changes (record_id, id);
create index community_changes_author on community_changes (author_id) where author_id is not null;
create index community_changes_contribution on community_changes (contribution_id) where contribution_id is not null;
create index community_changes_moderator on community_changes (moderator_id) where moderator_id is not null;

create table takedowns (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('food', 'image', 'barcode', 'contributions')),
  ground text not null check (ground in ('copyright', 'trademark', 'privacy', 'offensive', 'illegal', 'other')),
  reason text not null,
  food_id bigint,
  barcode text,
  -- The author, for contributions.
  account_id bigint references accounts on delete set null,
  moderator_id bigint references accounts on delete set null,
  created_at timestamptz not null default now(),
  lifted_at timestamptz,
  version bigint not null default nextval('community_versions'),
  check (kind <> 'barcode' or barcode is not null),
  check (kind not in ('food', 'image') or food_id is not null)
);
create index takedowns_version on takedowns (version);

-- The records that a takedown of a food or an image is about.
create table taken_down_records (
  takedown_id bigint not null references takedowns on delete cascade,
  source text not null,
  source_id text not null,
  primary key (takedown_id, source, source_id)
);
create index taken_down_records_record on taken_down_records (source, source_id);

-- What the catalog contains of them; written by the importer.
create table published_records (
  record_id bigint primary key,
  version bigint not null
);
create table published_takedowns (
  takedown_id bigint primary key,
  version bigint not null,
  -- Its foods were deleted during an import, which may bring them back until it is published.
  is_provisional boolean not null default false,
  -- Those foods as they were, so that counts and the journal of changes can follow.
  removed_foods jsonb
);

-- What people report as wrong about a food. Reports of the same fact join one case, which a moderator decides.
create table report_cases (
  id bigint generated always as identity primary key,
  -- Not a reference: imports merge and remove foods. The id of a merged food finds the other one in merged_food_ids.
  food_id bigint not null,
  kind text not null
    check (kind in ('value', 'name', 'category', 'barcode', 'not_food', 'duplicate', 'image', 'offensive', 'rights')),
  -- Which value is wrong; null if the report does not say.
  field text check (field is null or kind = 'value'),
  state text not null default 'open' check (state in ('open', 'resolved', 'dismissed')),
  senders integer not null default 0 check (senders >= 0),
  is_urgent boolean not null generated always as (kind in ('offensive', 'rights')) stored,
  first_reported_at timestamptz not null default now(),
  last_reported_at timestamptz not null default now(),
  decided_by bigint references accounts on delete set null,
  decided_at timestamptz check ((state = 'open') = (decided_at is null)),
  answer text
);
create unique index report_cases_open on report_cases (food_id, kind, field) nulls not distinct where state = 'open';
-- The order of the review queue.
create index report_cases_queue on report_cases ((not is_urgent), (-senders), first_reported_at, id) where state = 'open';
create index report_cases_food on report_cases (food_id);
create index report_cases_decided on report_cases (decided_at) where decided_at is not null;
create index report_cases_decided_by on report_cases (decided_by) where decided_by is not null;

-- One row for each case and sender.
create table reports (
  id bigint generated always as identity primary key,
  case_id bigint not null references report_cases on delete cascade,
  -- A keyed hash of the client address. Null once the case has been closed for 30 days, like the reply address.
  sender_hash bytea,
  reply_address text,
  -- Of the reporter, for the answer.
  locale text,
  note text check (length(note) <= 1000),
  suggested text check (length(suggested) <= 200),
  -- The account whose key sent the report.
  account_id bigint references accounts on delete set null,
  created_at timestamptz not null default now(),
  unique (case_id, sender_hash)
);
create index reports_sender on reports (sender_hash) where sender_hash is not null;
create index reports_account on reports (account_id) where account_id is not null;
