import { describe, expect, it } from 'vitest'
import { choosePairs, fitWeights, lossAt, minimize, type Pairs, scalesOf } from './pairwise.ts'
import { type RankedFood, type RankedQuery, scoreOf, shareRightFirst } from './ranked-queries.ts'

const food = (features: number[], right: boolean, level = 0): RankedFood => ({ features, right, level })
const query = (foods: RankedFood[], name = 'q'): RankedQuery => ({
  query: name,
  kind: 'k',
  group: name,
  foods,
})

/** Deterministic numbers between -1 and 1 (a linear congruential generator). */
function createRandom(seed = 1): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return (2 * state) / 4_294_967_296 - 1
  }
}

/** Queries whose right food is the one with the highest score by the true weights. */
function queriesRankedBy(trueWeights: number[], count: number): RankedQuery[] {
  const random = createRandom()
  return Array.from({ length: count }, (_, index) => {
    const foods = Array.from({ length: 30 }, () => food(trueWeights.map(random), false))
    const scores = foods.map(each => scoreOf(each, trueWeights))
    const top = scores.indexOf(Math.max(...scores))
    return query(
      foods.map((each, at) => ({ ...each, right: at === top })),
      `q${index}`,
    )
  })
}

const sumOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0)

describe('fitted weights', () => {
  it('recover the order that the queries show', () => {
    const trueWeights = [3, -2, 0.5, 0]
    const queries = queriesRankedBy(trueWeights, 200)
    const weights = fitWeights(queries, 4, { l2: 1e-4 })
    expect(shareRightFirst(queries, weights)).toBeGreaterThan(0.95)
    const [first = 0, second = 0, third = 0, fourth = 0] = weights
    expect(Math.abs(second / first + 2 / 3)).toBeLessThan(0.1)
    expect(Math.abs(third / first - 0.5 / 3)).toBeLessThan(0.1)
    expect(Math.abs(fourth / first)).toBeLessThan(0.1)
  })

  it('do not depend on the scale of a feature', () => {
    const queries = queriesRankedBy([1, 1], 100)
    const inMilligrams = queries.map(each => ({
      ...each,
      foods: each.foods.map(one => ({
        ...one,
        features: one.features.map((x, at) => (at === 0 ? 1000 * x : x)),
      })),
    }))
    const [first = 0] = fitWeights(queries, 2, { l2: 0.01 })
    const [scaled = 0] = fitWeights(inMilligrams, 2, { l2: 0.01 })
    expect(scaled * 1000).toBeCloseTo(first, 3)
  })

  it('are within their bounds', () => {
    const queries = queriesRankedBy([3, -2, 0.5], 100)
    const bounds = new Map([
      [0, { max: 0 }],
      [1, { min: 1.5 }],
      [2, { min: 0 }],
    ])
    const [first, second, third = 0] = fitWeights(queries, 3, { l2: 0.001, bounds })
    expect([first, second]).toEqual([0, 1.5].map(value => expect.closeTo(value, 12)))
    expect(third).toBeGreaterThan(0)
  })

  it('shrink with stronger regularization', () => {
    const queries = queriesRankedBy([1, 1], 50)
    const norm = (l2: number) => Math.hypot(...fitWeights(queries, 2, { l2 }))
    expect(norm(1)).toBeLessThan(norm(0.01))
    expect(norm(0.01)).toBeLessThan(norm(0.0001))
  })

  it('are zero when no query has both right and wrong foods', () => {
    expect(fitWeights([query([food([1], true)]), query([])], 1, { l2: 0.1 })).toEqual([0])
  })
})

describe('pairs', () => {
  it('never join foods of different levels', () => {
    const foods = [food([1], true, 0), food([2], false, 1), food([5], true, 2), food([3], false, 2)]
    const { differences, weights } = choosePairs([query(foods)], [0], [1])
    expect([...differences]).toEqual([2])
    expect([...weights]).toEqual([1])
  })

  it('of a query have weight 1 in total, and none without a right or wrong food', () => {
    const queries = [
      query([food([1], true), food([2], true), food([3], false)]),
      query([food([1], true), food([3], false), food([4], false), food([5], false)]),
      query([food([1], true)]),
      query([food([1], false)]),
    ]
    const { weights } = choosePairs(queries, [0], [1])
    expect(weights.length).toBe(5)
    expect(sumOf(weights)).toBeCloseTo(2)
  })

  it('use the 20 wrong foods with the highest score', () => {
    const wrong = Array.from({ length: 50 }, (_, at) => food([at], false))
    const differencesBy = (weight: number) => [
      ...choosePairs([query([food([0], true), ...wrong])], [weight], [1]).differences,
    ]
    expect(differencesBy(1).sort((a, b) => b - a)).toEqual(Array.from({ length: 20 }, (_, at) => -30 - at))
    expect(differencesBy(-1).sort((a, b) => b - a)).toEqual(Array.from({ length: 20 }, (_, at) => 0 - at))
  })

  it('scale differences to unit variance', () => {
    const queries = [query([food([10, 7], true), food([20, 7], false)])]
    expect(scalesOf(queries, 2)).toEqual([5, 1])
    expect([...choosePairs(queries, [0, 0], [5, 1]).differences]).toEqual([-2, 0])
  })
})

describe('the loss', () => {
  const random = createRandom(7)
  const pairs: Pairs = {
    differences: Float64Array.from({ length: 60 }, random),
    weights: Float64Array.from({ length: 20 }, () => 0.5),
  }

  it('has the gradient of its finite differences', () => {
    const at = [0.4, -1.2, 3]
    const { gradient } = lossAt(pairs, at, 0.3)
    const step = 1e-6
    for (const [feature, slope] of gradient.entries()) {
      const moved = (by: number) => at.map((weight, index) => (index === feature ? weight + by : weight))
      const difference = lossAt(pairs, moved(step), 0.3).loss - lossAt(pairs, moved(-step), 0.3).loss
      expect(slope).toBeCloseTo(difference / (2 * step), 6)
    }
  })

  it('stays finite for large margins', () => {
    const one: Pairs = { differences: Float64Array.of(1), weights: Float64Array.of(1) }
    expect(lossAt(one, [1000], 0).loss).toBe(0)
    expect(lossAt(one, [-1000], 0).loss).toBe(1000)
  })

  it('is minimal where the gradient vanishes', () => {
    const weights = minimize(pairs, [0, 0, 0], { l2: 0.05 })
    for (const slope of lossAt(pairs, weights, 0.05).gradient) expect(Math.abs(slope)).toBeLessThan(1e-3)
  })
})
