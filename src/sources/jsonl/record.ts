// Larder's JSONL format: the field names of the API plus source_id and details; of estimates, also the record that they stand in for.
import { nutrients, nutrientTable } from '../../food/nutrients.ts'
import { estimateSource, isSourceId, type SourceId } from '../../food/sources.ts'
import { integer, text } from '../coerce.ts'
import type { RejectedRecord, SourceRecord } from '../source-record.ts'
import { jsonlDetails } from './details.ts'

const maxSourceIdLength = 200

/** All records have one source, or (`per-line`) each line names its own, as in packs. */
export function jsonlRecord(
  origin: SourceId | 'per-line',
): (product: Record<string, unknown>) => SourceRecord | RejectedRecord {
  return product => {
    const source_id = text(product['source_id'])
    if (source_id === null || source_id.length > maxSourceIdLength)
      return { rejected: 'no-source-id', source_id: '' }
    const source = origin === 'per-line' ? product['source'] : origin
    if (!isSourceId(source)) return { rejected: 'unknown-source', source_id }
    const amounts: SourceRecord['amounts'] = {}
    for (const nutrient of nutrients) {
      const value = product[nutrient]
      const { amount, unit } = nutrientTable[nutrient]
      if (value !== null && value !== undefined) amounts[amount] = { value, unit }
    }
    return {
      source,
      source_id,
      product_key: text(product['product_key']),
      alternate_id: source === estimateSource ? text(product['stands_in_for']) : null,
      barcode: text(product['barcode']),
      kind: null,
      obsolete: product['obsolete'] === true,
      name: text(product['name']),
      brand: text(product['brand']),
      categories: [text(product['category'])].filter(category => category !== null),
      serving: text(product['serving_desc']),
      serving_grams: typeof product['serving_size_g'] === 'number' ? product['serving_size_g'] : null,
      image_url: text(product['image_url']),
      image_thumb_url: text(product['image_thumb_url']),
      popularity: integer(product['popularity']) ?? 0,
      source_modified_at: integer(product['modified_at']),
      per: '100g',
      amounts,
      details: jsonlDetails(product['details'], source === estimateSource),
    }
  }
}
