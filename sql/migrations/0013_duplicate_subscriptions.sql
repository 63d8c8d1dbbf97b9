-- How many subscriptions of the account are charged besides the one in this row.
alter table subscriptions add column other_subscriptions integer not null default 0;
