// Breaks the energy of a food down by nutrient, in kcal per 100 g.
import type { Food } from '../../food/food.ts'

// Regulation (EU) 1169/2011, Annex XIV.
const kcalPerGram = { protein: 4, fat: 9, carbs: 4, fiber: 2, alcohol: 7 }

type Part = keyof typeof kcalPerGram

export interface EnergyPart {
  part: Part
  kcal: number
  /** Fraction of the total, from 0 to 1. */
  share: number
}

type EnergyInput = Pick<Food, 'calories_kcal' | 'protein_g' | 'fat_g' | 'carbs_g' | 'fiber_g'> & {
  alcohol_g: number | null
}

/** Returns the parts, or which of the three macronutrients are unknown. */
export function energyShares(
  food: EnergyInput,
): EnergyPart[] | { unknown: ('protein_g' | 'fat_g' | 'carbs_g')[] } {
  const { protein_g: protein, fat_g: fat, carbs_g: carbs } = food
  if (protein === null || fat === null || carbs === null) {
    return {
      unknown: (['protein_g', 'fat_g', 'carbs_g'] as const).filter(nutrient => food[nutrient] === null),
    }
  }
  const fiber = food.fiber_g ?? 0
  const alcohol = food.alcohol_g ?? 0
  const withoutFiber = { protein, fat, carbs, fiber, alcohol }
  const withFiber = { ...withoutFiber, carbs: Math.max(0, carbs - fiber) }
  const grams = carbsIncludeFiber(food.calories_kcal, totalKcal(withFiber), totalKcal(withoutFiber))
    ? withFiber
    : withoutFiber
  const total = totalKcal(grams)
  return parts
    .map(part => ({ part, kcal: grams[part] * kcalPerGram[part] }))
    .filter(({ kcal }) => kcal > 0)
    .map(({ part, kcal }) => ({ part, kcal, share: kcal / total }))
}

const parts: Part[] = ['fat', 'carbs', 'protein', 'fiber', 'alcohol']

/** US labels include fibre in carbohydrates, EU labels do not; the declared energy shows which applies. */
function carbsIncludeFiber(declared: number | null, withFiber: number, withoutFiber: number): boolean {
  return declared !== null && Math.abs(declared - withFiber) < Math.abs(declared - withoutFiber)
}

function totalKcal(grams: Record<Part, number>): number {
  return parts.reduce((kcal, part) => kcal + grams[part] * kcalPerGram[part], 0)
}
