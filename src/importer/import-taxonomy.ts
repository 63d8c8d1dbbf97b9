// Imports the category taxonomy of Open Food Facts, from which the canonical categories of foods are found.
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { Client } from 'pg'
import { categories } from '../food/categories.ts'
import type { TaxonomyEntry } from '../food/category-resolver.ts'
import { inTransaction } from '../platform/database/pool.ts'
import { withImportLock } from './import-lock.ts'
import { readOperatorSynonyms, refreshSynonyms } from './refresh-synonyms.ts'
import { ImportAborted } from './report.ts'
import { taxonomyFingerprint, updateTaxonomyFingerprint } from './taxonomy.ts'

export interface TaxonomyReport {
  categories: number
  languages: number
  /** Whether another taxonomy, or none, was stored before; null for a dry run. */
  changed: boolean | null
}

/** Replaces the stored taxonomy by that of a file. The foods keep their categories until they are imported again. */
export async function importTaxonomy(
  client: Client,
  file: string,
  { dryRun, synonymsFile }: { dryRun: boolean; synonymsFile?: string | undefined },
): Promise<TaxonomyReport> {
  const operatorSynonyms = readOperatorSynonyms(synonymsFile)
  const entries = parseTaxonomy(await readJson(file))
  const languages = new Set(entries.flatMap(({ names }) => Object.keys(names)))
  const report = { categories: entries.length, languages: languages.size, changed: null }
  if (dryRun) return report
  return withImportLock(client, async () => {
    const before = await taxonomyFingerprint(client)
    await inTransaction(client, async () => {
      await client.query('delete from taxonomy_categories')
      await client.query(
        `insert into taxonomy_categories (id, parents, names, synonyms)
           select id, parents, names, synonyms
             from jsonb_to_recordset($1::jsonb) as entry (id text, parents text[], names jsonb, synonyms jsonb)`,
        [JSON.stringify(entries)],
      )
      await updateTaxonomyFingerprint(client)
      await refreshSynonyms(client, operatorSynonyms)
    })
    return { ...report, changed: (await taxonomyFingerprint(client)) !== before }
  })
}

async function readJson(file: string): Promise<unknown> {
  const bytes = await readFile(file)
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  try {
    return JSON.parse((isGzip ? gunzipSync(bytes) : bytes).toString())
  } catch {
    throw new ImportAborted(
      'malformed-input',
      `${file} is not JSON, or truncated: download it again. Nothing was changed`,
    )
  }
}

/** The published form: an object of ids with `name` and `synonyms` by language, and `parents`. */
export function parseTaxonomy(json: unknown): TaxonomyEntry[] {
  const entries = Object.entries(isObject(json) ? json : {}).flatMap(([id, entry]) =>
    isObject(entry) ? [{ id, ...membersOf(entry) }] : [],
  )
  const ids = new Set(entries.map(({ id }) => id))
  if (!categories.some(({ tags }) => tags.some(tag => ids.has(tag)))) {
    throw new ImportAborted(
      'no-usable-records',
      'the file is not the category taxonomy of Open Food Facts: it contains none of the categories known to Larder. Download categories.full.json. Nothing was changed',
    )
  }
  return entries
}

function membersOf({ parents, name, synonyms }: Record<string, unknown>): Omit<TaxonomyEntry, 'id'> {
  return {
    parents: textsOf(parents),
    names: Object.fromEntries(
      Object.entries(isObject(name) ? name : {}).flatMap(([language, value]) =>
        textsOf([value]).map(text => [language, text]),
      ),
    ),
    synonyms: Object.fromEntries(
      Object.entries(isObject(synonyms) ? synonyms : {}).map(([language, values]) => [
        language,
        textsOf(values),
      ]),
    ),
  }
}

/** Some published names are null. */
const textsOf = (values: unknown): string[] =>
  Array.isArray(values) ? values.filter(value => typeof value === 'string' && !value.includes('\0')) : []

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
