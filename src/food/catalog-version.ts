/** The version of the catalog as an SQL expression: it changes with every import, sync and change of the synonyms. */
export const catalogVersion =
  "(select extract(epoch from refreshed_at) || ' ' || coalesce(synonyms_fingerprint, '') from catalog_stats)"
