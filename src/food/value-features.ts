// What the category classifier sees of the values of a food: hashes of the range of each value, and of all of them together.
import { mix, seeds } from './name-features.ts'

/** A category from a name is only right for foods with about these values. */
export const comparedValues = ['calories_kcal', 'protein_g', 'fat_g', 'carbs_g'] as const

/** Per 100 g; null is unknown. */
export type ComparedValues = Readonly<Record<(typeof comparedValues)[number], number | null>>

export const unknownValues: ComparedValues = {
  ...{ calories_kcal: null, protein_g: null, fat_g: null, carbs_g: null },
}

/** Lower bounds of ranges in which foods of different categories differ. */
const bounds = {
  calories_kcal: [
    ...[0, 3, 12, 25, 35, 45, 55, 70, 90, 120, 160, 200, 240, 280, 320, 350],
    ...[380, 410, 450, 490, 530, 570, 620, 700, 800, 880],
  ],
  macronutrient: [0, 0.2, 0.5, 1, 2, 3, 5, 8, 12, 16, 20, 25, 30, 40, 50, 60, 70, 80, 90],
}
/** For the feature that combines all values: few enough that most combinations have examples. */
const wideBounds = { calories_kcal: [0, 20, 80, 200, 330, 450, 600], macronutrient: [0, 2, 8, 20, 45] }

const boundsOf = (of: typeof bounds, name: keyof ComparedValues) =>
  name === 'calories_kcal' ? of.calories_kcal : of.macronutrient

const rangeOf = (value: number, lowerBounds: readonly number[]) =>
  lowerBounds.findLastIndex(bound => value >= bound)

/** More than any food has; only then is the value no evidence. */
const maxValue = { calories_kcal: 935, macronutrient: 100 }

/** Values that are impossible, or all zero because nobody entered them, say nothing. */
export function knownValues({ calories_kcal, protein_g, fat_g, carbs_g }: ComparedValues): ComparedValues {
  if (!(calories_kcal || protein_g || fat_g || carbs_g)) return unknownValues
  const possible = (value: number | null, max: number) => (value !== null && value <= max ? value : null)
  return {
    calories_kcal: possible(calories_kcal, maxValue.calories_kcal),
    protein_g: possible(protein_g, maxValue.macronutrient),
    fat_g: possible(fat_g, maxValue.macronutrient),
    carbs_g: possible(carbs_g, maxValue.macronutrient),
  }
}

export function valueFeatures(values: ComparedValues): number[] {
  const features: number[] = []
  let all = 0
  for (const [index, name] of comparedValues.entries()) {
    const value = values[name]
    if (value === null) {
      all = -1
      continue
    }
    features.push(mix(64 * index + rangeOf(value, boundsOf(bounds, name)), seeds.value))
    if (all >= 0) all = 8 * all + rangeOf(value, boundsOf(wideBounds, name))
  }
  if (all >= 0) features.push(mix(all, seeds.values))
  return features
}
