// The imported category taxonomy of Open Food Facts.
import type { Client } from 'pg'
import type { TaxonomyEntry } from '../food/category-resolver.ts'

/** Ordered, so that equal taxonomies give equal resolvers. */
export async function loadTaxonomy(client: Client): Promise<TaxonomyEntry[]> {
  const { rows } = await client.query<TaxonomyEntry>(
    'select id, parents, names, synonyms from taxonomy_categories order by id collate "C"',
  )
  return rows
}

/** Changes with the taxonomy. It determines the categories of foods, so it belongs to the scope of line digests. */
export async function taxonomyFingerprint(client: Client): Promise<string> {
  const { rows } = await client.query<{ fingerprint: string | null }>(
    'select taxonomy_fingerprint as fingerprint from catalog_stats',
  )
  return rows[0]?.fingerprint ?? ''
}

/** Must run in the transaction that changes the taxonomy. */
export async function updateTaxonomyFingerprint(client: Client): Promise<void> {
  await client.query(
    `update catalog_stats set taxonomy_fingerprint =
       (select md5(string_agg(md5(entry::text), '' order by id collate "C")) from taxonomy_categories as entry)`,
  )
}
