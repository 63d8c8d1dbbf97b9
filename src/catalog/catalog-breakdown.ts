// The catalog in numbers, as the last import that changed it counted them.
import type { Database } from '../platform/database/pool.ts'

export interface CatalogBreakdown {
  foods: number
  /** When the catalog last changed. */
  changedAt: Date
  /** Days on which records were changed at their sources; null when no record says. */
  newestChange: Date | null
  medianChange: Date | null
  categories: number
  counts: NumberOfFoods[]
  /** Up to which moment the changes of a source are in. */
  syncs: { source: string; upTo: Date }[]
}

export interface NumberOfFoods {
  /** `known` counts foods that have a value, `class` those of a class of confidence, `year` by last change. */
  kind: 'source' | 'known' | 'class' | 'year'
  name: string
  foods: number
}

interface Row extends Omit<CatalogBreakdown, 'syncs'> {
  syncs: { source: string; cursor: number }[]
}

/** In one statement, so that all figures are those of one state of the catalog. */
export async function readCatalogBreakdown(database: Database): Promise<CatalogBreakdown> {
  const { rows } = await database.query<Row>({
    name: 'catalog-numbers',
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
  if (!row) throw new Error('catalog_stats has lost its row')
  return {
    ...row,
    syncs: row.syncs.map(({ source, cursor }) => ({ source, upTo: new Date(cursor * 1000) })),
  }
}
