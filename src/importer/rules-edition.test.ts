// Lines that an earlier import saw are passed over as long as the rules are the same. Whoever changes what becomes
// of a line must raise `rulesEdition` in run.ts, and write the new digest here.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { jsonlRecord } from '../sources/jsonl/record.ts'
import { offRecord } from '../sources/off/record.ts'
import type { Refused, SourceRecord } from '../sources/source-record.ts'
import { confidence } from '../trust/confidence.ts'
import { judge } from '../trust/plausibility.ts'
import { copyLine } from './food-row.ts'
import { normalize } from './normalize/normalize.ts'
import { rulesEdition } from './run.ts'

const products = [
  { product_name: 'Caf&eacute; au lait', brands: 'Sans marque, Sill', serving_size: '1 cup (240 ml)' },
  { product_name: 'Th\u00c3\u00a9 vert', categories_tags: ['en:teas', 'en:green-teas'], unique_scans_n: 7 },
  { product_name: '180' },
  { product_name: 'Honey', nutriments: { carbohydrates_100g: 82, sugars_100g: 81, 'energy-kcal_100g': 0 } },
  { product_name: 'Peanut butter', nutriments: { fat_100g: 140, proteins_100g: '25,5', salt_100g: '<0.5' } },
  { product_name: 'Vodka', nutriments: { alcohol_100g: 40, 'energy-kj_100g': 929 } },
  {
    product_name: 'Peas',
    nutriments: { 'energy-kcal_100g': 1582, proteins_100g: 24, carbohydrates_100g: 60, fat_100g: 1 },
  },
  { product_name: 'Dog food', categories_tags: ['en:dog-food'] },
].map((product, n) => ({ code: `400638133393${n}`, lang: 'en', last_modified_t: 1_700_000_000, ...product }))

function lineOf(record: SourceRecord | Refused): string {
  const draft = 'refused' in record ? record : normalize(record)
  if ('refused' in draft) return `${draft.refused}\n`
  const judged = judge(draft)
  return copyLine({ ...judged, confidence: confidence(judged, 1_790_000_000) })
}

it('what becomes of a line changes only with the edition of the rules', () => {
  const demo = readFileSync('data/demo-foods.jsonl', 'utf8').trim().split('\n')
  const read = jsonlRecord('as-told')
  const lines = [
    ...demo.map(line => lineOf(read(JSON.parse(line)))),
    ...products.map(each => lineOf(offRecord(each))),
  ]
  expect([rulesEdition, hash('sha256', lines.join('')).slice(0, 16)]).toEqual([1, 'd4cede1648a2cd75'])
})
