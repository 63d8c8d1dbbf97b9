// Rebuilds the synonyms of the search when something has changed that they are made from.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Client } from 'pg'
import { copyInto } from '../platform/database/copy-into.ts'
import { buildSynonyms, type Synonym } from '../search/synonyms/build-synonyms.ts'
import { parseSynonyms, type SynonymRule, SynonymsError } from '../search/synonyms/parse-synonyms.ts'
import { ImportAborted } from './report.ts'
import { rulesFingerprint } from './rules-fingerprint.ts'
import { loadTaxonomy, taxonomyFingerprint } from './taxonomy.ts'

/** The contents of the operator's file. */
export interface OperatorSynonyms {
  rules: SynonymRule[]
  digest: string
}

export function readOperatorSynonyms(file: string | undefined): OperatorSynonyms {
  if (file === undefined) return { rules: [], digest: '' }
  const text = readText(file)
  try {
    return { rules: parseSynonyms(text, file), digest: hash('sha256', text) }
  } catch (error) {
    if (error instanceof SynonymsError)
      throw new ImportAborted('malformed-input', `${error.message}. Nothing was changed`)
    throw error
  }
}

function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is not UTF-8' : (error as Error).message
    throw new ImportAborted(
      'malformed-input',
      `the file of SYNONYMS_FILE cannot be read: ${file}: ${reason}. Correct the setting or the file. Nothing was changed`,
    )
  }
}

/** Must run in the transaction that changes the catalog. */
export async function refreshSynonyms(client: Client, { rules, digest }: OperatorSynonyms): Promise<void> {
  const fingerprint = hash(
    'sha256',
    [rulesFingerprint('synonyms'), await taxonomyFingerprint(client), digest].join(' '),
  ).slice(0, 16)
  const { rows } = await client.query<{ synonyms_fingerprint: string | null }>(
    'select synonyms_fingerprint from catalog_stats',
  )
  if (rows[0]?.synonyms_fingerprint === fingerprint) return
  const synonyms = buildSynonyms(await loadTaxonomy(client), rules)
  await client.query('delete from synonyms')
  await copyInto(client, 'synonyms', ['phrase', 'target', 'position', 'kind'], [copyText(synonyms)])
  // Nodes reload the synonyms when the catalog has changed.
  await client.query('update catalog_stats set synonyms_fingerprint = $1, refreshed_at = now()', [
    fingerprint,
  ])
}

/** Normalized words contain no character that COPY would need escaped. */
function copyText(synonyms: Synonym[]): string {
  let position = 0
  let previous = ''
  return synonyms
    .map(({ phrase, target, kind }) => {
      position = phrase === previous ? position + 1 : 0
      previous = phrase
      return `${phrase}\t${target}\t${position}\t${kind}\n`
    })
    .join('')
}
