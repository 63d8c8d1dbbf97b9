import { expect, it } from 'vitest'
import { filtersOf } from '../filters.ts'
import { queryClassOf } from './query-class.ts'

const known = new Set(['whole', 'milk', 'ham', 'of', 'the', 'cow', 'fresh'])
const vocabulary = { documentFrequency: (term: string) => (known.has(term) ? 1 : 0) }

it.each([
  [{ q: 'whole milk' }, 'plain'],
  [{ q: 'ham' }, 'short_word'],
  [{ q: 'whole mlik' }, 'unknown_word'],
  [{ q: 'fresh whole milk of the cow' }, 'many_words'],
  [{ q: 'whole milk', offset: 10 }, 'deep_page'],
  [{ q: 'whole mlik', filters: filtersOf({ source: 'usda' }) }, 'filtered'],
  [{ q: '4008400402222', offset: 10 }, 'barcode'],
] as const)('%o is %s', (request, expected) => {
  expect(queryClassOf(request, vocabulary)).toBe(expected)
})
