// The first step of an import: what is to be imported, and everything that is known before its first line is read.
import type { Client } from 'pg'
import type { Food } from '../food/food.ts'
import { scopeKey } from './catalog-scope.ts'
import { assertNoDependents } from './dependents.ts'
import type { JudgeSettings, Origin } from './judge-record.ts'
import { type LineDigests, loadLineDigests } from './line-digests.ts'
import { dropPreparedFoods } from './rebuild-foods.ts'
import { rulesFingerprint } from './rules-fingerprint.ts'
import { type LoadedCatalog, readScope } from './stored-scope.ts'
import { createTables } from './tables.ts'
import { loadTaxonomy, taxonomyFingerprint } from './taxonomy.ts'

export interface Input {
  /** `-` is standard input. */
  file: string
  origin: Origin
  /** Also process lines that are unchanged since an earlier import. */
  reprocess?: boolean
}

export interface ImportOptions {
  /** Read in this order. */
  inputs: Input[]
  /** The inputs are a full dump of this source: its foods that they do not contain are removed. */
  fullDumpOf?: Food['source']
  /** Allow the removal of a large part of the source's foods. */
  allowMassRemoval?: boolean
  /** Whether an input without a single usable record is an error, as it is unless the inputs are deltas. */
  requireUsable?: boolean
  /** The operator's list of synonyms. */
  synonymsFile?: string | undefined
  /** The hosts of the operator that may serve images. */
  imageHosts?: readonly string[]
  /** Report what the import would do, and change nothing. */
  dryRun?: boolean
  /** The sync cursor after this import. Default for a full dump: its newest change. */
  cursor?: SyncCursor
  /** Stored with the catalog: the file that is loaded, and the scope of this and all later imports. */
  loads?: LoadedCatalog
}

/** The time, in Unix seconds, up to which a source has been synced. */
export interface SyncCursor {
  source: string
  at: number
}

export interface ImportRun {
  /** What is the same for all inputs. Everything except the line and its origin that determines the result is in `digestScope`. */
  judge: Omit<JudgeSettings, 'origin' | 'format' | 'reprocess'>
  fingerprint: string
  /** Records whose lines have not been read. */
  missing: LineDigests['missing']
  /** See `readLastFoodId`. */
  lastFoodId: number
}

export async function begin(client: Client, options: ImportOptions): Promise<ImportRun> {
  const now = new Date()
  // The start of the month: otherwise every import would slightly change the confidence of every food.
  const scoredAt = Date.UTC(now.getUTCFullYear(), now.getUTCMonth()) / 1000
  await assertNoDependents(client)
  await dropPreparedFoods(client)
  await createTables(client)
  const { tables: digests, missing } = await loadLineDigests(client, options)
  const lastFoodId = await readLastFoodId(client)
  const scope = options.loads?.scope ?? (await readScope(client))
  const taxonomy = await loadTaxonomy(client)
  const fingerprint = rulesFingerprint('foods')
  const { imageHosts = [] } = options
  const digestScope = [
    fingerprint,
    await taxonomyFingerprint(client),
    scoredAt,
    scopeKey(scope),
    ...imageHosts,
  ]
  return {
    judge: {
      startedAt: Math.floor(now.getTime() / 1000),
      scoredAt,
      digests,
      digestScope: digestScope.join(' '),
      taxonomy,
      imageHosts,
      scope,
      // A full dump removes what it does not stage.
      stageOutOfScope: options.fullDumpOf === undefined,
    },
    fingerprint,
    missing,
    lastFoodId,
  }
}

/**
 * The highest id ever used; new foods are numbered above it, in the order of their lines. To be read before the import reads its lines,
 * because meanwhile a takedown may remove the food that has it.
 */
export async function readLastFoodId(client: Client): Promise<number> {
  const { rows } = await client.query<{ last_id: number }>(`
    select greatest(
             (select max(id) from foods),
             (select max(food_id) from excluded_records),
             (select max(food_id) from merged_food_ids),
             0
           ) as last_id`)
  return rows[0]?.last_id ?? 0
}
