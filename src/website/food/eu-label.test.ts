import { expect, it } from 'vitest'
import { type Food, FoodSchema } from '../../food/food.ts'
import type { Locale } from '../i18n/locales.ts'
import { carbsOnEuLabel, euLabel } from './eu-label.ts'
import { defaultPortion, portionOptions } from './portion.ts'

const [example] = (FoodSchema as unknown as { examples: [Food] }).examples
const banana: Food = {
  ...example,
  source: 'usda',
  ...{ carbs_g: 23, fiber_g: 3, sugar_g: 12, serving_size_g: 200, serving_desc: '1 piece' },
}

it.each([
  ['of a source that includes it', {}, 20],
  ['but not below 0', { carbs_g: 2, sugar_g: null }, 0],
  ['but not below the sugars', { sugar_g: 21 }, 21],
  ['but never adds to the carbohydrates', { sugar_g: 24 }, 23],
  ['unless it is unknown', { fiber_g: null }, 23],
  ['not of a source without it', { source: 'bls' }, 23],
  ['not of labels', { source: 'off' }, 23],
  ['not of nothing', { carbs_g: null }, null],
] as const)('subtracts the fibre %s', (_case, fields, expected) => {
  expect(carbsOnEuLabel({ ...banana, ...fields })).toBe(expected)
})

function carbsRow(food: Food, region: 'eu' | 'uk', locale: Locale = 'en'): string {
  const portion = defaultPortion(food, portionOptions(food, undefined, locale))
  const rows = euLabel(food, portion, { locale, region }).html.split('<tr')
  return (rows.find(each => /Carbohydrate|Kohlenhydrate/.test(each)) ?? '')
    .replace(/^[^>]*>|<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

it('states carbohydrate without fibre, also as a share of the reference intake', () => {
  expect(carbsRow(banana, 'eu')).toBe('Carbohydrate 20 g 40 g')
  expect(carbsRow(banana, 'uk')).toBe('Carbohydrate 20 g 40 g 15%')
})

it('says so where it may contain fibre', () => {
  const unknown = { ...banana, fiber_g: null }
  expect(carbsRow(unknown, 'eu')).toBe('Carbohydrate (including fiber) 23 g 46 g')
  expect(carbsRow(unknown, 'eu', 'de')).toBe('Kohlenhydrate (mit Ballaststoffen) 23 g 46 g')
})
