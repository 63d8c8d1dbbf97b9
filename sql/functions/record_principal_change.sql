-- Trigger function: records that the principals of an account's API keys may have changed. Nodes that read keys from replicas
-- poll these rows on the primary.
create or replace function record_principal_change() returns trigger
  language plpgsql as $$
begin
  if tg_table_name = 'accounts' then
    insert into principal_changes (account_id) values (old.id) on conflict do nothing;
  else
    insert into principal_changes (account_id) values (old.account_id) on conflict do nothing;
  end if;
  return null;
end
$$;
