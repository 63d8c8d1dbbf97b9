import { expect, it } from 'vitest'
import { countedQuery } from './searches.ts'

it.each([
  'milk',
  'crème brûlée',
  'żurek',
  '牛乳',
  'dr. oetker',
  '1.5% milk',
  "ben & jerry's",
  'coca-cola (0,33 l)',
  '7up 1234',
  'x'.repeat(60),
])('counts %s', query => {
  expect(countedQuery(query)).toBe(query)
})

it.each([
  ['an e-mail address', 'jane@example.org'],
  ['a link', 'https://example.org'],
  ['a domain', 'example.org milk'],
  ['a phone number', '+49 171 23456'],
  ['digits of another script', '١٢٣٤٥٦'],
  ['a barcode', '4000417025005'],
  ['markup', '<b>milk</b>'],
  ['a control character', 'milk\u0000'],
  ['half a character', 'milk \ud800'],
  ['the separator of items', 'milk\t7'],
  ['a long text', 'x'.repeat(61)],
  ['nothing', ''],
])('does not count %s', (_what, query) => {
  expect(countedQuery(query)).toBeUndefined()
})
