import type { Client } from 'pg'
import { isSourceId } from '../../food/sources.ts'
import { copyInto } from '../../platform/database/copy-into.ts'
import type { Row } from '../../sources/formats/dump.ts'
import { openDump } from '../../sources/formats/open-dump.ts'
import { copyLine, type ImportedFood, importedColumns, jsonb } from '../copy-line.ts'
import { assertNoDependents } from '../dependents.ts'
import { saveCursor } from '../merge.ts'
import { readOperatorSynonyms, refreshSynonyms } from '../refresh-synonyms.ts'
import { ImportAborted, type ImportReport, newReport } from '../report.ts'
import { acquireImportLock, noProgress } from '../run.ts'
import { clearRules } from '../source-rules.ts'
import { createStage } from '../stage.ts'
import { saveLoadedCatalog } from '../stored-scope.ts'
import { countChanges, writeCatalog } from '../write-catalog.ts'
import { excludedRecordFields, type Header, version } from './format.ts'

type JsonObject = Record<string, unknown>
type SnapshotRecord = Omit<ImportedFood, 'quality_flags' | 'stated_product_key'> & {
  quality_flags: ImportedFood['quality_flags'] | null
  stated_product_key?: string | null
}

/** Requires an empty catalog, because existing foods could have ids that the snapshot assigns to others. */
export async function readSnapshot(
  client: Client,
  file: string,
  listener = noProgress,
  synonymsFile?: string,
): Promise<ImportReport> {
  const report = newReport()
  const operatorSynonyms = readOperatorSynonyms(synonymsFile)
  const started = performance.now()
  await acquireImportLock(client)
  await assertNoDependents(client)
  await assertEmptyCatalog(client)
  await createStage(client)
  const { header, excludedRecords, mergedFoodIds } = await stageSnapshot(
    client,
    file,
    report,
    listener.onProgress,
  )
  await resolveAsStaged(client)
  await countChanges(client, report)
  await writeCatalog(client, report, { onPhase: listener.onPhase, inPlace: false }, async () => {
    await insertRows(client, 'excluded_records', excludedRecordFields, excludedRecords)
    await insertRows(
      client,
      'merged_food_ids',
      ['food_id', 'merged_into_food_id', 'source', 'source_id'],
      mergedFoodIds,
    )
    await clearRules(client)
    await refreshSynonyms(client, operatorSynonyms)
    for (const [source, at] of Object.entries(header.sync_cursors)) await saveCursor(client, { source, at })
    if (header.loaded_catalog) await saveLoadedCatalog(client, header.loaded_catalog)
  })
  report.seconds = (performance.now() - started) / 1000
  return report
}

async function assertEmptyCatalog(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    '(select from foods limit 1) union all (select from excluded_records limit 1)',
  )
  if (rowCount) {
    throw new ImportAborted(
      'not-possible',
      'the catalog is not empty: a snapshot can only be imported into an empty catalog',
    )
  }
}

interface SnapshotContents {
  header: Header
  excludedRecords: JsonObject[]
  mergedFoodIds: JsonObject[]
}

async function stageSnapshot(
  client: Client,
  file: string,
  report: ImportReport,
  onProgress: typeof noProgress.onProgress,
): Promise<SnapshotContents> {
  const dump = await openDump(file)
  const excludedRecords: JsonObject[] = []
  const mergedFoodIds: JsonObject[] = []
  let superseded = 0
  let header: Header | undefined
  const lineOf = (row: Row) => {
    const line = productOf(row)
    if (header === undefined) {
      header = readHeader(line)
      return ''
    }
    report.read++
    if ('excluded_record' in line) {
      // Snapshots of earlier releases do not say which record was shown last.
      excludedRecords.push({ was_shown_last: true, ...(line['excluded_record'] as JsonObject) })
      return ''
    }
    if ('merged_food_id' in line) {
      mergedFoodIds.push(line['merged_food_id'] as JsonObject)
      return ''
    }
    if ('superseded_record' in line) {
      superseded++
      const record = line['superseded_record'] as SnapshotRecord & { food_id: number }
      return stagedLine(record.food_id, false, record)
    }
    report.accepted++
    const food = line as unknown as SnapshotRecord & { id: number }
    return stagedLine(food.id, true, food)
  }
  async function* texts() {
    for await (const rows of dump.rows()) {
      yield rows.map(lineOf).join('')
      onProgress({ ...report, bytesRead: dump.bytesRead(), totalBytes: dump.totalBytes })
    }
  }
  await copyInto(client, 'staged', ['stored_food_id', 'was_shown', 'details', ...importedColumns], texts())
  if (
    header === undefined ||
    header.foods !== report.accepted ||
    header.superseded_records !== superseded ||
    header.excluded_records !== excludedRecords.length
  ) {
    throw new ImportAborted(
      'malformed-input',
      `the snapshot should contain ${header?.foods} foods but contains ${report.accepted}: download it again. Nothing was changed`,
    )
  }
  return { header, excludedRecords, mergedFoodIds }
}

function stagedLine(foodId: number, isShown: boolean, record: SnapshotRecord): string {
  if (!isSourceId(record.source)) {
    throw new ImportAborted(
      'malformed-input',
      `food ${foodId} of the snapshot has the unknown source ${JSON.stringify(record.source)}. Nothing was changed`,
    )
  }
  const details = record.details === null ? '\\N' : jsonb(record.details)
  const { stated_product_key: key, quality_flags } = record
  const food = { ...record, quality_flags: quality_flags ?? [], stated_product_key: key ? BigInt(key) : null }
  return `${foodId}\t${isShown}\t${details}\t${copyLine(food)}`
}

/** The snapshot has the result of `resolveRecords`. */
async function resolveAsStaged(client: Client): Promise<void> {
  await client.query(`
    create temp table resolved as select position, stored_food_id as food_id, was_shown as is_shown from staged;
    create temp table claims (source text, source_id text);
    create temp table leaving (source text, source_id text, reason text, food_id bigint, source_line_hash bigint, source_modified_at bigint, standing integer);
    create temp table product_ids (food_id bigint);
    create temp table merged (food_id bigint, into_food_id bigint, source text, source_id text);
    create temp table affected_foods (id bigint);
    create temp table removed_foods (id bigint);
    analyze resolved`)
}

function productOf(row: Row): Record<string, unknown> {
  if ('product' in row) return row.product
  throw new ImportAborted(
    'malformed-input',
    `line ${row.line} of the snapshot is damaged: download it again. Nothing was changed`,
  )
}

function readHeader(first: Record<string, unknown>): Header {
  if (first['larder_snapshot'] === version) return first as unknown as Header
  throw new ImportAborted(
    'malformed-input',
    first['larder_snapshot'] === undefined
      ? 'not a snapshot: expected a file written by `larder snapshot export`'
      : `the snapshot has version ${first['larder_snapshot']}, but this version of Larder reads version ${version}`,
  )
}

async function insertRows(
  client: Client,
  table: string,
  fields: readonly string[],
  rows: JsonObject[],
): Promise<void> {
  const columns = fields.join(', ')
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}
