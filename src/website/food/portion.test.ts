import { expect, it } from 'vitest'
import type { Food } from '../../food/food.ts'
import { FoodSchema } from '../../food/food.ts'
import type { Locale } from '../i18n/locales.ts'
import { formatInput, withWeight } from './label-numbers.ts'
import { defaultPortion, portionOptions, presetName, presetsOf, readPortion } from './portion.ts'
import { portionForm } from './portion-form.ts'

const [example] = (FoodSchema as unknown as { examples: [Food] }).examples
const milk: Food = { ...example, serving_size_g: 240, serving_desc: '1 cup (240 ml)' }
const stone: Food = { ...example, name: 'Zzyzx', category: null, serving_size_g: null, serving_desc: null }

it('offers the portions of the source, then household units, then weights', () => {
  const options = portionOptions(milk, [{ description: '1 carton', grams: 200 }], 'en')
  expect(options[0]).toEqual({
    id: 'portion-1',
    name: { one: 'carton', other: 'cartons' },
    grams: 200,
    isMass: false,
    isUsual: false,
    presets: [1],
  })
  expect(options.map(({ id }) => id)).toContain('cup')
  expect(options.slice(-2).map(({ id }) => id)).toEqual(['g', 'oz'])
  expect(options.find(({ id }) => id === 'ml')?.grams).toBe(1.0144)
})

it('names the portions of the source in the language of the page', () => {
  const portions = [
    { description: '1 cup', grams: 240 },
    { description: '1 cup, mashed', grams: 225 },
    { description: '1 medium banana', grams: 118 },
    { description: '1 widget', grams: 50 },
  ]
  const names = (locale: Locale) =>
    presetsOf(portionOptions(stone, portions, locale)).map(preset => presetName(preset, locale))
  expect(names('en')).toEqual([
    '1 cup, 240 g',
    '1 cup, mashed, 225 g',
    '1 medium banana, 118 g',
    '1 widget, 50 g',
    '100 g',
  ])
  // What has no translation is left to the weights.
  expect(names('de')).toEqual([
    '1 Tasse (US), 240 g',
    '1 Tasse (US), zerdrückt, 225 g',
    '1 mittelgroße Banane, 118 g',
    '100 g',
  ])
  expect(portionOptions(stone, portions, 'de')[0]).toMatchObject({ id: 'cup', grams: 240 })
})

it('offers a size of the source once', () => {
  const egg = { ...stone, name: 'Egg, whole, raw' }
  const sizes = ['small', 'medium', 'large', 'extra large']
  const offered = (portions: Parameters<typeof portionOptions>[1]) =>
    portionOptions(egg, portions, 'de')
      .map(({ id }) => id)
      .filter(id => sizes.includes(id))
  expect(offered(undefined)).toEqual(sizes)
  const named = [
    { description: '1 small egg', grams: 40 },
    { description: '1 extra large egg', grams: 56 },
  ]
  expect(offered(named)).toEqual(['medium', 'large'])
  // Another weight is another size.
  expect(offered([{ description: '1 small egg', grams: 30 }])).toEqual(sizes)
})

it('names each unit with its weight in one pair of brackets', () => {
  const options = portionOptions(stone, [{ description: '1 cup (240 ml)', grams: 240 }], 'de')
  const portion = defaultPortion(stone, options)
  const { html } = portionForm({ foodId: 1, path: '/food/1', options, portion, isInvalid: false }, 'de')
  expect(html).toContain('>Tasse (240 ml, 240 g)</option>')
  expect(html).toContain('>g</option>')
})

it('keeps the portions of a label in the language of the page', () => {
  const label = [{ description: '1 Wundertüte', grams: 50 }]
  expect(portionOptions(stone, label, 'de', 'de')[0]?.name.one).toBe('Wundertüte')
  expect(portionOptions(stone, label, 'fr', 'de')[0]?.id).toBe('g')
})

it('offers several pieces as an amount of one', () => {
  const slices = [
    { description: '1 slice', grams: 29 },
    { description: '2 slices', grams: 58 },
    { description: 'half a pizza', grams: 190 },
    { description: '3 biscuits', grams: 25 },
  ]
  const options = portionOptions({ ...stone, serving_size_g: 58 }, slices, 'pl')
  expect(presetsOf(options).map(preset => presetName(preset, 'pl'))).toEqual([
    '1 plaster, 29 g',
    '2 plastry, 58 g',
    '½ pizzy, 190 g',
    '3 herbatniki, 25 g',
    '100 g',
  ])
  expect(defaultPortion({ ...stone, serving_size_g: 58 }, options)).toMatchObject({
    amount: 2,
    unit: { id: 'slice' },
  })
  expect(readPortion('5', 'portion-4', options)?.grams).toBe(41.67)
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

it.each([
  ['1 bowl', 250, '1 bowl, 250 g', '1 Schüssel, 250 g'],
  ['2 biscuits', 25, '2 biscuits, 25 g', '2 Kekse, 25 g'],
  ['3 squares', 25, '3 squares, 25 g', '3 Stückchen, 25 g'],
  // Only a weight or a volume.
  ['250ml', 258, '1 serving, 258 g', '1 Portion, 258 g'],
])('opens on the serving %s', (serving_desc, serving_size_g, english, german) => {
  const food = { ...stone, serving_desc, serving_size_g }
  const opensOn = (locale: Locale, language?: string) =>
    presetName(defaultPortion(food, portionOptions(food, undefined, locale, language)), locale)
  expect(opensOn('en')).toBe(english)
  expect(opensOn('de')).toBe(german)
  // The natural portions of categories are English, whatever the language of the label is.
  expect(opensOn('de', 'de')).toBe(german)
})

it('adds the weight to what is in brackets already', () => {
  expect([withWeight('1 egg', '50'), withWeight('1 glass (200 ml)', '206')]).toEqual([
    '1 egg (50 g)',
    '1 glass (200 ml, 206 g)',
  ])
})

it('marks the usual portion of a product, and opens on 100 g', () => {
  const syrup = { ...stone, name: 'Sirup', category: 'Syrups', calories_kcal: 300 }
  const options = (locale: Locale) => portionOptions(syrup, undefined, locale)
  expect(presetsOf(options('en')).map(preset => presetName(preset, 'en'))).toContain(
    '1 tablespoon, 20 g (usual)',
  )
  expect(presetsOf(options('de')).map(preset => presetName(preset, 'de'))).toContain(
    '1 Esslöffel, 20 g (üblich)',
  )
  expect(defaultPortion(syrup, options('en'))).toMatchObject({ amount: 100, grams: 100 })
  expect(presetsOf(portionOptions({ ...syrup, serving_size_g: 30 }, undefined, 'en'))).not.toContainEqual(
    expect.objectContaining({ unit: expect.objectContaining({ isUsual: true }) as unknown }),
  )
})
