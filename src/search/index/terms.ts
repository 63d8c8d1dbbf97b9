// The term dictionary of the catalog and the deletes of its terms, by which a misspelt word finds the intended one.
import type { Client } from 'pg'
import { indexedDeletesOf } from '../../language/edit-distance.ts'
import { copyInto } from '../../platform/database/copy-into.ts'
import { buildShadowTable, type ShadowTable } from '../../platform/database/shadow-table.ts'

export interface TermFrequency {
  term: string
  document_frequency: number
}

const termsPerChunk = 2_000

/** Builds both tables as shadow tables, to be swapped together with the foods. */
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
  const deletes = await buildShadowTable(client, 'term_deletes', onPhase, async shadow => {
    const { rows } = await client.query<TermFrequency>(`select term, document_frequency from ${terms.shadow}`)
    await copyInto(client, shadow, ['delete_form', 'term', 'document_frequency'], deleteLines(rows))
  })
  return [terms, deletes]
}

/** Sets the document frequencies of some terms; 0 removes a term. */
export async function setTermFrequencies(client: Client, changed: TermFrequency[]): Promise<void> {
  const kept = changed.filter(({ document_frequency }) => document_frequency > 0)
  await client.query('delete from terms where term = any($1::text[])', [changed.map(({ term }) => term)])
  await client.query(
    'insert into terms (term, document_frequency) select * from unnest($1::text[], $2::integer[])',
    [kept.map(({ term }) => term), kept.map(({ document_frequency }) => document_frequency)],
  )
  const old = changed.flatMap(({ term }) => indexedDeletesOf(term).map(form => ({ form, term })))
  await client.query(
    `delete from term_deletes using unnest($1::text[], $2::text[]) as old (form, term)
       where term_deletes.delete_form = old.form collate "C" and term_deletes.term = old.term`,
    [old.map(({ form }) => form), old.map(({ term }) => term)],
  )
  await copyInto(client, 'term_deletes', ['delete_form', 'term', 'document_frequency'], deleteLines(kept))
}

function* deleteLines(terms: TermFrequency[]): Generator<string> {
  for (let start = 0; start < terms.length; start += termsPerChunk) {
    yield terms
      .slice(start, start + termsPerChunk)
      .flatMap(row =>
        indexedDeletesOf(row.term).map(form => `${form}\t${row.term}\t${row.document_frequency}\n`),
      )
      .join('')
  }
}
