-- What nodes need of the catalog's terms in memory, finished, in parts (src/search/index/search-index.ts). The import that
-- changes the catalog writes it, so that nodes only read it.
create table search_index_parts (
  build bigint not null,
  part integer not null,
  data bytea not null,
  primary key (build, part)
);
-- The data does not compress well, and nodes read all of it.
alter table search_index_parts alter column data set storage external;

-- The terms whose frequency has changed since the index was built.
create table changed_terms (
  term text primary key,
  document_frequency integer not null
);

-- Null until an import, or larder migrate, has built one.
alter table catalog_stats add column search_index_build bigint;
