import type { Client } from 'pg'
import { isSourceId } from '../../food/sources.ts'
import { inTransaction } from '../../platform/database/pool.ts'
import type { Row } from '../../sources/formats/dump.ts'
import { openDump } from '../../sources/formats/open-dump.ts'
import { copyLine, type ImportedFood, importedColumns } from '../copy-line.ts'
import { stopIfDependedOn } from '../dependents.ts'
import { saveCursor } from '../merge.ts'
import { ImportAborted, type ImportReport, newReport } from '../report.ts'
import { acquireImportLock, noProgress } from '../run.ts'
import { forgetRules } from '../source-rules.ts'
import { copyRows, createStage } from '../stage.ts'
import { writeCatalog } from '../write-catalog.ts'
import { excludedRecordFields, type Header, version } from './format.ts'

type LeftOut = Record<string, unknown>
type SnapshotFood = Omit<ImportedFood, 'quality_flags'> & {
  id: number
  quality_flags: ImportedFood['quality_flags'] | null
}

/** Into an empty catalog only: what is there already could have ids that the snapshot gives to others. */
export async function readSnapshot(
  client: Client,
  file: string,
  watcher = noProgress,
): Promise<ImportReport> {
  const report = newReport()
  const started = performance.now()
  await acquireImportLock(client)
  await stopIfDependedOn(client)
  await stopUnlessEmpty(client)
  await createStage(client)
  const { header, leftOut } = await stageSnapshot(client, file, report, watcher.onProgress)
  await inTransaction(client, async () => {
    await insertLeftOut(client, leftOut)
    await forgetRules(client)
    await writeCatalog(client, report, watcher.onPhase)
    for (const [source, at] of Object.entries(header.sync_cursors)) await saveCursor(client, { source, at })
  })
  report.seconds = (performance.now() - started) / 1000
  return report
}

async function stopUnlessEmpty(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    '(select from foods limit 1) union all (select from excluded_records limit 1)',
  )
  if (rowCount) {
    throw new ImportAborted(
      'the catalog is not empty: a snapshot makes a whole catalog, in a database of its own',
    )
  }
}

async function stageSnapshot(
  client: Client,
  file: string,
  report: ImportReport,
  onProgress: typeof noProgress.onProgress,
): Promise<{ header: Header; leftOut: LeftOut[] }> {
  const dump = await openDump(file)
  const leftOut: LeftOut[] = []
  let header: Header | undefined
  const lineOf = (row: Row) => {
    const product = productOf(row)
    if (header === undefined) {
      header = readHeader(product)
      return ''
    }
    report.read++
    if ('excluded_records' in product) {
      leftOut.push(product['excluded_records'] as LeftOut)
      return ''
    }
    const food = product as unknown as SnapshotFood
    if (!isSourceId(food.source)) {
      throw new ImportAborted(
        `food ${food.id} of the snapshot has the unknown source ${JSON.stringify(food.source)}. Nothing was changed`,
      )
    }
    report.kept++
    return `${food.id}\t${copyLine({ ...food, quality_flags: food.quality_flags ?? [] })}`
  }
  await copyRows(client, ['id', ...importedColumns], dump, lineOf, () =>
    onProgress({ ...report, bytesRead: dump.bytesRead(), totalBytes: dump.totalBytes }),
  )
  if (header === undefined || header.foods !== report.kept || header.excluded_records !== leftOut.length) {
    throw new ImportAborted(
      `the snapshot should hold ${header?.foods} foods and holds ${report.kept}: fetch it again. Nothing was changed`,
    )
  }
  return { header, leftOut }
}

function productOf(row: Row): Record<string, unknown> {
  if ('product' in row) return row.product
  throw new ImportAborted(`line ${row.line} of the snapshot is damaged: fetch it again. Nothing was changed`)
}

function readHeader(first: Record<string, unknown>): Header {
  if (first['larder_snapshot'] === version) return first as unknown as Header
  throw new ImportAborted(
    first['larder_snapshot'] === undefined
      ? 'this is no snapshot: expected a file that `larder snapshot export` wrote'
      : `the snapshot has version ${first['larder_snapshot']}, this Larder reads version ${version}`,
  )
}

async function insertLeftOut(client: Client, leftOut: LeftOut[]): Promise<void> {
  const members = excludedRecordFields.join(', ')
  await client.query(
    `insert into excluded_records (${members})
       select ${members} from jsonb_populate_recordset(null::excluded_records, $1)`,
    [JSON.stringify(leftOut)],
  )
}
