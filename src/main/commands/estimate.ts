import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { type EstimateReport, type Estimator, makeEstimates } from '../../estimates/make-estimates.ts'
import { createPeersEstimator } from '../../estimates/peers-estimator.ts'
import { estimateSource } from '../../food/sources.ts'
import type { ImportOptions } from '../../importer/begin.ts'
import { withImportLock } from '../../importer/import-lock.ts'
import type { ImportReport } from '../../importer/report.ts'
import { runImport } from '../../importer/run.ts'
import { withConnection } from '../../platform/database/pool.ts'
import { loadConfig } from '../config.ts'
import { confirm } from './confirm.ts'
import { CliError, usageError } from './errors.ts'
import { exitCodes } from './exit-codes.ts'
import { withCliErrors } from './import.ts'
import { printResult } from './output.ts'
import { printPhase, targetProgress, terminalProgress } from './progress.ts'

interface Options {
  dryRun: boolean
  limit?: string
  json: boolean
}

interface Result extends EstimateReport {
  dry_run: boolean
  import: ImportReport
}

export async function estimatePeersCommand(options: Options): Promise<void> {
  const result = await runEstimator(options, async client => {
    printPhase('reading foods with known values')
    const estimator = await createPeersEstimator(client)
    if (estimator.knownFoods === 0)
      throw new CliError('the catalog has no food with known values to compare with', {
        advice: 'Import foods first',
        exitCode: exitCodes['not-possible'].code,
      })
    printPhase(`comparing with ${estimator.knownFoods.toLocaleString('en-US')} foods`)
    return estimator
  })
  printResult(options, result, renderResult(result))
}

export async function removeEstimatesCommand(
  options: Pick<Options, 'json'> & { yes: boolean },
): Promise<void> {
  await confirm('Remove all AI estimates from the catalog?', options)
  const report = await withTemporaryFile(async file => {
    await writeFile(file, '')
    // A full dump without records removes all of the source.
    return withCliErrors(() =>
      withConnection(loadConfig().DATABASE_URL, client =>
        importEstimates(client, file, { fullDumpOf: estimateSource, allowMassRemoval: true }),
      ),
    )
  })
  const { changed, removed, total } = report.foods
  printResult(
    options,
    report,
    `removed all AI estimates: ${count(changed)} foods show their own record again, ${count(removed)} foods are gone; ${count(total)} in the catalog`,
  )
}

async function runEstimator(
  { dryRun, limit: limitText }: Options,
  createEstimator: (client: Client) => Promise<Estimator>,
): Promise<Result> {
  const limit = limitText === undefined ? Infinity : Number(limitText)
  if (!(limit > 0)) throw usageError('--limit needs a number above 0')
  return withTemporaryFile(file =>
    withCliErrors(() =>
      withConnection(loadConfig().DATABASE_URL, client =>
        withImportLock(client, async () => {
          const estimator = await createEstimator(client)
          const { onProgress } = targetProgress()
          const madeAt = new Date().toISOString().slice(0, 10)
          const report = await makeEstimates(client, estimator, { limit, file, madeAt, onProgress })
          return { ...report, dry_run: dryRun, import: await importEstimates(client, file, { dryRun }) }
        }),
      ),
    ),
  )
}

function importEstimates(
  client: Client,
  file: string,
  options: Partial<ImportOptions>,
): Promise<ImportReport> {
  const { SYNONYMS_FILE, IMAGE_HOSTS } = loadConfig()
  return runImport(
    client,
    {
      inputs: [{ file, origin: { from: 'jsonl', source: estimateSource } }],
      requireUsable: false,
      synonymsFile: SYNONYMS_FILE,
      imageHosts: IMAGE_HOSTS,
      ...options,
    },
    terminalProgress(),
  )
}

async function withTemporaryFile<T>(work: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'larder-estimates-'))
  try {
    return await work(join(folder, 'estimates.jsonl'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const count = (value: number) => value.toLocaleString('en-US')

function renderResult(result: Result): string {
  const { estimator, version, considered, made, kept, withdrawn, abstained } = result
  const reasons = Object.entries(abstained).sort(([, one], [, other]) => other - one)
  return [
    `${count(considered)} foods without values considered by the estimator ${estimator}, version ${version}`,
    `  ${count(made).padStart(11)}  estimated`,
    `  ${count(kept).padStart(11)}  kept from an earlier run`,
    `  ${count(withdrawn).padStart(11)}  withdrawn`,
    ...reasons.map(([reason, foods]) => `  ${count(foods).padStart(11)}  abstained: ${reason}`),
    `${count(result.import.foods.changed + result.import.foods.added)} foods changed in ${result.import.seconds.toFixed(1)} s`,
    ...(result.dry_run ? ['Dry run: nothing was changed'] : []),
  ].join('\n')
}
