import type { TableGroups } from '../platform/database/privileges.ts'

/** The tables that an import can recreate. */
export const catalogTables = [
  'foods',
  'food_details',
  'superseded_records',
  'partial_records',
  'merged_food_ids',
  'food_changes',
  'excluded_records',
  'duplicate_line_digests',
  'sync_cursors',
  'catalog_scope',
  'rules_fingerprints',
  'catalog_stats',
  'catalog_breakdown',
  'peer_statistics',
  'taxonomy_categories',
  'category_counts',
  'category_quantiles',
  'brand_counts',
  'popular_page_anchors',
  'popular_places',
  'terms',
  'changed_terms',
  'search_index_parts',
  'synonyms',
  'published_records',
  'published_takedowns',
] as const

export const tableGroups: TableGroups = {
  catalog: catalogTables,
  readByImport: ['community_records', 'takedowns', 'taken_down_records'],
}
