// Makes a draft of a food from a record: clean text, our units, nothing guessed, every change noted.
import { mapNutrients, type Nutrient, nutrients, nutrientTable } from '../../food/nutrients.ts'
import type { CandidateFood, QualityFlag } from '../../quality/candidate-food.ts'
import type { RejectedRecord, SourceRecord } from '../../sources/source-record.ts'
import { readBarcode } from './barcodes.ts'
import { caloriesKcal } from './energy.ts'
import { amountIn } from './numbers.ts'
import { maxServingGrams, servingGrams } from './servings.ts'
import { sodiumMg } from './sodium.ts'
import { cleanName, cleanOptional } from './text.ts'

type ReadAmount = (amounts: SourceRecord['amounts'], flags: QualityFlag[]) => number | null

/** Nutrients that a label may tell in another way. */
const readOtherwise: Partial<Record<Nutrient, ReadAmount>> = {
  calories_kcal: caloriesKcal,
  sodium_mg: sodiumMg,
}

const readerOf = mapNutrients((nutrient): ReadAmount => {
  const { unit, amount } = nutrientTable[nutrient]
  return readOtherwise[nutrient] ?? ((amounts, flags) => amountIn(unit, amounts[amount], nutrient, flags))
})

export function normalize(record: SourceRecord): CandidateFood | RejectedRecord {
  const flags: QualityFlag[] = []
  const { source, source_id, amounts } = record

  if (record.obsolete) return { refused: 'obsolete', source_id }
  if (record.kind && record.kind !== 'food') return { refused: 'not-food', source_id }
  const brand = cleanOptional(record.brand, 'brand', flags)
  const name = cleanName(record.name, brand, flags)
  if (name === null) return { refused: 'no-name', source_id }

  const serving_desc = readServing(record.serving, flags)
  const barcode = readBarcode(record.barcode, flags)
  const category = cleanOptional(record.category, 'category', flags)
  const draft: CandidateFood = {
    ...mapNutrients(nutrient => readerOf[nutrient](amounts, flags)),
    source,
    source_id,
    name,
    brand,
    barcode,
    category,
    serving_size_g:
      gramsTold(record.serving_grams) ?? (serving_desc === null ? null : servingGrams(serving_desc)),
    serving_desc,
    alcohol_g: amountIn('g of alcohol', amounts.alcohol, 'alcohol_g', flags),
    polyols_g: amountIn('g', amounts.polyols, 'polyols_g', flags),
    image_url: webAddress(record.image_url),
    image_thumb_url: webAddress(record.image_thumb_url),
    popularity: count(record.popularity),
    source_modified_at: Number.isFinite(record.source_modified_at) ? record.source_modified_at : null,
    quality_flags: flags,
  }
  if (record.per === '100ml' && nutrients.some(nutrient => draft[nutrient] !== null)) {
    // The density is unknown, so the values stand as they are.
    flags.push({ rule: 'per-100-ml', field: 'calories_kcal' })
  }
  return draft
}

// 17 of 19,000 real servings.
const emptyServing = /^0+(?:[.,]0+)? ?(?:g|ml)?$/i

function readServing(written: unknown, flags: QualityFlag[]): string | null {
  const serving = cleanOptional(written, 'serving_desc', flags)
  if (serving === null || !emptyServing.test(serving)) return serving
  flags.push({ rule: 'placeholder', field: 'serving_desc', found: serving })
  return null
}

function gramsTold(grams: unknown): number | null {
  return typeof grams === 'number' && grams > 0 && grams <= maxServingGrams ? grams : null
}

const longestAddress = 2_000

function webAddress(written: unknown): string | null {
  if (typeof written !== 'string') return null
  const [scheme] = /^https?:\/\//.exec(written) ?? []
  if (scheme === undefined || written.length === scheme.length) return null
  return written.length <= scheme.length + longestAddress && !/[\s"'<>\\]/.test(written) ? written : null
}

// The largest integer of PostgreSQL.
const mostLookups = 2_147_483_647

function count(lookups: unknown): number {
  return typeof lookups === 'number' && lookups > 0 ? Math.min(Math.floor(lookups), mostLookups) : 0
}
