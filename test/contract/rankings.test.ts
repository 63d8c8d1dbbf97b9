import { describe, expect, it } from 'vitest'
import type { Food } from './catalog.ts'
import { comparablePairs, dataClassOf, expectOrder } from './rankings.ts'
import { CheckFailed, CheckSkipped } from './types.ts'

const estimateSource = 'ai_estimate'

let lastId = 0
function food(name: string, more: Record<string, unknown> = {}): Food {
  return { id: ++lastId, name, brand: null, source: 'off', confidence: 0.9, calories_kcal: 50, ...more }
}

const expectBestFirst = (hits: Food[]) =>
  expectOrder(
    [{ query: 'honey', path: '/search?q=honey', hits }],
    'best data first',
    (one, other) => dataClassOf(one, estimateSource) > dataClassOf(other, estimateSource),
  )

const complete = food('Honey', { brand: 'A' })
const sparse = food('Honey', { brand: 'B', confidence: 0.3 })
const estimate = food('Honey', { brand: 'C', source: 'ai_estimate' })

describe('data classes', () => {
  it('are complete checked data, sparse data and AI estimates', () => {
    expect([complete, sparse, estimate].map(each => dataClassOf(each, estimateSource))).toEqual([2, 1, 0])
    expect(dataClassOf(food('Honey', { confidence: 0.75 }), estimateSource)).toBe(2)
    expect(dataClassOf(food('Honey', { calories_kcal: null }), estimateSource)).toBe(1)
    expect(dataClassOf({ id: 1, name: 'Honey' }, estimateSource)).toBe(1)
    expect(dataClassOf(food('Honey', { source: 'guess' }), 'guess')).toBe(0)
  })
})

describe('an order', () => {
  it('passes when every pair is in order', () => {
    expect(() => expectBestFirst([complete, sparse, estimate])).not.toThrow()
  })

  it('fails at a pair that is not, even if foods stand between', () => {
    const failure = `GET /search?q=honey: expected best data first, saw food ${sparse.id} Honey before ${complete.id} Honey`
    expect(() => expectBestFirst([sparse, complete])).toThrow(new CheckFailed(failure))
    expect(() => expectBestFirst([complete, estimate, complete, sparse])).toThrow(CheckFailed)
  })

  it('is not shown by foods that are equal in this', () => {
    expect(() => expectBestFirst([complete, food('Honey', { brand: 'D' })])).toThrow(CheckSkipped)
  })

  it('lets repeated entries follow after all distinct foods', () => {
    const repeated = food('HONEY', { brand: 'a' })
    expect(() => expectBestFirst([complete, sparse, estimate, repeated])).not.toThrow()
  })

  it('has the best of repeated entries first', () => {
    const better = food('honey', { brand: 'c' })
    expect(() => expectBestFirst([estimate, better])).toThrow(CheckFailed)
  })
})

describe('pairs', () => {
  it('compare a repeated entry only with the one shown', () => {
    const repeated = food('Honey', { brand: 'A.' })
    expect(comparablePairs([complete, sparse, repeated])).toEqual([
      { earlier: complete, later: sparse },
      { earlier: complete, later: repeated },
    ])
  })
})
