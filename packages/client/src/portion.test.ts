import { expect, it } from 'vitest'
import { nutrientNames, portion } from './portion.ts'

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
