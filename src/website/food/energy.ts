// Where the energy of a food comes from, in kcal per 100 g.
import type { Food } from '../../food/food.ts'

// Regulation (EU) 1169/2011, Annex XIV.
const kcalPerGram = { protein: 4, fat: 9, carbs: 4, fiber: 2, alcohol: 7 }

type Part = keyof typeof kcalPerGram

export interface EnergyPart {
  part: Part
  kcal: number
  /** Of all parts together, from 0 to 1. */
  share: number
}

type Known = Pick<Food, 'calories_kcal' | 'protein_g' | 'fat_g' | 'carbs_g' | 'fiber_g'> & {
  alcohol_g: number | null
}

/** Or which of the three that make up nearly all energy are not known. */
export function energyParts(food: Known): EnergyPart[] | { unknown: ('protein' | 'fat' | 'carbohydrate')[] } {
  const { protein_g: protein, fat_g: fat, carbs_g: carbs } = food
  if (protein === null || fat === null || carbs === null) {
    return {
      unknown: [
        ...(protein === null ? (['protein'] as const) : []),
        ...(fat === null ? (['fat'] as const) : []),
        ...(carbs === null ? (['carbohydrate'] as const) : []),
      ],
    }
  }
  const fiber = food.fiber_g ?? 0
  const alcohol = food.alcohol_g ?? 0
  const beside = { protein, fat, carbs, fiber, alcohol }
  const within = { ...beside, carbs: Math.max(0, carbs - fiber) }
  const grams = fiberIsWithin(food.calories_kcal, sum(within), sum(beside)) ? within : beside
  const all = sum(grams)
  return parts
    .map(part => ({ part, kcal: grams[part] * kcalPerGram[part] }))
    .filter(({ kcal }) => kcal > 0)
    .map(({ part, kcal }) => ({ part, kcal, share: kcal / all }))
}

const parts: Part[] = ['fat', 'carbs', 'protein', 'fiber', 'alcohol']

/** American labels count the fibre among the carbohydrates, European ones do not. The declared energy tells. */
function fiberIsWithin(declared: number | null, within: number, beside: number): boolean {
  return declared !== null && Math.abs(declared - within) < Math.abs(declared - beside)
}

function sum(grams: Record<Part, number>): number {
  return parts.reduce((kcal, part) => kcal + grams[part] * kcalPerGram[part], 0)
}
