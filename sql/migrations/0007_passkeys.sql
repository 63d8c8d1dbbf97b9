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

-- When the owner last re-authenticated in this session with a passkey or at a provider.
alter table sessions add column reauthenticated_at timestamptz;

-- The session that re-authenticates at the provider; null for a sign-in and for linking.
alter table oidc_auth_requests add column session_id bigint references sessions on delete cascade;
create index oidc_auth_requests_session on oidc_auth_requests (session_id);

-- Two-factor authentication can be on without an authenticator app, with passkeys instead.
alter table accounts drop constraint accounts_check;
