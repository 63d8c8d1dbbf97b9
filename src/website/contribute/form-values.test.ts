import { expect, it } from 'vitest'
import { fieldsOf, numberOf, valuesOf } from './form-values.ts'

const content = { name: 'Oat Drink', brand: 'Kornhaus', calories_kcal: 46, sugar_g: 4, sodium_mg: 40 }
const shown = valuesOf(content, 'de')

it('shows salt and a decimal comma in German, sodium in English, and nothing where a value is unknown', () => {
  expect(shown).toMatchObject({ sodium_mg: '0,1', salt_unit: 'salt', calories_kcal: '46', fat_g: '' })
  expect(valuesOf(content, 'en')).toMatchObject({ sodium_mg: '40', salt_unit: 'sodium' })
})

it('proposes only what was changed', () => {
  const before = { content, shown }
  expect(fieldsOf(shown, before)).toEqual({ fields: {}, problems: [] })
  expect(fieldsOf({ ...shown, sugar_g: '3,1', brand: '' }, before).fields).toEqual({
    sugar_g: 3.1,
    brand: null,
  })
  expect(fieldsOf({ ...shown, sugar_g: '' }, before).fields).toEqual({ sugar_g: null })
})

it('converts kilojoules, salt and values per serving', () => {
  const values = { ...valuesOf({ name: 'Bar' }, 'de'), serving_size_g: '40', per: 'serving' }
  const typed = { ...values, calories_kcal: '753', energy_unit: 'kJ', sugar_g: '10', sodium_mg: '0,1' }
  expect(fieldsOf(typed).fields).toEqual({
    name: 'Bar',
    serving_size_g: 40,
    calories_kcal: 449.928,
    sugar_g: 25,
    sodium_mg: 100,
  })
})

it('proposes nothing when the same values are typed per serving', () => {
  const servings = { ...content, serving_size_g: 250 }
  const before = { content: servings, shown: valuesOf(servings, 'en') }
  const values = { ...before.shown, per: 'serving', calories_kcal: '115', sugar_g: '10', sodium_mg: '100' }
  expect(fieldsOf(values, before).fields).toEqual({})
})

it('names the fields that cannot be read', () => {
  const values = {
    ...valuesOf({ name: ' ' }, 'en'),
    fat_g: 'much',
    barcode: 'x',
    per: 'serving',
    sugar_g: '-1',
  }
  expect(fieldsOf(values).problems).toEqual([
    { field: 'name', problem: 'nameMissing' },
    { field: 'barcode', problem: 'notABarcode' },
    { field: 'serving_size_g', problem: 'servingMissing' },
    { field: 'fat_g', problem: 'notANumber' },
    { field: 'sugar_g', problem: 'notANumber' },
  ])
})

it.each([
  ['3.5', 3.5],
  [' 3,5 ', 3.5],
  ['', null],
  ['0', 0],
  ['1.234,5', undefined],
  ['1e3', undefined],
])('reads %j as %j', (text, number) => expect(numberOf(text)).toBe(number))
