import { describe, expect, it } from 'vitest'
import type { SourceRecord } from '../source-record.ts'
import { usdaNutrientIds, usdaRecord } from './record.ts'

function record(product: Record<string, unknown>): SourceRecord {
  const read = usdaRecord({ fdc_id: 7, ...product })
  if ('rejected' in read) throw new Error(read.rejected)
  return read
}

const generic = (product: Record<string, unknown>) => record({ data_type: 'sr_legacy_food', ...product })
const branded = (product: Record<string, unknown>) => record({ data_type: 'branded_food', ...product })
const amounts = (values: Record<number, number>, unit_name?: string) =>
  new Map(Object.entries(values).map(([id, amount]) => [Number(id), { amount, unit_name }]))

it('maps a branded food', () => {
  const product = {
    fdc_id: '2012345',
    data_type: 'branded_food',
    gtin_upc: '00409999900001',
    brand_name: "OAKLEY'S",
    brand_owner: 'Oakley Mills, Inc.',
    description: 'APPLE OAT BAR, APPLE',
    branded_food_category: 'Snack, Energy & Granola Bars',
    serving_size: '40.0',
    serving_size_unit: 'g',
    household_serving_fulltext: '1 BAR',
    modified_date: '2020-09-03',
    available_date: '2020-11-13',
    nutrients: amounts({ 1008: 410, 1093: 120, 2000: 21 }),
  }
  expect(usdaRecord(product)).toEqual({
    source: 'usda',
    source_id: 'gtin:0409999900001',
    barcode: '00409999900001',
    kind: null,
    obsolete: false,
    name: 'Apple Oat Bar',
    brand: "Oakley's",
    categories: ['Snack, Energy & Granola Bars'],
    serving: '1 bar (40 g)',
    serving_grams: 40,
    image_url: null,
    image_thumb_url: null,
    popularity: 0,
    source_modified_at: 1_599_091_200,
    per: '100g',
    amounts: {
      energy_kcal: { value: 410, unit: 'kcal' },
      sodium: { value: 120, unit: 'mg' },
      sugar: { value: 21, unit: 'g' },
    },
    details: { countries: [], ingredients: null, micronutrients: {}, package_quantity: null },
  })
})

describe('source_id', () => {
  // product, source_id
  it.each([
    [{ data_type: 'sr_legacy_food', ndb_number: 9252 }, 'fdc:7'],
    [{ data_type: 'foundation_food', ndb_number: 9252 }, 'ndb:9252'],
    [{ data_type: 'foundation_food' }, 'fdc:7'],
    [{ data_type: 'branded_food', gtin_upc: '12345670' }, 'gtin:12345670'],
    [{ data_type: 'branded_food', gtin_upc: '0 - 00012345678905' }, 'gtin:0012345678905'],
    [{ data_type: 'branded_food', gtin_upc: '00000000' }, 'branded:7'],
    [{ data_type: 'branded_food' }, 'branded:7'],
  ])('%j is %s', (product, source_id) => {
    expect(record(product).source_id).toBe(source_id)
  })

  it('is required', () => {
    expect(usdaRecord({ description: 'Oats' })).toEqual({ rejected: 'no-source-id', source_id: '' })
    expect(usdaRecord(null)).toEqual({ rejected: 'not-an-object', source_id: '' })
  })
})

describe('amounts', () => {
  it('use the first id that is present', () => {
    const energy = (values: Record<number, number>) =>
      generic({ nutrients: amounts(values) }).amounts.energy_kcal?.value
    expect(energy({ 2047: 3, 2048: 2, 1008: 1 })).toBe(1)
    expect(energy({ 2047: 3, 2048: 2 })).toBe(2)
    expect(energy({ 2047: 3 })).toBe(3)
    expect(generic({ nutrients: amounts({ 1063: 5, 1085: 94 }) }).amounts).toEqual({
      sugar: { value: 5, unit: 'g' },
      fat: { value: 94, unit: 'g' },
    })
  })

  it('have the unit of the bundle, otherwise the default unit', () => {
    expect(generic({ nutrients: amounts({ 1093: 1 }, 'G') }).amounts.sodium).toEqual({ value: 1, unit: 'G' })
    expect(generic({ nutrients: amounts({ 1093: 1 }) }).amounts.sodium).toEqual({ value: 1, unit: 'mg' })
  })

  it('are mapped for every requested id', () => {
    for (const id of usdaNutrientIds) {
      const read = generic({ nutrients: amounts({ [id]: 1 }, 'MG') })
      expect(Object.keys({ ...read.amounts, ...read.details?.micronutrients }).length).toBe(1)
    }
  })

  // state, whether the amounts are those of the product as sold
  it.each([
    [undefined, true],
    ['UNPREPARED', true],
    ['READY_TO_EAT', true],
    ['READY_TO_DRINK', true],
    ['PREPARED', false],
    ['BAKE', false],
  ])('of state %s: %s', (preparation_state_code, taken) => {
    const { amounts: values } = branded({ preparation_state_code, nutrients: amounts({ 1008: 1 }) })
    expect(values.energy_kcal !== undefined).toBe(taken)
  })
})

