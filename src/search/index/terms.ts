// The term dictionary of the catalog, and the search index that is built from it (search-index.ts).
import type { Client } from 'pg'
import { buildShadowTable, type ShadowTable } from '../../platform/database/shadow-table.ts'
import { buildSearchIndex, indexFormat, parseTerms, termsAsText } from './search-index.ts'

export interface TermFrequency {
  term: string
  document_frequency: number
}

/** Builds a shadow table, to be swapped together with the foods, and the index of its terms. */
export async function buildTerms(
  client: Client,
  foods: string,
  onPhase: (phase: string) => void,
): Promise<ShadowTable[]> {
  const terms = await buildShadowTable(client, 'terms', onPhase, async shadow => {
    onPhase('counting terms')
    await client.query(`
      insert into ${shadow} (term, document_frequency)
        select word, ndoc from ts_stat('select search_vector from ${foods}') where word !~ '^@'`)
  })
  onPhase('building the search index')
  await writeSearchIndex(client, terms.shadow)
  return [terms]
}

// Nodes read all changes whenever the catalog has changed, so there must be few.
const maxChangedTerms = 5_000

/** Sets the document frequencies of some terms; 0 removes a term. */
export async function setTermFrequencies(client: Client, changed: TermFrequency[]): Promise<void> {
  const values = [changed.map(({ term }) => term), changed.map(each => each.document_frequency)]
  await client.query('delete from terms where term = any($1::text[])', values.slice(0, 1))
  await client.query(
    `insert into terms (term, document_frequency)
       select * from unnest($1::text[], $2::integer[]) as changed (term, document_frequency) where document_frequency > 0`,
    values,
  )
  await client.query(
    `insert into changed_terms (term, document_frequency) select * from unnest($1::text[], $2::integer[])
       on conflict (term) do update set document_frequency = excluded.document_frequency`,
    values,
  )
  const { rows } = await client.query<{ count: number }>('select count(*) from changed_terms')
  if ((rows[0]?.count ?? 0) > maxChangedTerms) await writeSearchIndex(client, 'terms')
}

/** Builds the index of an existing catalog if it has none, or one of an earlier release. Waits for an import to commit. */
export async function writeMissingSearchIndex(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(`
    select from catalog_stats
      where foods > 0
        and not exists (select from search_index_parts
                          where build = search_index_build and part = 0 and get_byte(data, 0) = ${indexFormat})
      for update`)
  if (rowCount === 0) return false
  await writeSearchIndex(client, 'terms')
  return true
}

/** Read one at a time, so that a node does nothing else for a millisecond or two. */
const partLength = 256 * 1024

/** Must run in the transaction that changes the terms. */
async function writeSearchIndex(client: Client, table: string): Promise<void> {
  const { rows } = await client.query<{ terms: string | null }>(
    `select ${termsAsText} as terms from ${table}`,
  )
  const { bytes } = await buildSearchIndex(parseTerms(rows[0]?.terms ?? ''))
  const updated = await client.query<{ build: number }>(
    // The time, because a number that a lost server has used must not be used again.
    `update catalog_stats set search_index_build = extract(epoch from clock_timestamp()) * 1000000
       returning search_index_build as build`,
  )
  await client.query('delete from search_index_parts; delete from changed_terms')
  for (let part = 0; part * partLength < bytes.length; part++) {
    await client.query('insert into search_index_parts (build, part, data) values ($1, $2, $3)', [
      updated.rows[0]?.build,
      part,
      Buffer.from(bytes.subarray(part * partLength, (part + 1) * partLength)),
    ])
  }
}
