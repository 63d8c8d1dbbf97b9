// One food with all that is known about it, or why there is none. For the operator, so not fast but thorough.
import type { Database } from '../database/pool.ts'
import { barcodeCandidates } from '../food/barcode.ts'
import type { Food } from '../food/food.ts'
import { reasons } from '../trust/confidence.ts'
import type { Draft, Note } from '../trust/draft.ts'
import { leftOutInWords, noteInWords } from '../trust/in-words.ts'
import { type FoodRow, foodColumns, toFood } from './row.ts'

export interface Inspection {
  food: Food | null
  record: { source: string; source_id: string; modified_at: string | null; popularity: number } | null
  /** What was done to the record, by which rule. */
  changes: { field: string; rule: string; found: string | number | null; what: string }[]
  confidence: string[]
  /** Records that became no food of their own. */
  left_out: { source: string; source_id: string; reason: string; what: string; instead: number | null }[]
}

type Row = FoodRow &
  Pick<Draft, 'source_id' | 'popularity' | 'modified_at' | 'alcohol_g' | 'polyols_g'> & {
    notes: Note[] | null
    scored_at: number | null
  }

interface LeftOutRow {
  source: string
  source_id: string
  reason: string
  instead: number | null
}

/** By barcode in any spelling, by id, or by the id of the record at its source. */
export async function inspect(database: Database, asked: string): Promise<Inspection> {
  const id = /^\d{1,15}$/.test(asked) ? Number(asked) : null
  const barcodes = barcodeCandidates(asked)
  const left_out = await leftOutRecords(database, asked, barcodes, id)
  const instead = left_out.flatMap(record => record.instead ?? [])
  const { rows } = await database.query<Row>({
    text: `select ${foodColumns}, foods.source_id, foods.popularity, foods.modified_at, foods.alcohol_g,
                  foods.polyols_g, foods.notes, foods.scored_at
             from foods
             where barcode = any($1) or source_id = $2 or id = $3 or id = any($4)
             order by barcode = any($1) desc nulls last, id = $3 desc nulls last
             limit 1`,
    values: [barcodes, asked, id, instead],
  })
  const row = rows[0]
  return {
    food: row ? toFood(row) : null,
    record: row
      ? {
          source: row.source,
          source_id: row.source_id,
          modified_at: row.modified_at === null ? null : new Date(row.modified_at * 1000).toISOString(),
          popularity: row.popularity,
        }
      : null,
    changes: (row?.notes ?? []).map(note => ({
      field: note.field,
      rule: note.rule,
      found: note.found ?? null,
      what: noteInWords(note),
    })),
    confidence: row ? explained(row) : [],
    left_out: left_out.map(record => ({ ...record, what: leftOutInWords(record.reason) })),
  }
}

function explained(row: Row): string[] {
  const draft: Draft = { ...row, notes: row.notes ?? [] }
  return reasons(draft, row.scored_at ?? Math.floor(Date.now() / 1000)).map(({ text }) => text)
}

async function leftOutRecords(
  database: Database,
  asked: string,
  barcodes: string[],
  id: number | null,
): Promise<LeftOutRow[]> {
  const { rows } = await database.query<LeftOutRow>({
    text: `select source, source_id, reason, instead from left_out
             where source_id = any($1) or barcode = any($2) or food_id = $3
             order by source, source_id`,
    // A code of Open Food Facts is the barcode with or without leading zeros.
    values: [[asked, ...barcodes, ...barcodes.map(code => code.replace(/^0+/, ''))], barcodes, id],
  })
  return rows
}
