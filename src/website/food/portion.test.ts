import { expect, it } from 'vitest'
import type { Food } from '../../food/food.ts'
import { FoodSchema } from '../../food/food.ts'
import { formatInput } from './label-numbers.ts'
import { defaultPortion, portionOptions, presetName, presetsOf, readPortion } from './portion.ts'

const [example] = (FoodSchema as unknown as { examples: [Food] }).examples
const milk: Food = { ...example, serving_size_g: 240, serving_desc: '1 cup (240 ml)' }
const stone: Food = { ...example, name: 'Zzyzx', category: null, serving_size_g: null, serving_desc: null }

it('offers the portions of the source, then household units, then weights', () => {
  const options = portionOptions(milk, [{ description: '1 carton', grams: 200 }], 'en')
  expect(options[0]).toEqual({ id: 'portion-1', name: 'carton', grams: 200, isMass: false })
  expect(options.map(({ id }) => id)).toContain('cup')
  expect(options.slice(-2).map(({ id }) => id)).toEqual(['g', 'oz'])
  expect(options.find(({ id }) => id === 'ml')?.grams).toBe(1.01)
})

it('names the portions of the source in the language of the page where it has a word', () => {
  const options = portionOptions(milk, [{ description: '1 cup', grams: 240 }], 'de')
  expect(options.filter(({ grams }) => grams === 240)).toEqual([
    { id: 'cup', name: 'Tasse (US)', grams: 240, isMass: false },
  ])
})

it('starts with a serving, or 100 g', () => {
  expect(defaultPortion(milk, portionOptions(milk, undefined, 'en')).grams).toBe(240)
  const options = portionOptions(stone, undefined, 'en')
  expect(defaultPortion(stone, options)).toMatchObject({ amount: 100, grams: 100, unit: { id: 'g' } })
  expect(presetsOf(options).map(preset => presetName(preset, 'en'))).toEqual(['50 g', '250 g', '100 g'])
})

it('reads what was entered, with a decimal point or comma', () => {
  const options = portionOptions(milk, undefined, 'en')
  expect(readPortion('', '', options)).toBeUndefined()
  expect(readPortion('1,5', 'cup', options)?.grams).toBe(360)
  expect(readPortion(formatInput(1_500, 'de'), 'g', options)?.grams).toBe(1_500)
  for (const [amount, unit] of [
    ['0', 'g'],
    ['-1', 'g'],
    ['10001', 'g'],
    ['1', 'barrel'],
    ['', 'cup'],
  ])
    expect(readPortion(amount ?? '', unit ?? '', options)).toBeNull()
})
