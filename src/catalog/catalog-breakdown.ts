// Catalog statistics, as counted by the last import that changed the catalog.
import type { Database } from '../platform/database/pool.ts'

export interface CatalogBreakdown {
  foods: number
  /** When the catalog last changed. */
  changedAt: Date
  /** When a record was last changed at its source; null when no record states it. */
  newestChange: Date | null
  counts: FoodCount[]
}

interface FoodCount {
  /** `class` counts the foods of the confidence class `complete`. */
  kind: 'source' | 'class'
  name: string
  foods: number
}

/** One statement, so that all counts come from the same catalog version. */
export async function readCatalogBreakdown(database: Database): Promise<CatalogBreakdown> {
  const { rows } = await database.query<CatalogBreakdown>({
    name: 'catalog-breakdown',
    text: `
      select foods, refreshed_at as "changedAt", newest_change as "newestChange",
             (select coalesce(json_agg(counted), '[]')
                from (select kind, name, foods from catalog_breakdown) as counted) as counts
        from catalog_stats`,
  })
  const [row] = rows
  if (!row) throw new Error('catalog_stats is empty')
  return row
}
