-- Which products of Open Food Facts the catalog holds, and the file from which it was loaded. Without a row: all products.
create table catalog_scope (
  singleton boolean primary key default true check (singleton),
  -- English names; empty: every country.
  countries text[] not null,
  -- Language codes; empty: every language.
  languages text[] not null,
  -- Whether products that nobody has scanned are left out.
  only_scanned boolean not null,
  file_name text not null,
  file_sha256 text not null,
  loaded_at timestamptz not null default now()
);
