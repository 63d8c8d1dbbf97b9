/** What an import or a snapshot brings back. */
export const catalogTables = [
  'foods',
  'left_out',
  'repeated_lines',
  'sync_positions',
  'rules_fingerprints',
  'catalog_figures',
  'catalog_numbers',
  'category_counts',
  'popular_marks',
  'lexicon',
  'lexicon_rests',
] as const
