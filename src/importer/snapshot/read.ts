import type { Client } from 'pg'
import { isSourceId } from '../../food/sources.ts'
import { inTransaction } from '../../platform/database/pool.ts'
import type { Row } from '../../sources/formats/dump.ts'
import { openDump } from '../../sources/formats/open-dump.ts'
import { copyLine, type ImportedFood, importedColumns } from '../copy-line.ts'
import { assertNoDependents } from '../dependents.ts'
import { saveCursor } from '../merge.ts'
import { ImportAborted, type ImportReport, newReport } from '../report.ts'
import { acquireImportLock, noProgress } from '../run.ts'
import { clearRules } from '../source-rules.ts'
import { copyRows, createStage } from '../stage.ts'
import { writeCatalog } from '../write-catalog.ts'
import { excludedRecordFields, type Header, version } from './format.ts'

type ExcludedRecord = Record<string, unknown>
type SnapshotFood = Omit<ImportedFood, 'quality_flags'> & {
  id: number
  quality_flags: ImportedFood['quality_flags'] | null
}

/** Requires an empty catalog, because existing foods could have ids that the snapshot assigns to others. */
export async function readSnapshot(
  client: Client,
  file: string,
  listener = noProgress,
): Promise<ImportReport> {
  const report = newReport()
  const started = performance.now()
  await acquireImportLock(client)
  await assertNoDependents(client)
  await assertEmptyCatalog(client)
  await createStage(client)
  const { header, excludedRecords } = await stageSnapshot(client, file, report, listener.onProgress)
  await inTransaction(client, async () => {
    await insertExcludedRecords(client, excludedRecords)
    await clearRules(client)
    await writeCatalog(client, report, listener.onPhase)
    for (const [source, at] of Object.entries(header.sync_cursors)) await saveCursor(client, { source, at })
  })
  report.seconds = (performance.now() - started) / 1000
  return report
}

async function assertEmptyCatalog(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    '(select from foods limit 1) union all (select from excluded_records limit 1)',
  )
  if (rowCount) {
    throw new ImportAborted('the catalog is not empty: a snapshot can only be imported into an empty catalog')
  }
}

async function stageSnapshot(
  client: Client,
  file: string,
  report: ImportReport,
  onProgress: typeof noProgress.onProgress,
): Promise<{ header: Header; excludedRecords: ExcludedRecord[] }> {
  const dump = await openDump(file)
  const excludedRecords: ExcludedRecord[] = []
  let header: Header | undefined
  const lineOf = (row: Row) => {
    const product = productOf(row)
    if (header === undefined) {
      header = readHeader(product)
      return ''
    }
    report.read++
    if ('excluded_records' in product) {
      excludedRecords.push(product['excluded_records'] as ExcludedRecord)
      return ''
    }
    const food = product as unknown as SnapshotFood
    if (!isSourceId(food.source)) {
      throw new ImportAborted(
        `food ${food.id} of the snapshot has the unknown source ${JSON.stringify(food.source)}. Nothing was changed`,
      )
    }
    report.accepted++
    return `${food.id}\t${copyLine({ ...food, quality_flags: food.quality_flags ?? [] })}`
  }
  await copyRows(client, ['id', ...importedColumns], dump, lineOf, () =>
    onProgress({ ...report, bytesRead: dump.bytesRead(), totalBytes: dump.totalBytes }),
  )
  if (
    header === undefined ||
    header.foods !== report.accepted ||
    header.excluded_records !== excludedRecords.length
  ) {
    throw new ImportAborted(
      `the snapshot should contain ${header?.foods} foods but contains ${report.accepted}: download it again. Nothing was changed`,
    )
  }
  return { header, excludedRecords }
}

function productOf(row: Row): Record<string, unknown> {
  if ('product' in row) return row.product
  throw new ImportAborted(
    `line ${row.line} of the snapshot is damaged: download it again. Nothing was changed`,
  )
}

function readHeader(first: Record<string, unknown>): Header {
  if (first['larder_snapshot'] === version) return first as unknown as Header
  throw new ImportAborted(
    first['larder_snapshot'] === undefined
      ? 'not a snapshot: expected a file written by `larder snapshot export`'
      : `the snapshot has version ${first['larder_snapshot']}, but this version of Larder reads version ${version}`,
  )
}

async function insertExcludedRecords(client: Client, excludedRecords: ExcludedRecord[]): Promise<void> {
  const columns = excludedRecordFields.join(', ')
  await client.query(
    `insert into excluded_records (${columns})
       select ${columns} from jsonb_populate_recordset(null::excluded_records, $1)`,
    [JSON.stringify(excludedRecords)],
  )
}
