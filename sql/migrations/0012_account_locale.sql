-- The language of the mails to an account, as in the addresses of the website. Null is English.
alter table accounts add column locale text check (locale ~ '^[a-z]{2}$');
