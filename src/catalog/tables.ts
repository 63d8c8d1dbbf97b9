/** The tables that an import or a snapshot can recreate. */
export const catalogTables = [
  'foods',
  'excluded_records',
  'duplicate_line_digests',
  'sync_cursors',
  'rules_fingerprints',
  'catalog_stats',
  'catalog_breakdown',
  'taxonomy_categories',
  'category_counts',
  'popular_page_anchors',
  'terms',
  'term_deletes',
] as const
