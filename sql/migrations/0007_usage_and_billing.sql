-- Requests by day, key, endpoint and status. Counted in Redis, folded in here (src/accounts/usage).
create table usage (
  account_id bigint not null references accounts on delete cascade,
  day date not null,
  -- Not a reference: a batch from Redis may name a key whose account is just being deleted.
  key_id bigint not null,
  endpoint text not null,
  status smallint not null,
  requests bigint not null,
  primary key (account_id, day, key_id, endpoint, status)
);
create index usage_day on usage (day);
-- Batches that are in: one that is folded again after a crash counts once.
create table usage_flushes (
  id text primary key,
  flushed_at timestamptz not null default now()
);

create table subscriptions (
  account_id bigint primary key references accounts on delete cascade,
  customer text not null unique,
  subscription text unique,
  status text not null,
  plan text check (plan in ('pro', 'scale')),
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  -- When the payment first failed; null while all is paid.
  past_due_since timestamptz,
  checked_at timestamptz not null default now()
);
-- Messages of the payment service that were taken: each counts once.
create table billing_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);
