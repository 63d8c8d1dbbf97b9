-- Which rules made the foods of a source (src/importer/rules-fingerprint.ts). Null: foods were made with different
-- versions of the rules. No row: not known, as after the import of a snapshot.
create table rules_fingerprints (
  source text primary key,
  fingerprint text
);