describe('the serving of a branded food', () => {
  // size, unit, label text, serving, grams, basis
  it.each([
    ['28.0', 'g', '1 ONZ', '1 oz (28 g)', 28, '100g'],
    ['28', 'GRM', '15 CHIPS | ABOUT', 'about 15 chips (28 g)', 28, '100g'],
    ['240.0', 'ml', '8 OZA', '8 fl oz (240 ml)', null, '100ml'],
    ['240.0', 'MLT', '', '240 ml', null, '100ml'],
    ['56.0', 'g', '1 tube (56g)', '1 tube (56g)', 56, '100g'],
    ['29.573529', 'g', '2 Tbsp', '2 Tbsp (29.57 g)', 29.57, '100g'],
    ['25.0', 'g', 'Amount per serving', '25 g', 25, '100g'],
    ['28.0', 'IU', '3 Tbsp', '3 Tbsp', null, '100g'],
    ['28.0', 'MG', undefined, null, null, '100g'],
    ['0.0', 'g', '1 cup', '1 cup', null, '100g'],
    ['', '', 'Per container', null, null, '100g'],
  ])('%s %s, %s', (serving_size, serving_size_unit, household_serving_fulltext, serving, grams, per) => {
    const read = branded({ serving_size, serving_size_unit, household_serving_fulltext })
    expect([read.serving, read.serving_grams, read.per]).toEqual([serving, grams, per])
  })
})

describe('the portion of a generic food', () => {
  const portion = (
    seq_num: number,
    amount: string,
    measure_unit: string,
    modifier: string,
    gram_weight: string,
  ) => ({
    seq_num,
    amount,
    measure_unit,
    modifier,
    gram_weight,
  })

  // portions, serving, grams
  it.each([
    [[portion(1, '1.0', 'cup', 'sliced', '140.0')], '1 cup, sliced', 140],
    [[portion(1, '0.5', 'undetermined', 'cup (8 fl oz)', '120')], '0.5 cup (8 fl oz)', 120],
    [[portion(2, '1.0', 'cup', '', '90'), portion(1, '2.0', 'slice', '', '50')], '2 slice', 50],
    [[portion(1, '1.0', 'cup', '', '0'), portion(2, '1.0', 'each', '', '50')], '1 each', 50],
    [[portion(1, '1.0', 'paired cooked w', 'crumbles', '155')], null, null],
    [[portion(1, '1.0', 'undetermined', '', '155')], null, null],
    [[], null, null],
  ])('%j', (portions, serving, grams) => {
    const read = generic({ portions })
    expect([read.serving, read.serving_grams]).toEqual([serving, grams])
  })
})

describe('names', () => {
  // description, name
  it.each([
    ['CHEDDAR CHEESE, CHEDDAR', 'Cheddar Cheese'],
    ['KALE, BEET & LEEK SLAW, KALE, BEET & LEEK', 'Kale, Beet & Leek Slaw'],
    ['CHEESE, CHED', 'Cheese, Ched'],
    ['Oat bar, Apple', 'Oat bar, Apple'],
    [undefined, null],
  ])('%s', (description, name) => {
    expect(branded({ description }).name).toBe(name)
  })

  it('of generic foods are not changed', () => {
    expect(generic({ description: 'BREAD, RYE, RYE' }).name).toBe('BREAD, RYE, RYE')
  })
})

// brand_name, brand_owner, description, brand
it.each([
  ['Oakley', 'Orchard Co.', 'OAT BAR', 'Oakley'],
  ['OAKLEY', undefined, 'OAT BAR', 'Oakley'],
  [undefined, 'ORCHARD CO. ', 'OAT BAR', null],
  [undefined, 'ORCHARD CO. ', 'ORCHARD OAT BAR', 'Orchard'],
  ['NOT A BRANDED ITEM', 'The Orchard Company, Inc.', "ORCHARD'S OAT BAR", null],
  ['NOT A BRANDED ITEM', 'The Orchard Company, Inc.', 'ORCHARD, OAT BAR', 'Orchard'],
  [undefined, 'NOT A BRANDED ITEM', 'NOT A BRANDED ITEM', null],
  [undefined, undefined, 'OAT BAR', null],
])('chooses the brand from %s, %s and %s', (brand_name, brand_owner, description, brand) => {
  expect(branded({ brand_name, brand_owner, description }).brand).toBe(brand)
})

it('repairs the dash of categories', () => {
  for (const category of ['Bread  Frozen', 'Bread â€“ Frozen', 'Bread – Frozen']) {
    expect(branded({ branded_food_category: category }).categories).toEqual(['Bread – Frozen'])
  }
})

it('maps the last change and the discontinued date', () => {
  const day = 1_599_091_200
  expect(branded({ modified_date: '9/3/2020' }).source_modified_at).toBe(day)
  expect(branded({ available_date: '2020-09-03' }).source_modified_at).toBe(day)
  expect(generic({ publication_date: '2020-09-03' }).source_modified_at).toBe(day)
  expect(generic({ publication_date: 'soon' }).source_modified_at).toBe(null)
  expect(branded({ discontinued_date: '2021-01-01' }).obsolete).toBe(true)
})
