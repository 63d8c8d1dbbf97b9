// The tables that are made from the foods. They change in the transaction that changes the foods, so that readers never see lists that do
// not match them.
import type { Client } from 'pg'
import { type ShadowTable, swapTables } from '../platform/database/shadow-table.ts'
import { buildTerms, setTermFrequencies, type TermFrequency } from '../search/index/terms.ts'
import { refreshBrandCounts, updateBrandCounts } from './brand-counts.ts'
import { refreshCategoryTables, updateCategoryTables } from './category-tables.ts'
import { noProgress, type OnPhase } from './progress.ts'
import { refreshCatalogBreakdown, updateCatalogBreakdown } from './refresh-catalog-breakdown.ts'
import { refreshCategoryQuantiles } from './refresh-category-quantiles.ts'
import { refreshPopularPlaces } from './refresh-popular-places.ts'

interface DerivedTables {
  /** `foods` is the table to read, which may be a shadow table. */
  refresh: (client: Client, foods: string) => Promise<void>
  /** After a small change, by the differences in `touched_foods`, so that the effort does not depend on the size of the catalog. */
  update: (client: Client) => Promise<void>
}

const derivedTables: DerivedTables[] = [
  { refresh: refreshCategoryTables, update: updateCategoryTables },
  { refresh: refreshPopularPlaces, update: client => refreshPopularPlaces(client, 'foods') },
  // A few foods hardly move a quantile.
  { refresh: refreshCategoryQuantiles, update: async () => undefined },
  { refresh: refreshBrandCounts, update: updateBrandCounts },
  { refresh: refreshCatalogBreakdown, update: updateCatalogBreakdown },
]

/** For foods that were updated in place. */
export async function refreshDerivedTables(client: Client, onPhase = noProgress.onPhase): Promise<void> {
  await swapTables(client, await rebuildDerivedTables(client, 'foods', onPhase))
}

/** Returns the tables that are to be swapped together with `foods`, which may be a shadow table. */
export async function rebuildDerivedTables(
  client: Client,
  foods: string,
  onPhase: OnPhase,
): Promise<ShadowTable[]> {
  for (const { refresh } of derivedTables) await refresh(client, foods)
  return buildTerms(client, foods, onPhase)
}

/** Expects the foods as they were and as they are in `touched_foods`. */
export async function updateDerivedTables(client: Client): Promise<void> {
  for (const { update } of derivedTables) await update(client)
  await updateTerms(client)
}

async function updateTerms(client: Client): Promise<void> {
  const { rows } = await client.query<TermFrequency>(`
    select term, coalesce(terms.document_frequency, 0) + difference as document_frequency
      from (select term, sum(difference) as difference
              from (select unnest(tsvector_to_array(search_vector)) as term, difference from touched_foods) as counted
              where term !~ '^@'
              group by term
              having sum(difference) <> 0) as differences
      left join terms using (term)`)
  await setTermFrequencies(client, rows)
}
