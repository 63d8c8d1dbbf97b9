// One food of an import as a line of COPY: the columns of `foods` that an import writes, in order.
import { foldedWords } from '../food/fold.ts'
import { type Draft, nutrients } from './record.ts'

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
  'confidence_reasons',
  'popularity',
  'folded_name',
  'folded_brand',
] as const

export interface ImportedFood extends Draft {
  confidence: number
  confidence_reasons: { code: string; text: string }[]
}

/** A line in PostgreSQL's text format. */
export function copyLine(food: ImportedFood): string {
  const folded_name = foldedWords(food.name).join(' ')
  const folded_brand = food.brand === null ? '' : foldedWords(food.brand).join(' ')
  const row: Record<(typeof importedColumns)[number], unknown> = { ...food, folded_name, folded_brand }
  let line = ''
  for (const column of importedColumns) {
    const value = row[column]
    if (line !== '' || column !== importedColumns[0]) line += '\t'
    if (value === null) line += '\\N'
    else if (typeof value === 'number') line += value
    else line += escaped(typeof value === 'string' ? value : JSON.stringify(value))
  }
  return `${line}\n`
}

const special = /[\\\n\r\t]/g
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escaped(text: string): string {
  return text.replace(special, character => escapes[character] ?? character)
}
