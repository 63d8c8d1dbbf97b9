import { expect, it } from 'vitest'
import { categories } from './categories.ts'
import { nutritionClaimsOf } from './nutrition-claims.ts'
import { drinks, isDrink, notAsDrunk, trafficLightsOf } from './traffic-lights.ts'

const cola = { name: 'Food', category: 'Colas', fat_g: 0, saturated_fat_g: 0, sugar_g: 10.6, sodium_mg: 4 }

it('uses the thresholds of foods or drinks, which include their limit', () => {
  const levels = (food: Parameters<typeof trafficLightsOf>[0]) =>
    trafficLightsOf(food).map(({ level }) => level)
  expect(
    levels({ category: 'Cheese', fat_g: 17.5, saturated_fat_g: 5.1, sugar_g: 5, sodium_mg: 121 }),
  ).toEqual(['medium', 'high', 'low', 'medium'])
  expect(levels(cola)).toEqual(['low', 'low', 'medium', 'low'])
  expect(levels({ ...cola, sugar_g: 11.3 })[2]).toBe('high')
  expect(levels({ ...cola, category: null })[2]).toBe('medium')
})

it('takes milk and its alternatives for drinks, but neither powders nor concentrates', () => {
  for (const category of ['Whole milk', 'Oat milk', 'Kefir', 'Orange juice', 'Beers'])
    expect(isDrink({ category }), category).toBe(true)
  for (const category of ['Milk powder', 'Instant coffee', 'Coconut milk', 'Yogurts', null])
    expect(isDrink({ category }), String(category)).toBe(false)
  const names = categories.map(({ name }) => name)
  expect([...drinks, ...notAsDrunk].filter(name => !names.includes(name))).toEqual([])
  // Half of what a food may contain: 4.8 g of sugars is no longer little.
  const milk = { ...cola, category: 'Whole milk', calories_kcal: 62, protein_g: 3.3, fat_g: 3.3, fiber_g: 0 }
  expect(nutritionClaimsOf({ ...milk, sugar_g: 4.8 })).not.toContain('lowSugars')
})

it('has no light for unknown values', () => {
  const lights = trafficLightsOf({ ...cola, fat_g: null, sodium_mg: null })
  expect(lights.map(({ nutrient }) => nutrient)).toEqual(['saturated_fat_g', 'sugar_g'])
})

it('claims what EU rules allow, the stronger of two', () => {
  const light = { ...cola, calories_kcal: 12, protein_g: 0, fiber_g: 0, sugar_g: 0.5 }
  expect(nutritionClaimsOf(light)).toEqual(['fatFree', 'sugarFree', 'lowSalt', 'lowEnergy'])
  const skyr = { ...light, category: 'Yogurts', calories_kcal: 62, protein_g: 11, fat_g: 2, sugar_g: 4 }
  expect(nutritionClaimsOf(skyr)).toEqual(['highProtein', 'lowFat', 'lowSugars', 'lowSalt'])
  const unknown = {
    calories_kcal: null,
    protein_g: null,
    fat_g: null,
    fiber_g: null,
    sugar_g: null,
    sodium_mg: null,
    saturated_fat_g: null,
  }
  expect(nutritionClaimsOf({ name: 'Food', category: null, ...unknown })).toEqual([])
})
