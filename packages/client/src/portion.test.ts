import { expect, it } from 'vitest'
import { nutrientNames } from './nutrient-names.ts'
import { portion, totals } from './portion.ts'

const unknown = Object.fromEntries(nutrientNames.map(name => [name, null]))

it('scales the values per 100 g', () => {
  expect(portion({ calories_kcal: 62, protein_g: 3.5 }, 250)).toMatchObject({
    grams: 250,
    calories_kcal: 155,
    protein_g: 8.75,
  })
})

it('keeps what is unknown unknown, and zero zero', () => {
  expect(portion({ fiber_g: 0, sugar_g: null }, 50)).toEqual({ ...unknown, grams: 50, fiber_g: 0 })
})

it.each([Number.NaN, -1, Number.POSITIVE_INFINITY])('rejects %d grams', grams => {
  expect(() => portion({}, grams)).toThrow(RangeError)
})

it('adds portions, and keeps null where one of them is unknown', () => {
  const oats = { calories_kcal: 370, fiber_g: 10, sugar_g: 1 }
  const milk = { calories_kcal: 62, fiber_g: 0, sugar_g: null }
  const sum = totals([
    { food: oats, grams: 50 },
    { food: milk, grams: 200 },
  ])
  expect(sum).toMatchObject({ grams: 250, calories_kcal: 309, fiber_g: 5, sugar_g: null, sodium_mg: null })
  expect(sum.known).toMatchObject({ calories_kcal: 309, sugar_g: 0.5, sodium_mg: 0 })
})

it('has zeros for no portions', () => {
  expect(totals([])).toMatchObject({ grams: 0, calories_kcal: 0, known: { calories_kcal: 0 } })
})
