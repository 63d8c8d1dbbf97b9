// Stores the rules fingerprint with which the foods of each source were imported.
import type { Client } from 'pg'
import { sourceIds } from '../food/sources.ts'
import type { LineDigests } from './line-digests.ts'
import { rulesFingerprint } from './rules-fingerprint.ts'

export interface RulesInUse {
  fingerprint: string
  /** Records whose lines this import has not read. */
  missing: LineDigests['missing']
  /** How many lines it has read. */
  read: number
}

/** Must run after the staged records are resolved and before they are written. */
export async function recordRules(client: Client, rules: RulesInUse): Promise<void> {
  const { rows } = await client.query<{ source: string }>(
    `select source from unnest($1::text[]) as source
       where exists (select from staged where staged.source = source.source)
         and not exists (select from rules_fingerprints as stored
                           where stored.source = source.source and fingerprint = $2)`,
    [sourceIds, rules.fingerprint],
  )
  for (const { source } of rows) {
    const coversSource = await coversWholeSource(client, source, rules)
    await client.query(
      `insert into rules_fingerprints (source, fingerprint) values ($1, $2)
         on conflict (source) do update set fingerprint = excluded.fingerprint`,
      [source, coversSource ? rules.fingerprint : null],
    )
  }
}

/** Whether this import has read every food of the source that remains in the catalog. */
async function coversWholeSource(
  client: Client,
  source: string,
  { missing, read }: RulesInUse,
): Promise<boolean> {
  // Comparing the counts first avoids scanning a large catalog for a few changes.
  const { rows } = await client.query<{ foods: number }>(
    `select coalesce(sum(foods), 0) as foods from catalog_breakdown where kind = 'source' and name = $1`,
    [source],
  )
  if ((rows[0]?.foods ?? 0) > read) return false
  // Every food that was not staged must have had a line that was skipped as unchanged.
  const { rowCount } = await client.query(
    `select from foods
       where source = $1
         and not exists (select from resolved where resolved.food_id = foods.id)
         and not exists (select from changed_foods where changed_foods.id = foods.id)
         and (source_line_hash is null or id = any($2::bigint[]))
       limit 1`,
    [source, missing().missingFoodIds],
  )
  return rowCount === 0
}

export interface SourceRules {
  source: string
  /** Null if unknown, or not the same for all foods of the source. */
  catalog: string | null
  program: string
}

export async function rulesOfSource(client: Client, source: string): Promise<SourceRules> {
  const { rows } = await client.query<{ fingerprint: string | null }>(
    'select fingerprint from rules_fingerprints where source = $1',
    [source],
  )
  return { source, catalog: rows[0]?.fingerprint ?? null, program: rulesFingerprint('foods') }
}
