import { describe, expect, it } from 'vitest'
import { mapNutrients, nutrients } from '../food/nutrients.ts'
import { copyLine, type ImportedFood, importedColumns, rejectedLine } from './copy-line.ts'

const food: ImportedFood = {
  source: 'off',
  source_id: '3017620422003',
  name: 'Crème brûlée',
  brand: 'Bonne Maman',
  barcode: '3017620422003',
  category: 'Desserts',
  serving_size_g: 100.5,
  serving_desc: '1 pot',
  ...mapNutrients(nutrient => 100.5 + nutrients.indexOf(nutrient)),
  image_url: 'https://images.example/400.jpg',
  image_thumb_url: 'https://images.example/100.jpg',
  confidence: 0.871,
  alcohol_g: 0.1,
  polyols_g: 0.2,
  source_modified_at: 1_760_000_000,
  quality_flags: [],
  details: null,
  alternate_id: 'ndb:9040',
  popularity: 12,
}

function cells(changes: Partial<ImportedFood>): Record<string, string | undefined> {
  const line = copyLine({ ...food, ...changes })
  expect(line.endsWith('\n')).toBe(true)
  const parts = line.slice(0, -1).split('\t')
  expect(parts).toHaveLength(importedColumns.length)
  return Object.fromEntries(importedColumns.map((column, at) => [column, parts[at]]))
}

describe('copyLine', () => {
  it('writes every field of the food to its column', () => {
    const { quality_flags, details, ...fields } = food
    const expected = Object.entries(fields).map(([field, value]) => [field, String(value)])
    expect(cells({})).toMatchObject({
      ...Object.fromEntries(expected),
      quality_flags: '\\N',
      normalized_name: 'creme brulee',
      normalized_brand: 'bonne maman',
    })
  })

  it('writes unknown values as NULL', () => {
    const written = cells({ brand: null, fat_g: null, source_modified_at: null })
    expect(written).toMatchObject({
      brand: '\\N',
      fat_g: '\\N',
      source_modified_at: '\\N',
      normalized_brand: '',
    })
  })

  it('escapes special characters of COPY', () => {
    expect(cells({ serving_desc: 'a\\b\tc\nd\re' }).serving_desc).toBe('a\\\\b\\tc\\nd\\re')
  })

  const quality_flags: [unknown, string][] = [
    [12.5, '12.5'],
    ['"a\\b"\n', '"\\\\"a\\\\\\\\b\\\\"\\\\n"'],
    ['NUL \0 and \ud800', '"NUL \ufffd and \ufffd"'],
    ['\u0001', '"\\\\u0001"'],
  ]
  it.each(quality_flags)('writes a flag about %j as JSON that jsonb accepts', (found, json) => {
    const flag = { rule: 'negative', field: 'fat_g', found: found as string | number }
    expect(cells({ quality_flags: [flag] }).quality_flags).toBe(
      `[{"rule":"negative","field":"fat_g","found":${json}}]`,
    )
  })
})

it('writes only the identity and the time of a rejected record', () => {
  const cells = rejectedLine({ ...food, source_modified_at: 1_790_000_000 })
    .trimEnd()
    .split('\t')
  expect(cells).toHaveLength(importedColumns.length)
  const written = importedColumns.filter((_, index) => cells[index] !== '\\N')
  expect(written).toEqual(['source', 'source_id', 'source_modified_at'])
})
