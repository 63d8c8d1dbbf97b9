// One food of an import as a line of COPY: the columns of `foods` that an import writes, in order.
import { foldedWords } from '../food/fold.ts'
import { type Draft, type Note, nutrients } from '../trust/draft.ts'

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
  'modified_at',
  'notes',
  'popularity',
  'folded_name',
  'folded_brand',
] as const

export interface ImportedFood extends Draft {
  confidence: number
}

/** A line in PostgreSQL's text format. */
export function copyLine(food: ImportedFood): string {
  const row = copyRow(food)
  return `${importedColumns.map(column => row[column]).join('\t')}\n`
}

/** Of a record that becomes no food: which one it is, and nothing else. */
export function refusedLine({ source, source_id }: Pick<Draft, 'source' | 'source_id'>): string {
  const others = importedColumns.slice(2).map(() => unknown)
  return `${[source, text(source_id), ...others].join('\t')}\n`
}

// Spelled out, because a loop over the members of a food takes twice as long.
function copyRow(food: ImportedFood): Record<(typeof importedColumns)[number], string> {
  return {
    source: food.source,
    source_id: text(food.source_id),
    name: text(food.name),
    brand: text(food.brand),
    barcode: text(food.barcode),
    category: text(food.category),
    serving_size_g: number(food.serving_size_g),
    serving_desc: text(food.serving_desc),
    calories_kcal: number(food.calories_kcal),
    protein_g: number(food.protein_g),
    fat_g: number(food.fat_g),
    carbs_g: number(food.carbs_g),
    fiber_g: number(food.fiber_g),
    sugar_g: number(food.sugar_g),
    sodium_mg: number(food.sodium_mg),
    saturated_fat_g: number(food.saturated_fat_g),
    cholesterol_mg: number(food.cholesterol_mg),
    potassium_mg: number(food.potassium_mg),
    image_url: text(food.image_url),
    image_thumb_url: text(food.image_thumb_url),
    confidence: number(food.confidence),
    alcohol_g: number(food.alcohol_g),
    polyols_g: number(food.polyols_g),
    modified_at: number(food.modified_at),
    notes: food.notes.length === 0 ? unknown : escapedJson(storable(food.notes)),
    popularity: number(food.popularity),
    folded_name: folded(food.name),
    folded_brand: food.brand === null ? '' : folded(food.brand),
  }
}

const unknown = '\\N'

const number = (value: number | null) => (value === null ? unknown : String(value))

const text = (value: string | null) => (value === null ? unknown : escaped(value))

const folded = (words: string) => foldedWords(words).join(' ')

const special = /[\\\n\r\t]/
const specials = /[\\\n\r\t]/g
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escaped(value: string): string {
  return special.test(value) ? value.replace(specials, character => escapes[character] ?? character) : value
}

// JSON has no control characters.
const escapedJson = (json: string) => (json.includes('\\') ? json.replaceAll('\\', '\\\\') : json)

/** As JSON that jsonb takes: it refuses NUL and lone surrogates, which what was found may hold. */
function storable(notes: Note[]): string {
  const json = JSON.stringify(notes)
  if (!json.includes('\\u')) return json
  return JSON.stringify(notes, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value,
  )
}
