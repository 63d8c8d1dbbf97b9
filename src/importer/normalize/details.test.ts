import { describe, expect, it } from 'vitest'
import { micronutrients, micronutrientTable } from '../../food/micronutrients.ts'
import type { SourceDetails } from '../../sources/source-record.ts'
import { cleanDetails } from './details.ts'

const noServing = { serving_desc: null, serving_size_g: null }
const clean = (stated: SourceDetails, serving = noServing as Parameters<typeof cleanDetails>[2]) =>
  cleanDetails(stated, 'Name of the food', serving)

it('is null if nothing is known', () => {
  expect(cleanDetails(null, null, noServing)).toBeNull()
  expect(clean({})).toBeNull()
  const nothing = { names: {}, countries: ['en:null'], ingredients: '-', allergens: [''], nutri_score: null }
  expect(clean({ ...nothing, micronutrients: {}, portions: [], package_quantity: 'unknown' })).toBeNull()
})

describe('one member', () => {
  // stated, expected
  const cases: [SourceDetails, unknown][] = [
    [{ names: { fr: 'Thé &amp; lait' } }, { names: { fr: 'Thé & lait' } }],
    [
      { names: { fr: 'ThÃ©', de: '???', it: 'undefined', 'x-y': 'Tea', zh: '茶' } },
      { names: { fr: 'Thé', zh: '茶' } },
    ],
    [{ names: { 'pt-BR': 'Chá' } }, { names: { 'pt-BR': 'Chá' } }],
    [{ countries: ['en:france', 'FR', 'en:narnia', 'Italia'] }, { countries: ['France', 'Italy'] }],
    [{ ingredients: ' <b>Water</b>,\n_milk_ ' }, { ingredients: 'Water, _milk_' }],
    [{ ingredients: 'undefined' }, null],
    [{ ingredients: '0' }, null],
    [{ allergens: ['milk', 'milk', ' eggs '] }, { allergens: ['milk', 'eggs'] }],
    [
      { allergens: ['milk'], traces: ['milk', 'nuts'] },
      { allergens: ['milk'], traces: ['nuts'] },
    ],
    [{ nutri_score: 'C' }, { nutri_score: 'c' }],
    [{ nutri_score: 'f' }, null],
    [{ nova_group: 4 }, { nova_group: 4 }],
    [{ nova_group: 5 }, null],
    [{ package_quantity: '6&nbsp;x 330 ml' }, { package_quantity: '6 x 330 ml' }],
  ]
  it.each(cases)('%j → %j', (stated, expected) => {
    expect(clean(stated)).toEqual(expected)
  })
})

describe('micronutrients', () => {
  // stated, expected
  it.each<[SourceDetails['micronutrients'], unknown]>([
    [{ vitamin_c_mg: { value: 0.06, unit: 'g' } }, { vitamin_c_mg: 60 }],
    [{ vitamin_b12_ug: { value: 0.0000024, unit: 'g' } }, { vitamin_b12_ug: 2.4 }],
    [{ selenium_ug: { value: 1.5, unit: 'UG' } }, { selenium_ug: 1.5 }],
    [{ iron_mg: { value: '<0,5', unit: 'mg' } }, { iron_mg: 0.5 }],
    [{ iron_mg: { value: 0, unit: 'g' } }, { iron_mg: 0 }],
    [{ vitamin_d_ug: { value: 40, unit: 'IU' } }, { vitamin_d_ug: 1 }],
    // 1 IU depends on the form of the vitamin.
    [{ vitamin_a_ug: { value: 40, unit: 'IU' } }, undefined],
    [{ iron_mg: { value: 20, unit: '% DV' } }, undefined],
    [{ iron_mg: { value: -1, unit: 'mg' } }, undefined],
    [{ iron_mg: { value: 'traces', unit: 'mg' } }, undefined],
    // Milligrams that were entered as grams.
    [{ vitamin_c_mg: { value: 60, unit: 'g' }, iron_mg: { value: 2.1, unit: 'g' } }, undefined],
    [{ trans_fat_g: { value: 101, unit: 'g' } }, undefined],
  ])('%j → %j', (stated, expected) => {
    expect(clean({ micronutrients: stated ?? {} })?.micronutrients).toEqual(expected)
  })

  it('have a maximum above the daily value, and an id that ends with the unit', () => {
    for (const micronutrient of micronutrients) {
      const { unit, max, dailyValue = 0 } = micronutrientTable[micronutrient]
      expect(max).toBeGreaterThan(dailyValue)
      expect(micronutrient.endsWith(`_${unit.replace('µ', 'u')}`)).toBe(true)
    }
  })
})

describe('portions', () => {
  // serving_desc, serving_size_g, description
  it.each<[string, number | null, string | undefined]>([
    ['1 piece (32 g)', 32, '1 piece'],
    ['30 g (0.25 cup)', 30, '0.25 cup'],
    ['1 bar = 40g', 40, '1 bar'],
    ['about 17 pieces (40 g)', 40, 'about 17 pieces'],
    ['2 biscuits (25 g / 0.9 oz)', 25, '2 biscuits'],
    ['1 scoop (heaped) 12 g', 12, '1 scoop (heaped)'],
    ['1 bowl', 300, '1 bowl'],
    ['1 bowl', null, undefined],
    ['30 g', 30, undefined],
    ['100 g (100 GRM)', 100, undefined],
    ['1.06 ONZ (30 g)', 30, undefined],
  ])('of the label %s with %s g: %s', (serving_desc, serving_size_g, description) => {
    const [portion] = clean({}, { serving_desc, serving_size_g })?.portions ?? []
    expect(portion).toEqual(description === undefined ? undefined : { description, grams: serving_size_g })
  })

  it('start with the serving of the label, without duplicates and impossible weights', () => {
    const stated = [
      { description: '1 cup', grams: 240 },
      { description: '1 jar', grams: 400.123 },
      { description: '1 barrel', grams: 50_000 },
      { description: '1 crumb', grams: 0 },
      { description: 'undefined', grams: 5 },
    ]
    const serving = { serving_desc: '1 cup (240 g)', serving_size_g: 240 }
    expect(clean({ portions: stated }, serving)?.portions).toEqual([
      { description: '1 cup', grams: 240 },
      { description: '1 jar', grams: 400.1 },
    ])
  })
})

it('has bounded sizes', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `food ${index}`)
  const letters = 'abcdefghij'
  const codes = Array.from(letters).flatMap(one => Array.from(letters, other => one + other))
  const details = clean({
    names: Object.fromEntries(codes.map(code => [code, 'Soup'])),
    ingredients: 'water, '.repeat(10_000),
    allergens: many(1_000),
    traces: many(2_000).slice(1_000),
    labels: many(1_000),
    portions: many(1_000).map(description => ({ description, grams: 1 })),
    package_quantity: 'x'.repeat(10_000),
  })
  expect(Object.keys(details?.names ?? {})).toHaveLength(40)
  expect(details?.ingredients?.length).toBeLessThanOrEqual(5_000)
  expect(details?.allergens).toHaveLength(30)
  expect(details?.traces).toHaveLength(30)
  expect(details?.labels).toHaveLength(30)
  expect(details?.portions).toHaveLength(20)
  expect(details?.package_quantity).toHaveLength(100)
})
