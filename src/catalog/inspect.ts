// Everything that is known about one food, or why it is missing. For operators: thorough rather than fast.

import { barcodeCandidates } from '../food/barcode.ts'
import type { Database } from '../platform/database/pool.ts'
import { explainExclusion } from '../quality/explanations.ts'
import { type Provenance, type ProvenanceRow, provenanceColumns, toProvenance } from './provenance.ts'

export interface Inspection extends Pick<Provenance, 'changes' | 'confidence'> {
  food: Provenance['food'] | null
  record: Provenance['record'] | null
  /** Records that are not foods in the catalog. */
  excluded_records: {
    source: string
    source_id: string
    reason: string
    what: string
    superseded_by_food_id: number | null
  }[]
}

interface ExcludedRecordRow {
  source: string
  source_id: string
  reason: string
  superseded_by_food_id: number | null
}

/** Finds by barcode in any format, by food id, or by the id of the record at its source. */
export async function inspect(database: Database, query: string): Promise<Inspection> {
  const id = /^\d{1,15}$/.test(query) ? Number(query) : null
  const barcodes = barcodeCandidates(query)
  const excluded_records = await findExcludedRecords(database, query, barcodes, id)
  const supersedingIds = excluded_records.flatMap(record => record.superseded_by_food_id ?? [])
  const { rows } = await database.query<ProvenanceRow>({
    text: `select ${provenanceColumns}
             from foods
             where barcode = any($1) or source_id = $2 or id = $3 or id = any($4)
             order by barcode = any($1) desc nulls last, id = $3 desc nulls last
             limit 1`,
    values: [barcodes, query, id, supersedingIds],
  })
  const provenance = rows[0] && toProvenance(rows[0])
  return {
    food: provenance?.food ?? null,
    record: provenance?.record ?? null,
    changes: provenance?.changes ?? [],
    confidence: provenance?.confidence ?? [],
    excluded_records: excluded_records.map(record => ({ ...record, what: explainExclusion(record.reason) })),
  }
}

async function findExcludedRecords(
  database: Database,
  query: string,
  barcodes: string[],
  id: number | null,
): Promise<ExcludedRecordRow[]> {
  const { rows } = await database.query<ExcludedRecordRow>({
    text: `select source, source_id, reason, superseded_by_food_id from excluded_records
             where source_id = any($1) or barcode = any($2) or food_id = $3
             order by source, source_id`,
    // The codes of Open Food Facts are barcodes with or without leading zeros.
    values: [[query, ...barcodes, ...barcodes.map(code => code.replace(/^0+/, ''))], barcodes, id],
  })
  return rows
}
