// Which rules made the foods of each source: the fingerprint that is stored with the catalog.
import type { Client } from 'pg'
import { sourceIds } from '../food/sources.ts'
import type { ImportReport } from './report.ts'
import { rulesFingerprint } from './rules-fingerprint.ts'

export interface RulesInUse {
  fingerprint: string
  /** Foods whose lines this import did not meet. */
  unseenFoods: () => number[]
}

/** To be called when it is decided what becomes of the staged records, and before they are applied. */
export async function recordRules(client: Client, rules: RulesInUse, report: ImportReport): Promise<void> {
  const { rows } = await client.query<{ source: string }>(
    `select source from unnest($1::text[]) as source
       where exists (select from staged where staged.source = source.source)
         and not exists (select from rules_fingerprints as stored
                           where stored.source = source.source and fingerprint = $2)`,
    [sourceIds, rules.fingerprint],
  )
  for (const { source } of rows) {
    const isWhole = await isWholeSource(client, source, rules, report)
    await client.query(
      `insert into rules_fingerprints (source, fingerprint) values ($1, $2)
         on conflict (source) do update set fingerprint = excluded.fingerprint`,
      [source, isWhole ? rules.fingerprint : null],
    )
  }
}

/** Whether this import met every food of the source that stays in the catalog. */
async function isWholeSource(
  client: Client,
  source: string,
  { unseenFoods }: RulesInUse,
  { known }: ImportReport,
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
  // Every food that was not staged must have had a line that was skipped as known. The count spares a few changes
  // to a large catalog the list of millions of unseen foods.
  if (foods === 0 || foods > known) return foods === 0
  const { rowCount } = await client.query(
    `select from foods where ${notStaged} and (source_line_hash is null or id = any($2::bigint[])) limit 1`,
    [source, unseenFoods()],
  )
  return rowCount === 0
}

/** For foods that come ready-made: nobody knows which rules made them. */
export async function forgetRules(client: Client): Promise<void> {
  await client.query('delete from rules_fingerprints')
}

export interface SourceRules {
  source: string
  /** Null: not known, or not the same for all foods of the source. */
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
