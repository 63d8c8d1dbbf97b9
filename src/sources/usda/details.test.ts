import { expect, it } from 'vitest'
import { usdaNutrientIds, usdaRecord } from './record.ts'

function details(product: Record<string, unknown>) {
  const read = usdaRecord({ fdc_id: 7, ...product })
  if ('rejected' in read) throw new Error(read.rejected)
  return read.details
}

const generic = (product: Record<string, unknown>) => details({ data_type: 'sr_legacy_food', ...product })
const branded = (product: Record<string, unknown>) => details({ data_type: 'branded_food', ...product })

it('lists all portions of a generic food by sequence, without laboratory measures', () => {
  const portions = [
    { seq_num: 3, amount: '1.0', measure_unit: 'undetermined', modifier: 'large (8")', gram_weight: '136.0' },
    { seq_num: 1, amount: '0.5', measure_unit: 'cup', modifier: 'sliced', gram_weight: '75' },
    { seq_num: 2, measure_unit: 'piece', gram_weight: '12.3' },
    { seq_num: 4, amount: '1', measure_unit: 'paired cooked w', gram_weight: '50' },
    { seq_num: 5, amount: '1', measure_unit: 'cup', gram_weight: '' },
  ]
  expect(generic({ portions })?.portions).toEqual([
    { description: '0.5 cup, sliced', grams: 75 },
    { description: '1 piece', grams: 12.3 },
    { description: '1 large (8")', grams: 136 },
  ])
})

it('reads the label of a branded food', () => {
  const product = {
    ingredients: 'INGREDIENTS: OATS, APPLES.',
    package_weight: '10.5 ONZ',
    market_country: 'New Zealand',
  }
  expect(branded(product)).toEqual({
    countries: ['New Zealand'],
    ingredients: 'OATS, APPLES.',
    micronutrients: {},
    package_quantity: '10.5 oz',
  })
  expect(branded({})).toEqual({
    countries: [],
    ingredients: null,
    micronutrients: {},
    package_quantity: null,
  })
})

const nutrients = (amounts: [number, number, string?][]) =>
  new Map(amounts.map(([id, amount, unit_name]) => [id, { amount, unit_name }]))

it('reads vitamins and minerals in the units of the bundle', () => {
  const amounts = nutrients([
    [1110, 40, 'IU'],
    [1162, 8.7, 'MG'],
    [1103, 1, 'UG'],
    [1104, 64, 'IU'],
  ])
  const expected = {
    vitamin_d_ug: { value: 40, unit: 'IU' },
    vitamin_c_mg: { value: 8.7, unit: 'MG' },
    selenium_ug: { value: 1, unit: 'UG' },
  }
  expect(generic({ nutrients: amounts })?.micronutrients).toEqual(expected)
  expect(branded({ nutrients: amounts })?.micronutrients).toEqual(expected)
})

it('prefers vitamin D in µg', () => {
  const amounts = nutrients([
    [1110, 40, 'IU'],
    [1114, 1, 'UG'],
  ])
  expect(generic({ nutrients: amounts })?.micronutrients).toEqual({ vitamin_d_ug: { value: 1, unit: 'UG' } })
})

it('ignores vitamins without a unit, and those of the prepared food', () => {
  expect(generic({ nutrients: nutrients([[1162, 8.7]]) })?.micronutrients).toEqual({})
  const prepared = { preparation_state_code: 'PREPARED', nutrients: nutrients([[1162, 8.7, 'MG']]) }
  expect(branded(prepared)?.micronutrients).toEqual({})
})

it('reads each nutrient id once', () => {
  expect(new Set(usdaNutrientIds).size).toBe(usdaNutrientIds.length)
  expect(usdaNutrientIds).toContain(1087)
})
