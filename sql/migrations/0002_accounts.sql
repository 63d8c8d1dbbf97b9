create table accounts (
  id bigint generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9._-]{0,62}$'),
  plan text not null default 'starter' check (plan in ('starter', 'pro', 'scale')),
  created_at timestamptz not null default now()
);

-- A key itself is never stored: only its HMAC, and enough of it for its owner to tell it from others.
create table keys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  kind text not null check (kind in ('account', 'named')),
  name text not null check (name <> ''),
  scope text not null check (scope in ('read', 'full')),
  hash bytea not null unique,
  prefix text not null,
  last_four text not null,
  cap_per_minute integer check (cap_per_minute > 0),
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  check (kind = 'named' or (scope = 'full' and cap_per_minute is null and expires_at is null))
);

-- A name is free again once its key is revoked; an account has one account key at a time.
create unique index keys_name on keys (account_id, name) where revoked_at is null;
create unique index keys_account_key on keys (account_id) where kind = 'account' and revoked_at is null;
