// Larder's own plain form: JSON lines with the wire names plus source_id, for foods of other origins.
import { nutrients, nutrientTable } from '../../food/nutrients.ts'
import { isSourceId, type SourceId } from '../../food/sources.ts'
import { text, whole } from '../coerce.ts'
import type { RejectedRecord, SourceRecord } from '../source-record.ts'

const longestSourceId = 200

/** All of one source, or (`per-line`) of the source that each names, as in the demo catalog. */
export function jsonlRecord(
  origin: SourceId | 'per-line',
): (product: Record<string, unknown>) => SourceRecord | RejectedRecord {
  return product => {
    const source_id = text(product['source_id'])
    if (source_id === null || source_id.length > longestSourceId)
      return { refused: 'no-source-id', source_id: '' }
    const source = origin === 'per-line' ? product['source'] : origin
    if (!isSourceId(source)) return { refused: 'unknown-source', source_id }
    const amounts: SourceRecord['amounts'] = {}
    for (const nutrient of nutrients) {
      const value = product[nutrient]
      const { amount, unit } = nutrientTable[nutrient]
      if (value !== null && value !== undefined) amounts[amount] = { value, unit }
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
      source_modified_at: whole(product['modified_at']),
      per: '100g',
      amounts,
    }
  }
}
