import { describe, expect, it } from 'vitest'
import { createBatcher } from './batching.ts'

describe('createBatcher', () => {
  const batches: number[][] = []
  const double = createBatcher(async (numbers: number[]) => {
    batches.push(numbers)
    if (numbers.includes(13)) throw new Error('unlucky')
    return numbers.map(number => number * 2)
  }, 3)

  it('batches concurrent calls, up to the maximum batch size', async () => {
    batches.length = 0
    expect(await Promise.all([1, 2, 1, 4, 5].map(double))).toEqual([2, 4, 2, 8, 10])
    expect(batches).toEqual([
      [1, 2, 1],
      [4, 5],
    ])
  })
  it('starts a new batch for later calls', async () => {
    batches.length = 0
    await double(1)
    await double(1)
    expect(batches).toEqual([[1], [1]])
  })
  it('rejects the calls of a failed batch, but not later ones', async () => {
    await expect(double(13)).rejects.toThrow('unlucky')
    expect(await double(1)).toBe(2)
  })
})
