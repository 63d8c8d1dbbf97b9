import { describe, expect, it } from 'vitest'
import { naturalPortion, usualPortion } from './portions.ts'

const gramsOf = (category: string, name: string) => naturalPortion(category, name)?.grams

describe('the natural portion', () => {
  it('is that of the category or of its parent', () => {
    expect(naturalPortion('Bananas', 'Banana, raw')).toEqual({ description: '1 banana', grams: 118 })
    expect(gramsOf('Rye bread', 'Rye bread')).toBe(40)
    expect(naturalPortion(null, 'Egg')).toBeNull()
  })

  it.each([
    ['Egg, whole, boiled', 50],
    ['Huevo entero, cocido', 50],
    ['Goose egg, boiled', 145],
    ['Gänseei, gekocht', 145],
    ['Turkey egg, boiled', 80],
    ['Duck egg, boiled', 70],
    ['Œuf de cane, cru', 70],
    ['Egg, quail, whole, fresh, raw', 9],
    ['Jajka przepiórcze', 9],
  ])('of %s is 1 egg of %d g', (name, grams) => {
    expect(naturalPortion('Eggs', name)).toEqual({ description: '1 egg', grams })
  })

  it.each(['Eggs', 'Egg dishes'])('of scrambled eggs and omelettes is one of 2 eggs in %s', category => {
    expect(naturalPortion(category, 'Rührei')?.description).toBe('1 serving (2 eggs)')
    expect(naturalPortion(category, 'Omelet, plain')?.description).toBe('1 omelette (2 eggs)')
  })

  it.each([
    ['Pasta', 'Pasta egg-free, boiled with salt', 200],
    ['Pasta', 'Penne', 80],
    ['Pasta', 'Pasta, uncooked', 80],
    ['Grains', 'Bulgur, gekocht', 180],
  ])('in %s of %s is cooked or not, as the food: %d g', (category, name, grams) => {
    expect(gramsOf(category, name)).toBe(grams)
  })
})

describe('the usual portion of a product', () => {
  const product = { name: 'Thing', brand: null, source: 'off', serving_size_g: null } as const
  const gramsOfKind = (category: string | null, calories_kcal: number | null, more: object = {}) =>
    usualPortion({ ...product, category, calories_kcal, ...more })?.grams ?? null

  it('is that of its category', () => {
    expect(gramsOfKind('Rye bread', 220)).toBe(40)
    expect(gramsOfKind('Beers', 45)).toBe(333)
    expect(gramsOfKind(null, 220)).toBeNull()
  })

  it('is unknown if it has more energy than people eat or drink at once, or if its energy is unknown', () => {
    expect(gramsOfKind('Meals', 200)).toBe(300)
    expect(gramsOfKind('Meals', 201)).toBeNull()
    expect(gramsOfKind('Beverages', 120)).toBe(250)
    expect(gramsOfKind('Beverages', 121)).toBeNull()
    expect(gramsOfKind('Rye bread', null)).toBeNull()
  })

  it('is not needed if the label states a serving, or for a food of a table', () => {
    expect(gramsOfKind('Rye bread', 220, { serving_size_g: 35 })).toBeNull()
    expect(gramsOfKind('Rye bread', 220, { source: 'usda' })).toBeNull()
  })
})
