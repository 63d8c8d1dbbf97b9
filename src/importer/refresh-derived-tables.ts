// Rebuilds the tables derived from the foods. Runs in the transaction that changes the foods, so that readers never see
// lists that do not match them.
import type { Client } from 'pg'
import { swapTables } from '../platform/database/shadow-table.ts'
import { buildTerms } from '../search/index/terms.ts'
import { refreshBrandCounts } from './brand-counts.ts'
import { refreshCatalogBreakdown } from './refresh-catalog-breakdown.ts'
import { refreshCategoryQuantiles } from './refresh-category-quantiles.ts'
import { refreshCategoryCounts, refreshPopularPageAnchors } from './refresh-category-tables.ts'
import { refreshPopularPlaces } from './refresh-popular-places.ts'

/** All derived tables, for foods that were updated in place. */
export async function refreshDerivedTables(
  client: Client,
  onPhase: (phase: string) => void = () => undefined,
): Promise<void> {
  await refreshLists(client, 'foods')
  await swapTables(client, await buildTerms(client, 'foods', onPhase))
}

/** `foods` is the table to read, which may be a shadow table. */
export async function refreshLists(client: Client, foods: string): Promise<void> {
  await refreshCategoryCounts(client, foods)
  await refreshPopularPageAnchors(client, foods)
  await refreshPopularPlaces(client, foods)
  await refreshCategoryQuantiles(client, foods)
  await refreshBrandCounts(client, foods)
  await refreshCatalogBreakdown(client, foods)
}
