import { expect, it } from 'vitest'
import { jsonlRecord } from './record.ts'

function details(stated: unknown) {
  const record = jsonlRecord('community')({ source_id: 'soup-1', name: 'Lentil soup', details: stated })
  if ('rejected' in record) throw new Error(record.rejected)
  return record.details
}

it('accepts the members of food_details', () => {
  const stated = {
    names: { de: 'Linsensuppe' },
    countries: ['Germany'],
    ingredients: 'water, lentils',
    allergens: ['celery'],
    traces: ['mustard'],
    labels: ['organic'],
    nutri_score: 'a',
    nova_group: 3,
    portions: [{ description: '1 bowl', grams: 300 }],
    package_quantity: '400 g',
  }
  expect(details({ ...stated, micronutrients: { iron_mg: 2.1 } })).toEqual({
    ...stated,
    micronutrients: { iron_mg: { value: 2.1, unit: 'mg' } },
  })
})

it('ignores members of another type or name', () => {
  const stated = {
    names: { de: 7 },
    countries: 'Germany, France',
    ingredients: ['water'],
    allergens: [['celery'], null, 'milk'],
    nova_group: 'ultra',
    micronutrients: { iron_mg: '2', gold_mg: 1, __proto__: { zinc_mg: '1' } },
    portions: [{ description: '1 bowl' }, 'plate', { description: 1, grams: 2 }],
    colour: 'red',
  }
  expect(details(stated)).toEqual({
    names: {},
    countries: [],
    ingredients: null,
    allergens: ['milk'],
    traces: [],
    labels: [],
    nutri_score: null,
    nova_group: null,
    micronutrients: {},
    portions: [],
    package_quantity: null,
  })
})

it.each([null, undefined, 'text', ['list'], 7])('has no details for %j', stated => {
  expect(details(stated)).toBeNull()
})
