import { expect, it } from 'vitest'
import { categories } from './categories.ts'
import { categoriesWithoutClaims, nutritionClaimsOf } from './nutrition-claims.ts'

type Claimed = Parameters<typeof nutritionClaimsOf>[0]

const food: Claimed = {
  name: 'Food',
  category: null,
  calories_kcal: 300,
  protein_g: null,
  fat_g: null,
  fiber_g: null,
  sugar_g: null,
  sodium_mg: null,
  saturated_fat_g: null,
}
const drink = { category: 'Colas' }

// The conditions of the annex of Regulation (EC) 1924/2006, at their limits.
it.each<[Partial<Claimed>, string[]]>([
  [{ calories_kcal: 100, protein_g: 5 }, ['highProtein']],
  [{ calories_kcal: 101, protein_g: 5 }, []],
  [{ calories_kcal: 45, protein_g: 4.9 }, []],
  [{ ...drink, calories_kcal: 45, protein_g: 2.5 }, ['highProtein']],
  [{ ...drink, calories_kcal: 45, protein_g: 2.4 }, []],
  [{ fiber_g: 6 }, ['highFiber']],
  [{ fiber_g: 5.9 }, []],
  [{ fiber_g: 3, calories_kcal: 100 }, ['highFiber']],
  [{ fiber_g: 2.9, calories_kcal: 100 }, []],
  [{ fiber_g: 1.5, calories_kcal: 50 }, ['highFiber']],
  [{ fiber_g: 1.4, calories_kcal: 41 }, []],
  [{ fat_g: 0.5 }, ['fatFree']],
  [{ fat_g: 3 }, ['lowFat']],
  [{ fat_g: 3.1 }, []],
  [{ ...drink, fat_g: 1.5 }, ['lowFat']],
  [{ ...drink, fat_g: 1.6 }, []],
  [{ sugar_g: 0.5 }, ['sugarFree']],
  [{ sugar_g: 5 }, ['lowSugars']],
  [{ sugar_g: 5.1 }, []],
  [{ ...drink, sugar_g: 2.5 }, ['lowSugars']],
  [{ ...drink, sugar_g: 2.6 }, []],
  [{ sodium_mg: 120 }, ['lowSalt']],
  [{ sodium_mg: 121 }, []],
  [{ calories_kcal: 40 }, ['lowEnergy']],
  [{ calories_kcal: 41 }, []],
  [{ ...drink, calories_kcal: 20 }, ['lowEnergy']],
  [{ ...drink, calories_kcal: 21 }, []],
])('%j allows %j', (values, claims) => {
  expect(nutritionClaimsOf({ ...food, ...values })).toEqual(claims)
})

const protein = { calories_kcal: 100, protein_g: 20 }

it.each<[string, Partial<Claimed>]>([
  ['Brewed coffee', { calories_kcal: 2, protein_g: 0.3, sodium_mg: 0 }],
  ['Diet cola', { calories_kcal: 9.9, fat_g: 0, sugar_g: 0 }],
  ['Mushrooms', { calories_kcal: null, protein_g: 3, fat_g: 0.3 }],
  ['Icing sugar', { calories_kcal: 400, fat_g: 0, sodium_mg: 0, sugar_g: 80 }],
  ['Walnut oil', { calories_kcal: 720, fat_g: 80, sodium_mg: 0, sugar_g: 0 }],
  ['Creamed coconut', { calories_kcal: 160, fat_g: 16, saturated_fat_g: 15, sugar_g: 2 }],
  ['Castle Pils', { calories_kcal: 42, fat_g: 0, sugar_g: 0 }],
  ['Ground black pepper', protein],
  ['Poivre noir moulu', protein],
  ['Kräutersalz', protein],
  ['Vinagre de manzana', protein],
  ['Zesty', { ...protein, category: 'Pepper' }],
  ['Barista', { ...protein, category: 'Ground coffee' }],
  ['Morning', { ...protein, category: 'Green tea' }],
  ['Amber', { ...protein, category: 'Beers' }],
])('%s %j has no claim', (name, values) => {
  expect(nutritionClaimsOf({ ...food, name, ...values })).toEqual([])
})

it.each<[string, Partial<Claimed>]>([
  ['Lettuce', { calories_kcal: 10, protein_g: 5 }],
  ['Pepper steak', protein],
  ['Fatty ham', { ...protein, fat_g: 20, sodium_mg: 1_200 }],
  ['Poulet aux épices', protein],
  ['Chicken breast with black pepper', { ...protein, category: 'Chicken' }],
])('%s %j has one', (name, values) => {
  expect(nutritionClaimsOf({ ...food, name, ...values })).toContain('highProtein')
})

it('excludes categories that exist', () => {
  const names = new Set(categories.map(({ name }) => name))
  expect([...categoriesWithoutClaims].filter(name => !names.has(name))).toEqual([])
})
