import { DeltasUnavailable } from '../../importer/deltas/delta-folder.ts'
import { renderReport } from '../../importer/report.ts'
import { formatTime, type SyncReport, syncSource } from '../../importer/sync.ts'
import { withConnection } from '../../platform/database/pool.ts'
import type { SourceName } from '../../sources/registry.ts'
import { loadConfig } from '../config.ts'
import { CliError } from './errors.ts'
import { withCliErrors } from './import.ts'
import { terminalProgress } from './progress.ts'

interface Options {
  from: string
  obsolete?: string
  allowGap: boolean
  json: boolean
}

export async function syncCommand(name: SourceName, options: Options): Promise<void> {
  const { DATABASE_URL, SYNONYMS_FILE, IMAGE_HOSTS } = loadConfig()
  const report = await withCliErrors(() =>
    withConnection(DATABASE_URL, client =>
      syncSource(
        client,
        name,
        { ...options, synonymsFile: SYNONYMS_FILE, imageHosts: IMAGE_HOSTS },
        terminalProgress(),
      ),
    ),
  ).catch(error => {
    throw error instanceof DeltasUnavailable ? new CliError(error.message) : error
  })
  console.log(options.json ? JSON.stringify(report, null, 2) : rendered(report))
}

function rendered({ previous_cursor, cursor, files, imported }: SyncReport): string {
  if (imported === null) {
    return cursor === null ? 'no deltas published yet' : `no changes since ${formatTime(cursor)}`
  }
  return [
    ...(previous_cursor === null ? ['first sync: applied all published deltas'] : []),
    `${files.length} delta ${files.length === 1 ? 'file' : 'files'} applied`,
    renderReport(imported),
    ...(cursor === null ? [] : [`catalog is current as of ${formatTime(cursor)}`]),
  ].join('\n')
}
