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
