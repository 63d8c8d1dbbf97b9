// Formats a food as a COPY line: the columns of `foods` that an import writes, in order.
import type { EverydayFood } from '../food/everyday-foods.ts'
import type { FoodDetails } from '../food/food-details.ts'
import { nutrients } from '../food/nutrients.ts'
import { isLaboratoryData, sourceFacts } from '../food/sources.ts'
import { genericNameOf } from '../language/generic-name.ts'
import { memoize } from '../language/memoize.ts'
import { labelKeysOf, laboratoryKeysOf } from '../language/name-keys.ts'
import { tableNameToUsda } from '../language/table-name.ts'
import { tokenize } from '../language/tokenize.ts'
import type { CandidateFood, QualityFlag } from '../quality/candidate-food.ts'
import { everydayKeysOf } from './everyday-keys.ts'
import { everydayFoodOfRecord, productKey } from './product-identity.ts'

export const importedColumns = [
  'source',
  'source_id',
  'name',
  'brand',
  'barcode',
  'category',
  'serving_size_g',
  'serving_desc',
  ...nutrients,
  'image_url',
  'image_thumb_url',
  'confidence',
  'alcohol_g',
  'polyols_g',
  'source_modified_at',
  'quality_flags',
  'popularity',
  'everyday_popularity',
  'normalized_name',
  'normalized_brand',
  'generic_name',
  'name_keys',
  'product_key',
  'alternate_id',
] as const

/** What an import notes about a record; its changes are not changes of the food. */
export const bookkeepingColumns = [
  'source_line_hash',
  'scored_at',
  'record_hash',
  'is_whole_product',
] as const

export interface ImportedFood extends CandidateFood {
  confidence: number
}

/** A line in PostgreSQL's text format. */
export function copyLine(food: ImportedFood): string {
  return `${cellsOf(food).join('\t')}\n`
}

/** The line of a rejected record, with its identity and time only. */
export function rejectedLine(
  record: Pick<CandidateFood, 'source' | 'source_id' | 'source_modified_at'>,
): string {
  const cells = {
    source: record.source,
    source_id: text(record.source_id),
    source_modified_at: number(modifiedAt(record)),
  }
  return `${importedColumns.map(column => cells[column as keyof typeof cells] ?? nullValue).join('\t')}\n`
}

const modifiedAt = ({ source_modified_at: at }: Pick<CandidateFood, 'source_modified_at'>) =>
  Number.isSafeInteger(at) ? at : null

// In the order of the columns. Spelled out, because a loop over the columns takes a third longer.
function cellsOf(food: ImportedFood): string[] {
  const words = tokenize(food.name)
  const normalizedName = words.join(' ')
  const normalizedBrand = food.brand === null ? '' : normalizeBrand(food.brand)
  const everyday = everydayFoodOfRecord(food)
  return [
    food.source,
    text(food.source_id),
    text(food.name),
    text(food.brand),
    text(food.barcode),
    text(food.category),
    number(food.serving_size_g),
    text(food.serving_desc),
    nutrientCells(food),
    text(food.image_url),
    text(food.image_thumb_url),
    number(food.confidence),
    number(food.alcohol_g),
    number(food.polyols_g),
    number(food.source_modified_at),
    food.quality_flags.length === 0 ? nullValue : jsonb(food.quality_flags),
    number(food.popularity),
    number(everyday?.popularity ?? null),
    normalizedName,
    normalizedBrand,
    text(genericNameOf(words)),
    textArray(nameKeysOf(food, words, everyday)),
    number(productKey(food, normalizedName, normalizedBrand, everyday)),
    text(food.alternate_id),
  ]
}

function nameKeysOf(food: ImportedFood, words: string[], everyday: EverydayFood | null): string[] {
  if (everyday !== null) return everydayKeysOf(everyday)
  // Branded foods of USDA are named like labels.
  if (!isLaboratoryData(food)) return labelKeysOf(words)
  const { source, name, details } = food
  return laboratoryKeysOf(sourceFacts[source].isFoodTable ? tableNameToUsda(name) : name, details?.names)
}

// Many foods have the same brand.
const normalizeBrand = memoize(brand => tokenize(brand).join(' '))

function nutrientCells(food: ImportedFood): string {
  let cells = ''
  for (const nutrient of nutrients)
    cells += cells === '' ? number(food[nutrient]) : `\t${number(food[nutrient])}`
  return cells
}

const nullValue = '\\N'

const number = (value: number | bigint | null) => (value === null ? nullValue : String(value))

const text = (value: string | null) => (value === null ? nullValue : escaped(value))

// Keys have no quotes and no backslashes, so quoting them needs no escaping.
const textArray = (values: string[]) => (values.length === 0 ? '{}' : `{"${values.join('","')}"}`)

const special = /[\\\n\r\t]/
const specials = /[\\\n\r\t]/g
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escaped(value: string): string {
  return special.test(value) ? value.replace(specials, character => escapes[character] ?? character) : value
}

// JSON contains no raw control characters, so only backslashes need escaping.
const escapedJson = (json: string) => (json.includes('\\') ? json.replaceAll('\\', '\\\\') : json)

/** A JSON cell. Replaces NUL and lone surrogates, which jsonb rejects and found values may contain. */
export function jsonb(value: QualityFlag[] | FoodDetails): string {
  const json = JSON.stringify(value)
  if (!json.includes('\\u')) return escapedJson(json)
  const wellFormed = JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'string' ? member.toWellFormed().replaceAll('\0', '\ufffd') : member,
  )
  return escapedJson(wellFormed)
}
