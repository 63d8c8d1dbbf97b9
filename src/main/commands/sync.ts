import { DeltasUnavailable } from '../../importer/deltas/delta-folder.ts'
import { renderReport } from '../../importer/report.ts'
import { day, type SyncReport, syncSource } from '../../importer/sync.ts'
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
  const report = await withCliErrors(() =>
    withConnection(loadConfig().DATABASE_URL, client =>
      syncSource(client, name, options, terminalProgress()),
    ),
  ).catch(error => {
    throw error instanceof DeltasUnavailable ? new CliError(error.message) : error
  })
  console.log(options.json ? JSON.stringify(report, null, 2) : rendered(report))
}

function rendered({ stoodAt, standsAt, files, imported }: SyncReport): string {
  if (imported === null) {
    return standsAt === null ? 'no changes are published there yet' : `nothing new since ${day(standsAt)}`
  }
  const stands = standsAt === null ? [] : [`the catalog stands at ${day(standsAt)}`]
  const first =
    stoodAt === null
      ? ['the first time: where it stood before is not known, so all published changes were applied']
      : []
  return [
    ...first,
    `${files.length} ${files.length === 1 ? 'file' : 'files'} of changes applied`,
    renderReport(imported),
    ...stands,
  ].join('\n')
}
