// Stores the rules fingerprint with which the foods of each source were imported.
import type { Client } from 'pg'
import { sourceIds } from '../food/sources.ts'
import type { ImportReport } from './report.ts'
import { rulesFingerprint } from './rules-fingerprint.ts'

export interface RulesInUse {
  fingerprint: string
  /** Foods whose lines this import has not read. */
  missingFoodIds: () => number[]
}

/** Must run after the staged records are resolved and before they are written. */
export async function recordRules(client: Client, rules: RulesInUse, report: ImportReport): Promise<void> {
  const { rows } = await client.query<{ source: string }>(
    `select source from unnest($1::text[]) as source
       where exists (select from staged where staged.source = source.source)
         and not exists (select from rules_fingerprints as stored
                           where stored.source = source.source and fingerprint = $2)`,
    [sourceIds, rules.fingerprint],
  )
  for (const { source } of rows) {
    const coversSource = await coversWholeSource(client, source, rules, report)
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
  { missingFoodIds }: RulesInUse,
  { skipped }: ImportReport,
): Promise<boolean> {
  const notStaged = `
    foods.source = $1
      and not exists (select from staged where staged.id = foods.id)
      and not exists (select from excluded_records where excluded_records.food_id = foods.id)`
  const { rows } = await client.query<{ foods: number }>(
    `select count(*) as foods from foods where ${notStaged}`,
    [source],
  )
  const foods = rows[0]?.foods ?? 0
  // Every food that was not staged must have had a line that was skipped as unchanged. Comparing the counts first avoids
  // listing millions of missing foods when a few changes are applied to a large catalog.
  if (foods === 0 || foods > skipped) return foods === 0
  const { rowCount } = await client.query(
    `select from foods where ${notStaged} and (source_line_hash is null or id = any($2::bigint[])) limit 1`,
    [source, missingFoodIds()],
  )
  return rowCount === 0
}

/** For imported snapshots: the rules of their foods are unknown. */
export async function clearRules(client: Client): Promise<void> {
  await client.query('delete from rules_fingerprints')
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
  return { source, catalog: rows[0]?.fingerprint ?? null, program: rulesFingerprint() }
}
