-- src/food/sources.ts lists the sources. A second list here would need a migration for every new one.

alter table foods drop constraint foods_source_check;
