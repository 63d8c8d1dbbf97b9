// The sum of a meal, and which items leave it incomplete.
import type { Food } from '../food/food.ts'
import { mapNutrients, type Nutrient, nutrients } from '../food/nutrients.ts'

export type MealTotals = Record<Nutrient, number | null> & {
  unknown: { nutrient: Nutrient; items: string[] }[]
}

interface WeighedFood {
  text: string
  food: Food | null
  grams: number | null
}

export function totalsOf(items: readonly WeighedFood[]): MealTotals {
  const contributionOf = ({ food, grams }: WeighedFood, nutrient: Nutrient) => {
    const value = food?.[nutrient] ?? null
    return value === null || grams === null ? null : (value * grams) / 100
  }
  const sumOf = (nutrient: Nutrient) => {
    const known = items.map(item => contributionOf(item, nutrient)).filter(value => value !== null)
    return known.length === 0 ? null : round(known.reduce((sum, value) => sum + value, 0))
  }
  return {
    ...mapNutrients(sumOf),
    unknown: nutrients.flatMap(nutrient => {
      const lacking = items.filter(item => contributionOf(item, nutrient) === null)
      return lacking.length === 0 ? [] : [{ nutrient, items: lacking.map(({ text }) => text) }]
    }),
  }
}

const round = (value: number) => Math.round(value * 100) / 100
