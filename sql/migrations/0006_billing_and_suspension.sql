-- Set by an operator: the keys, sessions and sign-ins of the account are rejected until it is null again.
alter table accounts add column suspended_at timestamptz;

drop trigger principal_changed on accounts;
create trigger principal_changed after update of plan, plan_expires_at, suspended_at on accounts
  for each row execute function record_principal_change();

-- A link that an operator gives to an owner who cannot sign in any more.
alter table email_tokens drop constraint email_tokens_purpose_check;
alter table email_tokens add constraint email_tokens_purpose_check
  check (purpose in ('confirm', 'reset', 'cancel', 'recover'));

-- The nightly comparison of all subscriptions with Stripe: which node runs it, and the result of the last run. The row is
-- written by the first run.
create table billing_reconciliation (
  singleton boolean primary key default true check (singleton),
  -- While a node runs it: when another node may start over.
  lease_expires_at timestamptz,
  finished_at timestamptz,
  corrected integer not null default 0,
  failed integer not null default 0
);
