// Brings the derived tables up to date after a small change, by the difference between the affected foods before and
// after it, so that the effort does not depend on the size of the catalog.
import type { Client } from 'pg'
import { setTermFrequencies, type TermFrequency } from '../search/index/terms.ts'
import { updateBrandCounts } from './brand-counts.ts'
import { updateCatalogBreakdown } from './refresh-catalog-breakdown.ts'
import { refreshPopularPlaces } from './refresh-popular-places.ts'
import { updateCategoryTables } from './update-category-tables.ts'

/** Expects the foods as they were and as they are in `touched_foods`. */
export async function updateDerivedTables(client: Client): Promise<void> {
  await updateCategoryTables(client)
  await refreshPopularPlaces(client, 'foods')
  await updateBrandCounts(client)
  await updateCatalogBreakdown(client)
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
