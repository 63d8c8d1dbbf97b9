-- Accounts whose API keys or plan have changed, for nodes that read keys from a replica: they poll the rows of transactions
-- that their last snapshot did not contain. Written by triggers, so that no change can bypass it. A new key needs no row: a key
-- that a replica does not know is looked up on the primary.
create table principal_changes (
  transaction_id xid8 not null default pg_current_xact_id(),
  -- Without a foreign key: the account may have been deleted.
  account_id bigint not null,
  changed_at timestamptz not null default now(),
  primary key (transaction_id, account_id)
);

-- Not for columns that change often and do not matter here, such as last_used_at.
create trigger principal_changed
  after update of account_id, kind, scope, secret_hash, cap_per_minute, expires_at, revoked_at, previous_secret_hash,
    previous_expires_at
  on api_keys for each row execute function record_principal_change();
create trigger principal_deleted after delete on api_keys for each row execute function record_principal_change();
create trigger principal_changed after update of plan, plan_expires_at on accounts
  for each row execute function record_principal_change();
