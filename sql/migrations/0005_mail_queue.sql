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

-- A link in the notice of an e-mail change cancels it.
alter table email_tokens drop constraint email_tokens_purpose_check;
alter table email_tokens add constraint email_tokens_purpose_check check (purpose in ('confirm', 'reset', 'cancel'));

-- Part of the signature of a trusted device: increasing it makes every device unknown again.
alter table accounts add column device_generation integer not null default 0;

alter table audit_log drop constraint audit_log_actor_check;
alter table audit_log add constraint audit_log_actor_check
  check (actor in ('owner', 'account key', 'operator', 'billing', 'system', 'unknown'));
