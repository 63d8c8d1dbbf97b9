// Makes a draft of a food from a record: clean text, our units, nothing guessed, every change noted.

import type { Refused, SourceRecord } from '../../sources/source-record.ts'
import { type Draft, type Note, nutrients } from '../../trust/draft.ts'
import { readBarcode } from './barcodes.ts'
import { caloriesKcal } from './energy.ts'
import { amountIn } from './numbers.ts'
import { heaviestGrams, servingGrams } from './servings.ts'
import { sodiumMg } from './sodium.ts'
import { cleanName, cleanOptional } from './text.ts'

export function normalize(record: SourceRecord): Draft | Refused {
  const notes: Note[] = []
  const { source, source_id, amounts } = record

  if (record.obsolete) return { refused: 'obsolete', source_id }
  if (record.kind && record.kind !== 'food') return { refused: 'not-food', source_id }
  const brand = cleanOptional(record.brand, 'brand', notes)
  const name = cleanName(record.name, brand, notes)
  if (name === null) return { refused: 'no-name', source_id }

  const serving_desc = readServing(record.serving, notes)
  const draft: Draft = {
    source,
    source_id,
    name,
    brand,
    barcode: readBarcode(record.barcode, notes),
    category: cleanOptional(record.category, 'category', notes),
    serving_size_g:
      gramsTold(record.serving_grams) ?? (serving_desc === null ? null : servingGrams(serving_desc)),
    serving_desc,
    calories_kcal: caloriesKcal(amounts, notes),
    protein_g: amountIn('g', amounts.protein, 'protein_g', notes),
    fat_g: amountIn('g', amounts.fat, 'fat_g', notes),
    carbs_g: amountIn('g', amounts.carbs, 'carbs_g', notes),
    fiber_g: amountIn('g', amounts.fiber, 'fiber_g', notes),
    sugar_g: amountIn('g', amounts.sugar, 'sugar_g', notes),
    sodium_mg: sodiumMg(amounts, notes),
    saturated_fat_g: amountIn('g', amounts.saturated_fat, 'saturated_fat_g', notes),
    cholesterol_mg: amountIn('mg', amounts.cholesterol, 'cholesterol_mg', notes),
    potassium_mg: amountIn('mg', amounts.potassium, 'potassium_mg', notes),
    alcohol_g: amountIn('g of alcohol', amounts.alcohol, 'alcohol_g', notes),
    polyols_g: amountIn('g', amounts.polyols, 'polyols_g', notes),
    image_url: webAddress(record.image_url),
    image_thumb_url: webAddress(record.image_thumb_url),
    popularity: count(record.popularity),
    modified_at: Number.isFinite(record.modified_at) ? record.modified_at : null,
    notes,
  }
  if (record.per === '100ml' && nutrients.some(nutrient => draft[nutrient] !== null)) {
    // The density is unknown, so the values stand as they are.
    notes.push({ rule: 'per-100-ml', field: 'calories_kcal' })
  }
  return draft
}

// 17 of 19,000 real servings.
const emptyServing = /^0+(?:[.,]0+)? ?(?:g|ml)?$/i

function readServing(written: unknown, notes: Note[]): string | null {
  const serving = cleanOptional(written, 'serving_desc', notes)
  if (serving === null || !emptyServing.test(serving)) return serving
  notes.push({ rule: 'placeholder', field: 'serving_desc', found: serving })
  return null
}

function gramsTold(grams: unknown): number | null {
  return typeof grams === 'number' && grams > 0 && grams <= heaviestGrams ? grams : null
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
