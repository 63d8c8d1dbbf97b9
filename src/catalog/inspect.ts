// Everything that is known about one food, or why it is missing. For operators: thorough rather than fast.

import { barcodeCandidates } from '../food/barcode.ts'
import type { Database } from '../platform/database/pool.ts'
import { explainExclusion } from '../quality/explanations.ts'
import { type Provenance, type ProvenanceRow, provenanceColumns, toProvenance } from './provenance.ts'

export interface Inspection extends Pick<Provenance, 'changes' | 'confidence' | 'details'> {
  food: Provenance['food'] | null
  record: Provenance['record'] | null
  /** The other records of the product. */
  superseded_records: { source: string; source_id: string; confidence: number }[]
  /** Records that are not foods in the catalog. */
  excluded_records: { source: string; source_id: string; reason: string; what: string }[]
}

/** Finds by barcode in any format, by food id, or by the id of the record at its source. */
export async function inspect(database: Database, query: string): Promise<Inspection> {
  const id = /^\d{1,15}$/.test(query) ? Number(query) : null
  const barcodes = barcodeCandidates(query)
  const { rows } = await database.query<ProvenanceRow>({
    text: `select ${provenanceColumns}
             from foods
             where barcode = any($1) or source_id = $2 or id = $3
                or id in (select food_id from superseded_records where barcode = any($1) or source_id = $2
                          union all
                          select merged_into_food_id from merged_food_ids where food_id = $3)
             order by barcode = any($1) desc nulls last, source_id = $2 desc, id = $3 desc nulls last, id
             limit 1`,
    values: [barcodes, query, id],
  })
  const provenance = rows[0] && toProvenance(rows[0])
  return {
    food: provenance?.food ?? null,
    details: provenance?.details ?? null,
    record: provenance?.record ?? null,
    changes: provenance?.changes ?? [],
    confidence: provenance?.confidence ?? [],
    superseded_records: provenance ? await findSupersededRecords(database, provenance.food.id) : [],
    excluded_records: await findExcludedRecords(database, query, barcodes, id),
  }
}

async function findSupersededRecords(
  database: Database,
  foodId: number,
): Promise<Inspection['superseded_records']> {
  const { rows } = await database.query<Inspection['superseded_records'][number]>({
    text: `select source, source_id, confidence from superseded_records
             where food_id = $1
             order by confidence desc, source, source_id`,
    values: [foodId],
  })
  return rows
}

async function findExcludedRecords(
  database: Database,
  query: string,
  barcodes: string[],
  id: number | null,
): Promise<Inspection['excluded_records']> {
  const { rows } = await database.query<{ source: string; source_id: string; reason: string }>({
    text: `select source, source_id, reason from excluded_records
             where source_id = any($1) or food_id = $2
             order by source, source_id`,
    // The codes of Open Food Facts are barcodes with or without leading zeros.
    values: [[query, ...barcodes, ...barcodes.map(code => code.replace(/^0+/, ''))], id],
  })
  return rows.map(record => ({ ...record, what: explainExclusion(record.reason) }))
}
