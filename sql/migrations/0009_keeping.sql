-- Under which SECRET_KEY a hash was made, so that the secret can be replaced and one sees what still hangs on the
-- old one. Null: made before this was noted.
alter table keys add server_secret_id text;
alter table sessions add server_secret_id text;
alter table recovery_codes add server_secret_id text;

-- For forgetting what is over (docs/reference/retention.md). These tables are small: building takes moments.
create index sessions_seen on sessions (seen_at);
create index mail_links_expiry on email_tokens (expires_at);
create index code_challenges_expiry on mfa_challenges (expires_at);
create index billing_events_received on billing_events (received_at);
