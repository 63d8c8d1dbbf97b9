-- Paid plans.

-- A copy of what the payment service last reported.
create table subscriptions (
  account_id bigint primary key references accounts on delete cascade,
  stripe_customer_id text not null unique,
  stripe_subscription_id text unique,
  status text not null,
  plan text check (plan in ('pro', 'scale')),
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  -- When the payment first failed; null while everything is paid.
  past_due_since timestamptz,
  checked_at timestamptz not null default now()
);

-- Webhook events already handled.
create table billing_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);
create index billing_events_received on billing_events (received_at);
