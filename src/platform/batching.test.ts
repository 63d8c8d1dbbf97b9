import { describe, expect, it } from 'vitest'
import { createBatcher } from './batching.ts'

describe('together', () => {
  const asked: number[][] = []
  const double = createBatcher(async (numbers: number[]) => {
    asked.push(numbers)
    if (numbers.includes(13)) throw new Error('unlucky')
    return numbers.map(number => number * 2)
  }, 3)

  it('asks once for what arrives together, in pieces no larger than allowed', async () => {
    asked.length = 0
    expect(await Promise.all([1, 2, 1, 4, 5].map(double))).toEqual([2, 4, 2, 8, 10])
    expect(asked).toEqual([
      [1, 2, 1],
      [4, 5],
    ])
  })
  it('asks again for what arrives later', async () => {
    asked.length = 0
    await double(1)
    await double(1)
    expect(asked).toEqual([[1], [1]])
  })
  it('fails those who asked, and nobody after them', async () => {
    await expect(double(13)).rejects.toThrow('unlucky')
    expect(await double(1)).toBe(2)
  })
})
