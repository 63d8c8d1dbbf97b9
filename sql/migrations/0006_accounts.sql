-- How the owner of an account gets in, and what was done. docs/explanation/accounts-and-security.md tells the story.

alter table accounts
  add email text,
  add email_confirmed_at timestamptz,
  -- argon2id; null for accounts made by the operator or through a provider.
  add password_hash text,
  -- Whether the password would do without a second factor (15 characters).
  add password_meets_single_factor_policy boolean not null default true,
  -- The seed of the six-digit codes, encrypted under the server's secret; in force since `mfa_enabled_at`.
  add totp_secret bytea,
  add mfa_enabled_at timestamptz,
  -- The last step of time whose code was taken: each code once.
  add totp_last_step bigint not null default 0,
  -- A paid plan ends here unless it is renewed: then the account is on Starter. Null: no end.
  add plan_until timestamptz,
  add check (mfa_enabled_at is null or totp_secret is not null);

-- An unconfirmed address may be anybody's, so it keeps nobody from using their own.
create unique index accounts_email on accounts (lower(email)) where email_confirmed_at is not null;

alter table keys
  -- The secret before a rotation, which may live on for a while.
  add previous_hash bytea,
  add previous_expires_at timestamptz,
  add rotated_at timestamptz,
  add last_used_at timestamptz;
create unique index keys_previous_hash on keys (previous_hash) where previous_hash is not null;

create table sessions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  hash bytea not null unique,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  address text not null,
  browser text not null
);
create index sessions_account on sessions (account_id);

-- Half a sign-in: the password or the provider was right, the six digits are missing.
create table mfa_challenges (
  hash bytea primary key,
  account_id bigint not null references accounts on delete cascade,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index code_challenges_account on mfa_challenges (account_id);

create table recovery_codes (
  account_id bigint not null references accounts on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (account_id, hash)
);

-- Links sent by mail: each works once.
create table email_tokens (
  hash bytea primary key,
  account_id bigint not null references accounts on delete cascade,
  purpose text not null check (purpose in ('confirm', 'reset')),
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_links_account on email_tokens (account_id);

-- Sign-in through a provider: who they are there, and sign-ins under way.
create table identities (
  provider text not null,
  subject text not null,
  account_id bigint not null references accounts on delete cascade,
  email text,
  linked_at timestamptz not null default now(),
  primary key (provider, subject),
  unique (account_id, provider)
);
-- Nonce and code verifier are derived from the state and the server's secret.
create table oidc_auth_requests (
  state_hash bytea primary key,
  provider text not null,
  -- The signed-in owner who links; null for a sign-in.
  linking_account_id bigint references accounts on delete cascade,
  expires_at timestamptz not null
);

-- Who did what to which key, account or plan. Never a secret in it.
create table audit (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  at timestamptz not null default now(),
  actor text not null check (actor in ('owner', 'account key', 'operator', 'billing', 'unknown')),
  action text not null,
  subject text,
  address text
);
create index audit_account on audit (account_id, id desc);
