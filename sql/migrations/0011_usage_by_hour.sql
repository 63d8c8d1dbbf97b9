-- Requests by hour, for the last days only.
create table usage_hours (
  account_id bigint not null references accounts on delete cascade,
  -- The start of the hour in UTC.
  hour timestamp not null,
  -- No foreign key: a batch from Redis may name a key whose account is being deleted.
  key_id bigint not null,
  endpoint text not null,
  status smallint not null,
  requests bigint not null,
  primary key (account_id, hour, key_id, endpoint, status)
);
create index usage_hours_hour on usage_hours (hour);

-- A histogram of response times for each day and key.
create table usage_response_times (
  account_id bigint not null references accounts on delete cascade,
  day date not null,
  key_id bigint not null,
  -- The requests took at most this long, and longer than the next smaller bound.
  max_ms integer not null,
  requests bigint not null,
  primary key (account_id, day, key_id, max_ms)
);
create index usage_response_times_day on usage_response_times (day);

-- Whether the owner wants a mail when a rate limit is nearly used up.
alter table accounts add column limit_alerts boolean not null default true;
