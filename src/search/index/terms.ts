// The term dictionary of the catalog and the deletes of its terms, by which a misspelt word finds the intended one.
import type { Client } from 'pg'
import { type ShadowTable, buildShadowTable } from '../../platform/database/shadow-table.ts'
import { copyInto } from '../../platform/database/copy-into.ts'
import { indexedDeletesOf } from '../../language/edit-distance.ts'

interface TermRow {
  word: string
  foods: number
}

const termsPerChunk = 2_000

/** Builds both tables as shadow tables, to be swapped together with the foods. */
export async function buildTerms(
  client: Client,
  foods: string,
  onPhase: (phase: string) => void,
): Promise<ShadowTable[]> {
  const terms = await buildShadowTable(client, 'lexicon', onPhase, async shadow => {
    onPhase('counting terms')
    await client.query(`
      insert into ${shadow} (word, foods)
        select word, ndoc from ts_stat('select words from ${foods}') where word !~ '^@'`)
  })
  const deletes = await buildShadowTable(client, 'term_deletes', onPhase, async shadow => {
    const { rows } = await client.query<TermRow>(`select word, foods from ${terms.shadow}`)
    await copyInto(client, shadow, ['rest', 'word', 'foods'], deleteLines(rows))
  })
  return [terms, deletes]
}

function* deleteLines(terms: TermRow[]): Generator<string> {
  for (let start = 0; start < terms.length; start += termsPerChunk) {
    yield terms
      .slice(start, start + termsPerChunk)
      .flatMap(({ word, foods }) => indexedDeletesOf(word).map(form => `${form}\t${word}\t${foods}\n`))
      .join('')
  }
}
