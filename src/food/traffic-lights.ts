// The colors of the UK's front-of-pack label: "Guide to creating a front of pack (FoP) nutrition label for pre-packed
// products sold through retail outlets", Department of Health and others, 2016, tables 2 and 3.
import { categoryTrail } from './categories.ts'
import type { Food } from './food.ts'

type Level = 'low' | 'medium' | 'high'

const nutrientsWithLight = ['fat_g', 'saturated_fat_g', 'sugar_g', 'sodium_mg'] as const
export type NutrientWithLight = (typeof nutrientsWithLight)[number]

export interface TrafficLight {
  nutrient: NutrientWithLight
  /** In grams per 100 g: of salt for `sodium_mg`. */
  value: number
  level: Level
  /** The most that is low, and the most that is medium. */
  thresholds: readonly [low: number, medium: number]
}

type Thresholds = Record<NutrientWithLight, readonly [low: number, medium: number]>

const thresholdsOfFoods: Thresholds = {
  fat_g: [3, 17.5],
  saturated_fat_g: [1.5, 5],
  sugar_g: [5, 22.5],
  sodium_mg: [0.3, 1.5],
}

const thresholdsOfDrinks: Thresholds = {
  fat_g: [1.5, 8.75],
  saturated_fat_g: [0.75, 2.5],
  sugar_g: [2.5, 11.25],
  sodium_mg: [0.3, 0.75],
}

/** Regulation (EU) 1169/2011, Annex I: salt = sodium × 2.5. */
export const saltOf = (sodiumMg: number): number => (sodiumMg * 2.5) / 1_000

/** What is drunk as it is sold: the categories, and those below them that are powders or concentrates. */
export const drinks = ['Beverages', 'Milk', 'Milk drinks', 'Drinkable yogurts', 'Plant-based milk']
export const notAsDrunk = [
  'Ground coffee',
  'Coffee capsules',
  'Instant coffee',
  'Cocoa and chocolate powders',
  'Syrups for drinks',
  'Drink mixes',
  'Milk powder',
  'Condensed and evaporated milk',
  'Coconut milk',
]

export function isDrink({ category }: Pick<Food, 'category'>): boolean {
  const trail = category === null ? [] : categoryTrail(category)
  return trail.some(name => drinks.includes(name)) && !trail.some(name => notAsDrunk.includes(name))
}

/** Of the known nutrients. */
export function trafficLightsOf(food: Pick<Food, NutrientWithLight | 'category'>): TrafficLight[] {
  const table = isDrink(food) ? thresholdsOfDrinks : thresholdsOfFoods
  const lights: TrafficLight[] = []
  for (const nutrient of nutrientsWithLight) {
    const amount = food[nutrient]
    if (amount === null) continue
    const value = nutrient === 'sodium_mg' ? saltOf(amount) : amount
    const thresholds = table[nutrient]
    const level = value <= thresholds[0] ? 'low' : value <= thresholds[1] ? 'medium' : 'high'
    lights.push({ nutrient, value, level, thresholds })
  }
  return lights
}
