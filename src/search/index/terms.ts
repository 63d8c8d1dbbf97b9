// The term dictionary of the catalog, which nodes load into memory (../vocabulary).
import type { Client } from 'pg'
import { buildShadowTable, type ShadowTable } from '../../platform/database/shadow-table.ts'

export interface TermFrequency {
  term: string
  document_frequency: number
}

/** Builds a shadow table, to be swapped together with the foods. */
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
  return [terms]
}

/** Sets the document frequencies of some terms; 0 removes a term. */
export async function setTermFrequencies(client: Client, changed: TermFrequency[]): Promise<void> {
  const kept = changed.filter(({ document_frequency }) => document_frequency > 0)
  await client.query('delete from terms where term = any($1::text[])', [changed.map(({ term }) => term)])
  await client.query(
    'insert into terms (term, document_frequency) select * from unnest($1::text[], $2::integer[])',
    [kept.map(({ term }) => term), kept.map(({ document_frequency }) => document_frequency)],
  )
}
