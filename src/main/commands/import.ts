import { isSourceId, type SourceId } from '../../food/sources.ts'
import type { ImportOptions } from '../../importer/begin.ts'
import { ImportAborted, renderReport } from '../../importer/report.ts'
import { runImport } from '../../importer/run.ts'
import { ConnectionLost, withConnection } from '../../platform/database/pool.ts'
import { UnrecognizedFormatError } from '../../sources/formats/dump.ts'
import { findSource, type SourceName } from '../../sources/registry.ts'
import type { SourceChoices } from '../../sources/source.ts'
import { loadConfig } from '../config.ts'
import { CliError, usageError } from './errors.ts'
import { exitCodes } from './exit-codes.ts'
import { terminalProgress } from './progress.ts'

interface Options extends SourceChoices {
  full: boolean
  allowMassRemoval: boolean
  force: boolean
  dryRun: boolean
  json: boolean
}

/** `from` is the name of the subcommand. */
export async function importCommand(from: SourceName, file: string, options: Options): Promise<void> {
  const { full, allowMassRemoval, force, dryRun, json, ...choices } = options
  if (full && choices.obsolete) {
    throw usageError(
      '--full and --obsolete cannot be combined: the dump of removed products is not a full dump',
    )
  }
  if (full && choices.source === 'per-line') {
    throw usageError('--full needs --source: only the foods of one source can be replaced')
  }
  const { DATABASE_URL, SYNONYMS_FILE, IMAGE_HOSTS } = loadConfig()
  const importOptions: ImportOptions = {
    inputs: [{ file, origin: { from, ...choices }, reprocess: force }],
    allowMassRemoval,
    dryRun,
    synonymsFile: SYNONYMS_FILE,
    imageHosts: IMAGE_HOSTS,
    ...(full && { fullDumpOf: sourceOf(from, choices) }),
  }
  const report = await withCliErrors(() =>
    withConnection(DATABASE_URL, client => runImport(client, importOptions, terminalProgress())),
  )
  console.log(json ? JSON.stringify(report, null, 2) : renderReport(report))
}

/** The source of which the file is a full dump. */
function sourceOf(from: SourceName, { source }: SourceChoices): SourceId {
  const [id] = isSourceId(source) ? [source] : findSource(from).ids
  if (id === undefined) throw new Error(`${from} writes no source`)
  return id
}

/** Turns the expected errors of an import into messages with advice. */
export async function withCliErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ImportAborted)
      throw new CliError(error.message, { exitCode: exitCodes[error.reason].code })
    if (error instanceof UnrecognizedFormatError)
      throw new CliError(`${error.message}. Nothing was changed`, {
        exitCode: exitCodes['malformed-input'].code,
      })
    if (error instanceof ConnectionLost) throw connectionLostError(error)
    throw error
  }
}

const diskFull = '53100'

function connectionLostError({ message, state, isCommitUnknown }: ConnectionLost): CliError {
  const exitCode = exitCodes['connection-lost'].code
  if (isCommitUnknown) {
    return new CliError(
      `${message} during the commit: the catalog is either as before or as imported, never a mix`,
      { advice: 'Check the PostgreSQL log and run the import again', exitCode },
    )
  }
  return new CliError(message, {
    exitCode,
    advice:
      state === diskFull
        ? 'The disk of the database is full: make room and run the import again. Nothing was changed'
        : 'Check that PostgreSQL is running, its log and its free disk space, then run the import again. Nothing was changed',
  })
}
