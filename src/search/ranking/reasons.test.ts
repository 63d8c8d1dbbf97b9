import { describe, expect, it } from 'vitest'
import type { RankedFood } from './rank.ts'
import { reasonsOf } from './reasons.ts'

interface Spec {
  id?: number
  calories?: number | null
  isLaboratory?: boolean
  dataClass?: string
  named?: number
  otherName?: number
  constraint?: number
  candidate?: object
  isContradiction?: boolean
}

const ranked = ({
  id = 1,
  calories = 100,
  isLaboratory = false,
  dataClass = 'complete',
  named = 1,
  otherName = 0,
  constraint = 0,
  candidate = {},
  isContradiction = false,
}: Spec = {}) =>
  ({
    food: { id, calories, isLaboratory, dataClass },
    features: { named, other_name: otherName, constraint_met: constraint },
    candidate: {
      ...{ terms: [{ term: 'red' }, { term: 'apple' }], kept: 1, isTyped: true, isCompleted: false },
      ...{ synonym: 'none', ...candidate },
    },
    isContradiction,
  }) as unknown as RankedFood

const kinds = (food: RankedFood, all: RankedFood[] = []) => reasonsOf(food, all).map(({ kind }) => kind)

describe('the reasons for a result', () => {
  it.each([
    [{}, 'named'],
    [{ named: 0 }, 'contains'],
    [{ otherName: 1 }, 'other_name'],
    [{ candidate: { synonym: 'whole' } }, 'synonym'],
    [{ candidate: { isTyped: false } }, 'corrected'],
    [{ candidate: { isTyped: false, isCompleted: true } }, 'completed'],
    [{ candidate: { isTyped: false, kept: 0.5 } }, 'fewer_words'],
  ])('%j: %s', (spec, kind) => {
    expect(kinds(ranked(spec))).toEqual([kind, 'complete'])
  })
  it('name the words that were read', () => {
    expect(reasonsOf(ranked({ candidate: { isTyped: false } }), [])[0]).toEqual({
      kind: 'corrected',
      words: 'red apple',
    })
  })
  it('say whether the food is what was asked for', () => {
    expect(kinds(ranked({ constraint: 1, isLaboratory: true }))).toEqual([
      'named',
      'fits',
      'laboratory',
      'complete',
    ])
    expect(kinds(ranked({ isContradiction: true, dataClass: 'usable' }))).toEqual([
      'named',
      'contradicts',
      'incomplete',
    ])
  })
  it('count the other foods of the name whose energy is about the same', () => {
    const others = [100, 110, 95, 200, null].map((calories, index) => ranked({ id: index + 2, calories }))
    const food = ranked()
    expect(reasonsOf(food, [food, ...others])).toContainEqual({ kind: 'agreement', foods: 3 })
    expect(kinds(food, [food, ...others.slice(1)])).not.toContain('agreement')
  })
})
