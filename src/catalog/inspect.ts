// One food with all that is known about it, or why there is none. For the operator, so not fast but thorough.

import { barcodeCandidates } from '../food/barcode.ts'
import type { Database } from '../platform/database/pool.ts'
import { explainExclusion } from '../quality/explanations.ts'
import { type Provenance, type ProvenanceRow, provenanceColumns, toProvenance } from './provenance.ts'

export interface Inspection extends Pick<Provenance, 'changes' | 'confidence'> {
  food: Provenance['food'] | null
  record: Provenance['record'] | null
  /** Records that became no food of their own. */
  excluded_records: {
    source: string
    source_id: string
    reason: string
    what: string
    superseded_by_food_id: number | null
  }[]
}

interface LeftOutRow {
  source: string
  source_id: string
  reason: string
  superseded_by_food_id: number | null
}

/** By barcode in any spelling, by id, or by the id of the record at its source. */
export async function inspect(database: Database, asked: string): Promise<Inspection> {
  const id = /^\d{1,15}$/.test(asked) ? Number(asked) : null
  const barcodes = barcodeCandidates(asked)
  const excluded_records = await leftOutRecords(database, asked, barcodes, id)
  const superseded_by_food_id = excluded_records.flatMap(record => record.superseded_by_food_id ?? [])
  const { rows } = await database.query<ProvenanceRow>({
    text: `select ${provenanceColumns}
             from foods
             where barcode = any($1) or source_id = $2 or id = $3 or id = any($4)
             order by barcode = any($1) desc nulls last, id = $3 desc nulls last
             limit 1`,
    values: [barcodes, asked, id, superseded_by_food_id],
  })
  const history = rows[0] && toProvenance(rows[0])
  return {
    food: history?.food ?? null,
    record: history?.record ?? null,
    changes: history?.changes ?? [],
    confidence: history?.confidence ?? [],
    excluded_records: excluded_records.map(record => ({ ...record, what: explainExclusion(record.reason) })),
  }
}

async function leftOutRecords(
  database: Database,
  asked: string,
  barcodes: string[],
  id: number | null,
): Promise<LeftOutRow[]> {
  const { rows } = await database.query<LeftOutRow>({
    text: `select source, source_id, reason, superseded_by_food_id from excluded_records
             where source_id = any($1) or barcode = any($2) or food_id = $3
             order by source, source_id`,
    // A code of Open Food Facts is the barcode with or without leading zeros.
    values: [[asked, ...barcodes, ...barcodes.map(code => code.replace(/^0+/, ''))], barcodes, id],
  })
  return rows
}
