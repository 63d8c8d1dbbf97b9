import { expect, it } from 'vitest'
import { nutritionClaimsOf } from './nutrition-claims.ts'

type Claimed = Parameters<typeof nutritionClaimsOf>[0]

const unknown: Claimed = {
  category: null,
  calories_kcal: null,
  protein_g: null,
  fat_g: null,
  fiber_g: null,
  sugar_g: null,
  sodium_mg: null,
}
const drink = { category: 'Colas' }

// The conditions of the annex of Regulation (EC) 1924/2006, at their limits.
it.each<[Partial<Claimed>, string[]]>([
  [{ calories_kcal: 100, protein_g: 5 }, ['highProtein']],
  [{ calories_kcal: 100, protein_g: 4.9 }, []],
  [{ calories_kcal: 0, protein_g: 0 }, ['lowEnergy']],
  [{ protein_g: 50 }, []],
  [{ fiber_g: 6 }, ['highFiber']],
  [{ fiber_g: 5.9 }, []],
  [{ fiber_g: 3, calories_kcal: 100 }, ['highFiber']],
  [{ fiber_g: 2.9, calories_kcal: 100 }, []],
  [{ fiber_g: 0, calories_kcal: 0 }, ['lowEnergy']],
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
  expect(nutritionClaimsOf({ ...unknown, ...values })).toEqual(claims)
})
