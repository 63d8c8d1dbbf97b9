// Runs an import from start to end.
import type { Client } from 'pg'
import type { Food } from '../food/food.ts'
import { findSource } from '../sources/registry.ts'
import { scopeKey } from './catalog-scope.ts'
import { assertNoDependents } from './dependents.ts'
import { withImportLock } from './import-lock.ts'
import type { JudgeSettings, Origin } from './judge-record.ts'
import { loadLineDigests } from './line-digests.ts'
import { merge, type SyncCursor } from './merge.ts'
import { type OperatorSynonyms, readOperatorSynonyms } from './refresh-synonyms.ts'
import { type ImportReport, newReport, type ReadCounts } from './report.ts'
import { readLastFoodId } from './resolve-records.ts'
import { rulesFingerprint } from './rules-fingerprint.ts'
import { stage } from './stage.ts'
import { type LoadedCatalog, readScope, saveLoadedCatalog } from './stored-scope.ts'
import { createTables } from './tables.ts'
import { loadTaxonomy, taxonomyFingerprint } from './taxonomy.ts'

export interface Progress extends ReadCounts {
  bytesRead: number
  totalBytes: number | null
}

export interface ProgressListener {
  onProgress(progress: Progress): void
  /** Called for each phase after reading; these have no measurable progress. */
  onPhase(phase: string): void
}

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

export const noProgress: ProgressListener = { onProgress: () => undefined, onPhase: () => undefined }

export async function runImport(
  client: Client,
  options: ImportOptions,
  listener = noProgress,
): Promise<ImportReport> {
  // First, so that a mistake in the file is reported before anything is read.
  const operatorSynonyms = readOperatorSynonyms(options.synonymsFile)
  return withImportLock(client, () => importInputs(client, options, operatorSynonyms, listener))
}

async function importInputs(
  client: Client,
  options: ImportOptions,
  operatorSynonyms: OperatorSynonyms,
  listener: ProgressListener,
): Promise<ImportReport> {
  const report = newReport()
  const started = performance.now()
  const fingerprint = rulesFingerprint('foods')
  await assertNoDependents(client)
  const lineDigests = await loadLineDigests(client, options)
  await createTables(client)
  const lastFoodId = await readLastFoodId(client)
  report.dry_run = options.dryRun ?? false
  const taxonomy = await loadTaxonomy(client)
  const rulesAndTaxonomy = `${fingerprint} ${await taxonomyFingerprint(client)}`
  const scope = options.loads?.scope ?? (await readScope(client))
  const { imageHosts = [] } = options
  for (const { file, origin, reprocess } of options.inputs) {
    const dump = await findSource(origin.from).open(file)
    const judge: JudgeSettings = {
      origin,
      format: dump.format,
      startedAt: report.started_at,
      scoredAt: report.scored_at,
      digests: lineDigests.tables,
      digestScope: [digestScope(rulesAndTaxonomy, origin, report), scopeKey(scope), ...imageHosts].join(' '),
      reprocess: reprocess ?? false,
      taxonomy,
      imageHosts,
      scope,
      // A full dump removes what it does not stage.
      stageOutOfScope: options.fullDumpOf === undefined,
    }
    await stage(client, dump, { judge, requireUsable: options.requireUsable ?? true }, report, counts =>
      listener.onProgress({ ...counts, bytesRead: dump.bytesRead(), totalBytes: dump.totalBytes }),
    )
  }
  await merge(client, report, listener.onPhase, {
    fullDump: options.fullDumpOf
      ? {
          source: options.fullDumpOf,
          ...lineDigests.missing(),
          allowMassRemoval: options.allowMassRemoval ?? false,
        }
      : null,
    lastFoodId,
    cursor: options.cursor ?? cursorOfFullDump(options, report),
    rules: { fingerprint, missing: lineDigests.missing },
    operatorSynonyms,
    dryRun: report.dry_run,
    alsoInTransaction: async () => {
      if (options.loads) await saveLoadedCatalog(client, options.loads)
    },
  })
  report.seconds = (performance.now() - started) / 1000
  return report
}

function cursorOfFullDump({ fullDumpOf }: ImportOptions, { newest_change }: ImportReport): SyncCursor | null {
  return fullDumpOf && newest_change > 0 ? { source: fullDumpOf, at: newest_change } : null
}

/** Everything except the line that determines the result of an import. */
function digestScope(fingerprint: string, origin: Origin, { scored_at }: ImportReport): string {
  const { from, source = '', obsolete = false } = origin
  return [fingerprint, obsolete ? `${from}-obsolete` : from, source, scored_at].join(' ')
}
