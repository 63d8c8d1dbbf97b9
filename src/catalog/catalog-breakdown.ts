// Catalog statistics, as counted by the last import that changed the catalog.
import type { Database } from '../platform/database/pool.ts'

export interface CatalogBreakdown {
  foods: number
  /** When the catalog last changed. */
  changedAt: Date
  /** When records were changed at their sources; null when no record states it. */
  newestChange: Date | null
  medianChange: Date | null
  categories: number
  counts: FoodCount[]
  /** The time up to which each source has been synced. */
  syncs: { source: string; upTo: Date }[]
}

export interface FoodCount {
  /** `known` counts foods by known field, `class` by confidence class, `year` by year of the last change. */
  kind: 'source' | 'known' | 'class' | 'year'
  name: string
  foods: number
}

interface Row extends Omit<CatalogBreakdown, 'syncs'> {
  syncs: { source: string; cursor: number }[]
}

/** One statement, so that all counts come from the same catalog version. */
export async function readCatalogBreakdown(database: Database): Promise<CatalogBreakdown> {
  const { rows } = await database.query<Row>({
    name: 'catalog-breakdown',
    text: `
      select foods, refreshed_at as "changedAt", newest_change as "newestChange", median_change as "medianChange",
             (select count(*) from category_counts) as categories,
             (select coalesce(json_agg(counted order by foods desc, name collate "C"), '[]')
                from (select kind, name, foods from catalog_breakdown) as counted) as counts,
             (select coalesce(json_agg(synced order by source), '[]')
                from (select source, cursor from sync_cursors) as synced) as syncs
        from catalog_stats`,
  })
  const row = rows[0]
  if (!row) throw new Error('catalog_stats is empty')
  return {
    ...row,
    syncs: row.syncs.map(({ source, cursor }) => ({ source, upTo: new Date(cursor * 1000) })),
  }
}
