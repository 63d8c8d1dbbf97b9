import { describe, expect, it } from 'vitest'
import { firstFood, type RankedFood, shareRightFirst, shareWithinReach } from './ranked-queries.ts'

const food = (features: number[], right: boolean, level = 0): RankedFood => ({ features, right, level })
const query = (...foods: RankedFood[]) => ({ query: 'q', kind: 'k', group: 'g', foods })

describe('ranking', () => {
  it('puts the highest score of the lowest level first', () => {
    const [low, high, other] = [food([1], false), food([2], false), food([9], true, 1)]
    expect(firstFood(query(low, other, high), [1])).toBe(high)
    expect(firstFood(query(low, other, high), [-1])).toBe(low)
    expect(firstFood(query(low, high), [0])).toBe(low)
    expect(firstFood(query(), [1])).toBeUndefined()
  })

  it('counts queries whose first food is right, and those where it could be', () => {
    const queries = [
      query(food([2], true), food([1], false)),
      query(food([1], true), food([2], false)),
      query(food([1], false), food([2], true, 1)),
      query(),
    ]
    expect(shareRightFirst(queries, [1])).toBe(1 / 4)
    expect(shareWithinReach(queries)).toBe(2 / 4)
  })
})
