// Larder's own plain form: JSON lines with the wire names plus source_id, for foods of other origins.
import { isSourceId, type SourceId } from '../../food/sources.ts'
import type { Nutrient } from '../../trust/draft.ts'
import { text, whole } from '../coerce.ts'
import type { Amount, Refused, SourceNutrient, SourceRecord } from '../source-record.ts'

const nutrientOf: Record<Nutrient, [SourceNutrient, unit: string]> = {
  calories_kcal: ['energy_kcal', 'kcal'],
  protein_g: ['protein', 'g'],
  fat_g: ['fat', 'g'],
  carbs_g: ['carbs', 'g'],
  fiber_g: ['fiber', 'g'],
  sugar_g: ['sugar', 'g'],
  sodium_mg: ['sodium', 'mg'],
  saturated_fat_g: ['saturated_fat', 'g'],
  cholesterol_mg: ['cholesterol', 'mg'],
  potassium_mg: ['potassium', 'mg'],
}

const longestSourceId = 200

/** All of one source, or (`as-told`) of the source that each names, as in the demo catalog. */
export function jsonlRecord(
  origin: SourceId | 'as-told',
): (product: Record<string, unknown>) => SourceRecord | Refused {
  return product => {
    const source_id = text(product['source_id'])
    if (source_id === null || source_id.length > longestSourceId)
      return { refused: 'no-source-id', source_id: '' }
    const source = origin === 'as-told' ? product['source'] : origin
    if (!isSourceId(source)) return { refused: 'unknown-source', source_id }
    const amounts: Partial<Record<SourceNutrient, Amount>> = {}
    for (const [name, [nutrient, unit]] of Object.entries(nutrientOf)) {
      const value = product[name]
      if (value !== null && value !== undefined) amounts[nutrient] = { value, unit }
    }
    return {
      source,
      source_id,
      barcode: text(product['barcode']),
      kind: null,
      obsolete: false,
      name: text(product['name']),
      brand: text(product['brand']),
      category: text(product['category']),
      serving: text(product['serving_desc']),
      serving_grams: typeof product['serving_size_g'] === 'number' ? product['serving_size_g'] : null,
      image_url: text(product['image_url']),
      image_thumb_url: text(product['image_thumb_url']),
      popularity: whole(product['popularity']) ?? 0,
      modified_at: whole(product['modified_at']),
      per: '100g',
      amounts,
    }
  }
}
