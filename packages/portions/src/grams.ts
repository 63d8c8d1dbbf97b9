import { parseServing, type Serving } from './serving.ts'
import { type CountUnit, gramsPer, isMass, isVolume, millilitresPer, parseUnit, type Unit } from './units.ts'
import { type FoodWeights, weightsOf } from './weights-of.ts'
import { parseName, wordsOf } from './words.ts'

/** What is known of a food: these fields of the API, all but the name optional. */
export interface PortionedFood {
  name: string
  category?: string | null
  serving_size_g?: number | null
  serving_desc?: string | null
}

export interface PortionGrams {
  grams: number
  /** Where the figure comes from, in words: "1 large scrambled egg = 61 g (USDA)". */
  basis: string
}

export interface PortionUnit extends PortionGrams {
  unit: Unit
}

/** The grams of an amount of a food, or null where the weight of that unit is unknown. */
export function gramsOf(food: PortionedFood, amount: number, unitText: string): PortionGrams | null {
  if (!Number.isFinite(amount) || amount < 0) return null
  const name = parseName(food.name)
  const unit = parseUnit(unitText, name.all)
  if (unit === undefined) return null
  const one = gramsOfOne(factsOf(food), unit) ?? gramsFromPackage(food, unit)
  return one ? { grams: round(one.grams * amount), basis: one.basis } : null
}

/** The unit that a text means for a food of this name; a word of the name is a piece. Undefined if it is no unit. */
export const unitOf = (unitText: string, foodName: string): Unit | undefined =>
  parseUnit(unitText, parseName(foodName).all)

/** The units whose weight is known for this food, with the grams of one, for a picker. */
export function unitsFor(food: PortionedFood): PortionUnit[] {
  const facts = factsOf(food)
  return pickerUnits.flatMap(unit => {
    if (isSize(unit) && facts.weights?.grams.get(unit) === undefined && facts.serving?.unit !== unit)
      return []
    const one = gramsOfOne(facts, unit)
    return one ? [{ unit, grams: round(one.grams), basis: one.basis }] : []
  })
}

const pickerUnits: Unit[] = [
  'serving',
  'piece',
  'small',
  'medium',
  'large',
  'extra large',
  'slice',
  'cup',
  'bowl',
  'glass',
  'can',
  'bottle',
  'tbsp',
  'tsp',
  'handful',
  'scoop',
  'bar',
  'packet',
  'square',
  'stick',
  'pat',
  'clove',
  'leaf',
  'stalk',
  'spear',
  'patty',
  'fillet',
  'thigh',
  'drumstick',
  'wing',
  'ear',
  'wedge',
  'ring',
  'shot',
  'ml',
  'fl oz',
  'g',
  'oz',
]

interface Facts {
  food: PortionedFood
  serving: Serving | undefined
  weights: FoodWeights | undefined
}

function factsOf(food: PortionedFood): Facts {
  const name = parseName(food.name)
  const { serving_size_g: grams, serving_desc: description } = food
  const serving = grams && description ? parseServing(description, grams, name.all) : undefined
  const byName = weightsOf(name)
  const byCategory = food.category ? weightsOf(parseName(food.category)) : undefined
  // The category decides where the name says nothing ("Refreshe" in "Colas") or less ("Coconut nature" in "Coconut milk").
  const weights = byName && !(byCategory && isMoreSpecific(byCategory, byName)) ? byName : byCategory
  return { food, serving, weights }
}

function isMoreSpecific({ food }: FoodWeights, { food: general }: FoodWeights): boolean {
  const words = wordsOf(food)
  const generalWords = wordsOf(general)
  return words.length > generalWords.length && generalWords.every(word => words.includes(word))
}

/** The serving of this very food first, then the table, then what follows from another unit of volume. */
function gramsOfOne({ food, serving, weights }: Facts, unit: Unit): PortionGrams | undefined {
  if (isMass(unit)) return { grams: gramsPer(unit), basis: 'weight' }
  const servingSize = food.serving_size_g ?? 0
  if (unit === 'serving' && servingSize > 0)
    return { grams: servingSize, basis: servingBasis(food, servingSize) }
  const stated = serving && gramsFromServing(serving, unit)
  const label = stated === undefined ? undefined : { grams: stated, basis: servingBasis(food, servingSize) }
  if (label && serving?.form === undefined) return label
  return (weights && gramsFromTable(weights, unit)) ?? label
}

function gramsFromServing(serving: Serving, unit: Unit): number | undefined {
  if (serving.unit === unit) return serving.gramsPerUnit
  if (unit === 'piece' && serving.unit === 'medium') return serving.gramsPerUnit
  if (!isVolume(serving.unit)) return undefined
  const gramsPerMl = serving.gramsPerUnit / millilitresPer(serving.unit)
  return isVolume(unit) ? gramsPerMl * millilitresPer(unit) : undefined
}

function gramsFromTable({ grams, food, note }: FoodWeights, unit: Unit): PortionGrams | undefined {
  const inWords = (name: Unit, value: number, remark = note): PortionGrams => {
    const what = name === 'piece' ? food : isSize(name) ? `${name} ${food}` : `${name} of ${food}`
    const origin = typicalAmounts.has(name) ? 'typical amount' : 'USDA household weight'
    return {
      grams: value,
      basis: `1 ${what} = ${round(value)} g (${[origin, remark].filter(Boolean).join(', ')})`,
    }
  }
  const direct = grams.get(unit)
  if (direct !== undefined) return inWords(unit, direct)
  if (unit === 'piece' || isSize(unit)) {
    const average = grams.get('piece') ?? grams.get('medium')
    if (average === undefined) return undefined
    const isAverage = unit === 'piece' || unit === 'medium'
    return inWords('piece', average, isAverage ? note : `no weight is known for a ${unit} one`)
  }
  const gramsPerMl = gramsPerMlOf(grams)
  return gramsPerMl === undefined || !isVolume(unit)
    ? undefined
    : inWords(unit, gramsPerMl * millilitresPer(unit))
}

/** USDA has no weights of these. */
const typicalAmounts = new Set<Unit>(['handful', 'scoop', 'glass', 'mug', 'bowl', 'bottle', 'serving'])

/** Of the largest measure, which was weighed most precisely. */
function gramsPerMlOf(grams: FoodWeights['grams']): number | undefined {
  for (const unit of ['cup', 'fl oz', 'tbsp', 'tsp'] as const) {
    const weight = grams.get(unit)
    if (weight !== undefined) return weight / millilitresPer(unit)
  }
  return undefined
}

/** Whatever is sold one by one usually has a serving of one. Good enough for an answer, but not offered in a picker. */
const packages = new Set<Unit>(['bar', 'packet', 'can', 'bottle', 'scoop'])

function gramsFromPackage(food: PortionedFood, unit: Unit): PortionGrams | undefined {
  const grams = food.serving_size_g ?? 0
  if (!packages.has(unit) || !(grams > 0)) return undefined
  return { grams, basis: `1 ${unit} taken as the stated serving of ${round(grams)} g` }
}

const sizes = new Set<Unit>(['small', 'medium', 'large', 'extra large'])
const isSize = (unit: Unit): unit is CountUnit => sizes.has(unit)

function servingBasis({ serving_desc: description }: PortionedFood, grams: number): string {
  return `serving stated by the source: ${description ? `${description} = ` : ''}${round(grams)} g`
}

/** Household weights have two or three significant digits. */
function round(grams: number): number {
  return Math.round(grams * 10) / 10
}
