-- Signing in on the website, and the mails to accounts.

create table sessions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ip_address text not null,
  user_agent text not null,
  -- Which SECRET_KEY the hash was made with.
  server_secret_id text,
  -- When the owner last re-authenticated in this session with a passkey or at a provider.
  reauthenticated_at timestamptz
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
  -- Which SECRET_KEY the hash was made with.
  server_secret_id text,
  primary key (account_id, code_hash)
);

-- Links sent by e-mail, or given by an operator to an owner who cannot sign in any more (`recover`). `cancel` is the link in the
-- notice of an e-mail change.
create table email_tokens (
  token_hash bytea primary key,
  account_id bigint not null references accounts on delete cascade,
  purpose text not null check (purpose in ('confirm', 'reset', 'cancel', 'recover')),
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_tokens_account on email_tokens (account_id);
create index email_tokens_expiry on email_tokens (expires_at);

-- Passkeys (WebAuthn). Each is discoverable and verified its user when it was added, so it can sign in alone.
create table passkeys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null check (name <> ''),
  credential_id bytea not null unique,
  -- In COSE form.
  public_key bytea not null,
  -- Random, the same for all passkeys of an account: authenticators store it with the passkey.
  user_handle bytea not null,
  -- Signatures so far, if the authenticator counts them; a lower number than the stored one means a copy of the passkey.
  sign_count bigint not null,
  -- How the browser reaches the authenticator, such as usb or internal.
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_account on passkeys (account_id);

-- Passkey requests that wait for the browser's response.
create table passkey_challenges (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('registration', 'sign-in', 'two-factor', 're-authentication')),
  -- Null before sign-in.
  account_id bigint references accounts on delete cascade,
  session_id bigint references sessions on delete cascade,
  -- The user handle of a passkey that is being created.
  user_handle bytea,
  expires_at timestamptz not null
);
create index passkey_challenges_account on passkey_challenges (account_id);
create index passkey_challenges_session on passkey_challenges (session_id);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

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
  expires_at timestamptz not null,
  -- The session that re-authenticates at the provider; null for a sign-in and for linking.
  session_id bigint references sessions on delete cascade
);
create index oidc_auth_requests_session on oidc_auth_requests (session_id);

-- Mails waiting to be sent. A row holds what the mail is about; links with tokens are made when it is sent, so that none rests here.
create table mail_queue (
  id bigint generated always as identity primary key,
  -- The Message-ID, the same for every attempt: a mail repeated after a crash can be recognised.
  message_id uuid not null default gen_random_uuid(),
  kind text not null,
  -- Null: a password reset by address, which may belong to no account.
  account_id bigint references accounts on delete cascade,
  recipient text not null,
  parameters jsonb not null default '{}',
  queued_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- While a node is sending the mail: when another node may try.
  next_attempt_at timestamptz not null default now(),
  last_error text
);
create index mail_queue_due on mail_queue (next_attempt_at);
create index mail_queue_account on mail_queue (account_id);
create index mail_queue_recipient on mail_queue (lower(recipient)) where account_id is null;

-- Reminders already sent, so that each is sent once.
create table sent_reminders (
  account_id bigint not null references accounts on delete cascade,
  reminder text not null,
  sent_at timestamptz not null default now(),
  primary key (account_id, reminder)
);
create index sent_reminders_sent on sent_reminders (sent_at);
