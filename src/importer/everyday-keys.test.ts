import { describe, expect, it } from 'vitest'
import { everydayFoods } from '../food/everyday-foods.ts'
import { everydayKeysOf } from './everyday-keys.ts'

const ownersOf = (key: string) =>
  everydayFoods.filter(food => everydayKeysOf(food).includes(key)).map(({ id }) => id)

describe('the name keys of everyday foods', () => {
  it.each([
    ['=rice', 'rice-white-cooked'],
    ['=beef stew', 'beef-stew'],
    ['=beef minced', 'beef-minced-cooked'],
    ['=rhabarber', 'rhubarb-stewed'],
    ['@rice-white-raw', 'rice-white-raw'],
  ])('%s belongs to %s alone', (key, id) => {
    expect(ownersOf(key)).toEqual([id])
  })

  it('each belong to one food', () => {
    const keys = everydayFoods.flatMap(everydayKeysOf)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
