import { describe, expect, it } from 'vitest'
import { energyShares } from './energy.ts'

const nothing = {
  calories_kcal: null,
  protein_g: null,
  fat_g: null,
  carbs_g: null,
  fiber_g: null,
  alcohol_g: null,
}

describe('energyShares', () => {
  it('uses 9 kcal/g for fat, 4 for carbohydrate and protein, 2 for fibre and 7 for alcohol', () => {
    const parts = energyShares({ ...nothing, fat_g: 1, carbs_g: 1, protein_g: 1, fiber_g: 1, alcohol_g: 1 })
    expect(parts).toEqual([
      { part: 'fat', kcal: 9, share: 9 / 26 },
      { part: 'carbs', kcal: 4, share: 4 / 26 },
      { part: 'protein', kcal: 4, share: 4 / 26 },
      { part: 'fiber', kcal: 2, share: 2 / 26 },
      { part: 'alcohol', kcal: 7, share: 7 / 26 },
    ])
  })
  it('does not count fibre twice if the carbohydrates include it', () => {
    const bran = { ...nothing, fat_g: 0, protein_g: 0, carbs_g: 50, fiber_g: 40 }
    expect(energyShares({ ...bran, calories_kcal: 120 })).toMatchObject([
      { part: 'carbs', kcal: 40 },
      { part: 'fiber', kcal: 80 },
    ])
    expect(energyShares({ ...bran, calories_kcal: 280 })).toMatchObject([
      { part: 'carbs', kcal: 200 },
      { part: 'fiber', kcal: 80 },
    ])
  })
  it('reports unknown nutrients instead of treating them as zero', () => {
    expect(energyShares({ ...nothing, carbs_g: 10 })).toEqual({ unknown: ['protein_g', 'fat_g'] })
    expect(energyShares(nothing)).toEqual({ unknown: ['protein_g', 'fat_g', 'carbs_g'] })
  })
  it('returns no parts for water', () => {
    expect(energyShares({ ...nothing, fat_g: 0, protein_g: 0, carbs_g: 0 })).toEqual([])
  })
})
