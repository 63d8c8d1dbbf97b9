// Loads foods in Larder's plain form: JSON lines with the wire names, plus source_id, popularity and the
// reasons behind the confidence.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { ClientBase } from 'pg'
import { canonicalBarcode } from '../food/barcode.ts'
import { foldedWords } from '../food/fold.ts'
import type { Food } from '../food/food.ts'

interface PlainFood extends Omit<Food, 'id' | 'static_url'> {
  source_id: string
  popularity: number
  confidence_reasons: { code: string; text: string }[]
}

const foodsAStatement = 1_000

/** Writes the foods of a file over those of the same source and source id, and returns how many. */
export async function loadPlainFoods(client: ClientBase, file: string | URL): Promise<number> {
  let count = 0
  let batch: PlainFood[] = []
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (line.trim() === '') continue
    batch.push(JSON.parse(line) as PlainFood)
    count++
    if (batch.length === foodsAStatement) {
      await writeFoods(client, batch)
      batch = []
    }
  }
  if (batch.length > 0) await writeFoods(client, batch)
  return count
}

async function writeFoods(client: ClientBase, foods: PlainFood[]): Promise<void> {
  const rows = foods.map(food => ({
    ...food,
    barcode: food.barcode === null ? null : canonicalBarcode(food.barcode),
    folded_name: foldedWords(food.name).join(' '),
    folded_brand: foldedWords(food.brand ?? '').join(' '),
  }))
  await client.query(
    `insert into foods (${columns.join(', ')})
       select ${columns.join(', ')} from jsonb_populate_recordset(null::foods, $1)
       on conflict (source, source_id) do update
         set ${columns.map(column => `${column} = excluded.${column}`).join(', ')}, updated_at = now()`,
    [JSON.stringify(rows)],
  )
}

const columns = [
  'source',
  'source_id',
  'name',
  'brand',
  'barcode',
  'category',
  'serving_size_g',
  'serving_desc',
  'calories_kcal',
  'protein_g',
  'fat_g',
  'carbs_g',
  'fiber_g',
  'sugar_g',
  'sodium_mg',
  'saturated_fat_g',
  'cholesterol_mg',
  'potassium_mg',
  'image_url',
  'image_thumb_url',
  'confidence',
  'confidence_reasons',
  'popularity',
  'folded_name',
  'folded_brand',
]
