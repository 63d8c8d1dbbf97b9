import { describe, expect, it } from 'vitest'
import { assignFolds, crossValidate } from './cross-validation.ts'
import type { RankedQuery } from './ranked-queries.ts'

function query(name: string, group: string, right: number[], wrong: number[], kind = 'k'): RankedQuery {
  const foods = [
    { features: wrong, right: false, level: 0 },
    { features: right, right: true, level: 0 },
  ]
  return { query: name, kind, group, foods }
}

describe('folds', () => {
  it('keep a group together and are of similar size', () => {
    const sizes = { apple: 7, egg: 4, rice: 3, milk: 2, tofu: 2, kiwi: 1, salt: 1 }
    const queries = Object.entries(sizes).flatMap(([group, size]) =>
      Array.from({ length: size }, (_, index) => query(`${group} ${index}`, group, [1], [0])),
    )
    const folds = assignFolds(queries, 3)
    expect([...folds.keys()].sort()).toEqual(Object.keys(sizes).sort())
    const filled = [0, 1, 2].map(fold => queries.filter(({ group }) => folds.get(group) === fold).length)
    expect(filled.sort()).toEqual([6, 7, 7])
  })
})

describe('cross-validation', () => {
  it('reports what carries over to other foods', () => {
    const queries = Array.from({ length: 20 }, (_, index) =>
      query(`q${index}`, `g${index % 10}`, [1], [0], index < 5 ? 'a' : 'b'),
    )
    const result = crossValidate(queries, 1, 5, { l2: 0.01 })
    expect(result).toMatchObject({ inFold: 1, outOfFold: 1 })
    expect([...result.outOfFoldByKind]).toEqual([
      ['a', { queries: 5, share: 1 }],
      ['b', { queries: 15, share: 1 }],
    ])
  })

  it('shows when weights only memorize single foods', () => {
    // A feature of each food: it ranks the queries of its food and says nothing about others.
    const groups = 10
    const queries = Array.from({ length: 2 * groups }, (_, index) => {
      const own = Array.from({ length: groups }, (__, feature) => Number(feature === index % groups))
      return query(
        `q${index}`,
        `g${index % groups}`,
        own,
        own.map(() => 0),
      )
    })
    const { inFold, outOfFold } = crossValidate(queries, groups, 5, { l2: 0.001 })
    expect([inFold, outOfFold]).toEqual([1, 0])
  })
})
