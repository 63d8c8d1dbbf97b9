// Everything that is known about one food, or why it is missing. For operators: thorough rather than fast.

import { barcodeCandidates } from '../food/barcode.ts'
import type { Database } from '../platform/database/pool.ts'
import { explainExclusion } from '../quality/explanations.ts'
import { type Provenance, type ProvenanceRow, provenanceColumns, toProvenance } from './provenance.ts'

export interface Inspection extends Pick<Provenance, 'changes' | 'confidence' | 'details'> {
  food: Provenance['food'] | null
  record: Provenance['record'] | null
  /** The other records of the product; the food shows the best one. */
  superseded_records: (SupersededRecordRow & { what: string })[]
  /** Where the record's groups of values come from, if it was made of several with its id. */
  partial_records: PartialRecordRow[]
  /** Records that are not foods in the catalog. */
  excluded_records: (ExcludedRecordRow & { what: string })[]
}

interface SupersededRecordRow {
  source: string
  source_id: string
  reason: 'same-barcode' | 'same-product'
  barcode: string | null
  confidence: number
}

interface PartialRecordRow {
  value_groups: string[]
  /** Unix seconds. */
  source_modified_at: number | null
}

interface ExcludedRecordRow {
  source: string
  source_id: string
  reason: string
  /** The id it had as a food. */
  food_id: number | null
}

/** Finds by barcode in any format, by food id, or by the id of the record at its source. */
export async function inspect(database: Database, query: string): Promise<Inspection> {
  const id = /^\d{1,15}$/.test(query) ? Number(query) : null
  const barcodes = barcodeCandidates(query)
  // The codes of Open Food Facts are barcodes with or without leading zeros.
  const sourceIds = [query, ...barcodes, ...barcodes.map(code => code.replace(/^0+/, ''))]
  const { rows } = await database.query<ProvenanceRow>({
    text: `select ${provenanceColumns}
             from foods
             where barcode = any($1) or source_id = $2 or id = $3
                or id = (select merged_into_food_id from merged_food_ids where food_id = $3)
                or id in (select food_id from superseded_records where barcode = any($1) or source_id = any($4))
             order by barcode = any($1) desc nulls last, id = $3 desc nulls last
             limit 1`,
    values: [barcodes, query, id, sourceIds],
  })
  const provenance = rows[0] && toProvenance(rows[0])
  const excludedRecords = await findExcludedRecords(database, sourceIds, id)
  const supersededRecords = provenance ? await findSupersededRecords(database, provenance.food.id) : []
  const explained = <Row extends { reason: string }>(row: Row) => ({
    ...row,
    what: explainExclusion(row.reason),
  })
  return {
    food: provenance?.food ?? null,
    record: provenance?.record ?? null,
    changes: provenance?.changes ?? [],
    confidence: provenance?.confidence ?? [],
    details: provenance?.details ?? null,
    superseded_records: supersededRecords.map(explained),
    partial_records: provenance ? await findPartialRecords(database, provenance.record) : [],
    excluded_records: excludedRecords.map(explained),
  }
}

async function findPartialRecords(
  database: Database,
  { source, source_id }: Provenance['record'],
): Promise<PartialRecordRow[]> {
  const { rows } = await database.query<PartialRecordRow>({
    text: `select value_groups, source_modified_at from partial_records
             where source = $1 and source_id = $2 and value_groups <> '{}' order by id`,
    values: [source, source_id],
  })
  return rows
}

async function findSupersededRecords(database: Database, foodId: number): Promise<SupersededRecordRow[]> {
  const { rows } = await database.query<SupersededRecordRow>({
    text: `select superseded_records.source, superseded_records.source_id,
                  case when superseded_records.barcode = foods.barcode then 'same-barcode' else 'same-product' end as reason,
                  superseded_records.barcode, superseded_records.confidence
             from superseded_records join foods on foods.id = superseded_records.food_id
             where foods.id = $1
             order by superseded_records.source, superseded_records.source_id`,
    values: [foodId],
  })
  return rows
}

async function findExcludedRecords(
  database: Database,
  sourceIds: string[],
  id: number | null,
): Promise<ExcludedRecordRow[]> {
  const { rows } = await database.query<ExcludedRecordRow>({
    text: `select source, source_id, reason, food_id from excluded_records
             where source_id = any($1) or food_id = $2
             order by source, source_id`,
    values: [sourceIds, id],
  })
  return rows
}
