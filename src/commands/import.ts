import { loadConfig } from '../config.ts'
import { ConnectionLost, withConnection } from '../database/pool.ts'
import type { Food } from '../food/food.ts'
import { NotADump } from '../importer/readers/dump.ts'
import { ImportStopped, renderReport } from '../importer/report.ts'
import { type ImportOrder, type Origin, runImport } from '../importer/run.ts'
import { CommandFailure } from './output.ts'
import { watchOnTerminal } from './progress.ts'

interface Options {
  complete: boolean
  evenMany: boolean
  anew: boolean
  json: boolean
}

export function importOffCommand(file: string, options: Options & { obsolete: boolean }): Promise<void> {
  return importFile(file, { from: options.obsolete ? 'off-obsolete' : 'off' }, 'off', options)
}

export function importUsdaCommand(file: string, options: Options): Promise<void> {
  return importFile(file, { from: 'usda' }, 'usda', options)
}

export function importFoodsCommand(
  file: string,
  options: Options & { source: Food['source'] },
): Promise<void> {
  return importFile(file, { from: 'foods', source: options.source }, options.source, options)
}

async function importFile(file: string, origin: Origin, source: Food['source'], options: Options) {
  if (options.complete && origin.from === 'off-obsolete') {
    throw new CommandFailure(
      '--complete and --obsolete exclude each other: the dump of what is gone is not the whole',
    )
  }
  const order: ImportOrder = {
    inputs: [{ file, origin, anew: options.anew }],
    evenMany: options.evenMany,
    ...(options.complete && { wholeOf: source }),
  }
  const report = await inWords(() =>
    withConnection(loadConfig().DATABASE_URL, client => runImport(client, order, watchOnTerminal())),
  )
  console.log(options.json ? JSON.stringify(report, null, 2) : renderReport(report))
}

/** Failures in words that say what to do. */
export async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ImportStopped) throw new CommandFailure(error.message)
    if (error instanceof ConnectionLost) throw new CommandFailure(connectionLostMessage(error))
    if (error instanceof NotADump) throw new CommandFailure(advice[error.code])
    throw error
  }
}

const diskFull = '53100'

function connectionLostMessage({ message, state, isCommitUnknown }: ConnectionLost): string {
  if (isCommitUnknown) {
    return `${message} during the commit: the catalog is either as before or as imported, never a mix. Check the log of PostgreSQL and start again`
  }
  return state === diskFull
    ? `${message}. The disk of the database is full: make room and start again. Nothing was changed`
    : `${message}. Check that PostgreSQL is running, its log and its free disk space, then start again. Nothing was changed`
}

const advice: Record<NotADump['code'], string> = {
  'unknown-form':
    'this is no dump: expected JSON lines, the tab-separated export, or Parquet, compressed with gzip or not; for USDA a zip with its CSV files, or their folder',
  'parquet-needs-a-file': 'a Parquet dump cannot come from standard input: name the file',
  corrupt: 'the file is damaged: fetch it again',
  truncated: 'the file ends in the middle: fetch it again',
  'missing-table':
    'the bundle lacks food.csv or food_nutrient.csv: name the whole bundle as USDA publishes it',
  'missing-columns':
    'a table of the bundle lacks a column that Larder needs: is it a CSV bundle of FoodData Central?',
  'no-known-foods': 'the bundle has no Foundation, SR Legacy or Branded foods',
}
