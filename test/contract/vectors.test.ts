import { expect, it } from 'vitest'
import { readRules } from '../../scripts/specification.ts'
import { ruleOf } from './types.ts'
import { ruleOfVector, vectors } from './vectors.ts'

it('every recorded request shows a rule of the page about validation', () => {
  const counts: Record<string, number> = {}
  for (const vector of vectors) {
    const rule = ruleOfVector(vector)
    expect(ruleOf(rule).page).toBe('validation')
    counts[rule] = (counts[rule] ?? 0) + 1
  }
  expect(counts).toEqual({
    'integer-form': 216,
    'query-length': 43,
    'boolean-form': 43,
    'parameter-bounds': 41,
    'source-values': 18,
    'repeated-parameters': 16,
    'url-decoding': 8,
    'validation-order': 7,
    'food-id-range': 8,
    'unknown-parameters': 4,
    'category-filter': 2,
    'missing-parameter': 2,
  })
})

it('the page about validation states every recorded type and message', () => {
  const page = readRules()
    .filter(rule => rule.page === 'validation')
    .map(({ text }) => text)
    .join('\n')
  const faults = vectors.flatMap(
    ({ body }) => (body as { detail?: { type: string; msg: string }[] }).detail ?? [],
  )
  // The bounds depend on the parameter; the page gives one of each as an example.
  const texts = faults.flatMap(({ type, msg }) => [type, msg.replace(/ to \d+$/, ' to ')])
  expect(texts.length).toBeGreaterThan(400)
  expect([...new Set(texts)].filter(text => !page.includes(text))).toEqual([])
})
