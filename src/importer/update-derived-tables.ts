// Brings the derived tables up to date after a small change, by the difference between the affected foods before and
// after it, so that the effort does not depend on the size of the catalog.
import type { Client } from 'pg'
import { setTermFrequencies, type TermFrequency } from '../search/index/terms.ts'
import { updateBrandCounts } from './brand-counts.ts'
import { foodsOfTouchedGroups } from './food-groups.ts'
import { countedColumns, updateCatalogBreakdown } from './refresh-catalog-breakdown.ts'
import { refreshPopularPlaces } from './refresh-popular-places.ts'
import { updateCategoryTables } from './update-category-tables.ts'

/** Captures the touched foods, and the other foods of their groups, as they are at this moment. */
export async function captureFoods(client: Client, moment: 'before' | 'after'): Promise<void> {
  const columns = [
    'id',
    'category',
    'image_url',
    'search_vector',
    'popular_order',
    'is_group_best',
    'brand',
    'normalized_brand',
    ...countedColumns,
  ]
  await client.query(`
    create temp table foods_${moment} on commit drop as
      select ${columns.map(column => `foods.${column}`).join(', ')}
        from foods
        where id in (select id from changed_foods
                     union select id from removed_foods
                     union select foods.id from ${foodsOfTouchedGroups});
    analyze foods_${moment}`)
}

/** Expects the temporary tables of `captureFoods` for both moments. */
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
              from (select unnest(tsvector_to_array(search_vector)) as term, -1 as difference from foods_before
                    union all
                    select unnest(tsvector_to_array(search_vector)), 1 from foods_after) as counted
              where term !~ '^@'
              group by term
              having sum(difference) <> 0) as differences
      left join terms using (term)`)
  await setTermFrequencies(client, rows)
}
