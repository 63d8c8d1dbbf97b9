// The weight of an amount of a food: by a portion of the food itself, the table of household weights, its density or its serving.
import { gramsOf, millilitresOf } from '@larder/portions'
import { categoryTrail } from '../food/categories.ts'
import { densityOf } from '../food/density.ts'
import type { Food } from '../food/food.ts'
import type { Portion } from '../food/food-details.ts'
import { isServing, maxKcalOfDrink, usualPortion as usualPortionOf } from '../food/portions.ts'
import { isGenericFood } from '../food/sources.ts'
import { isDrink } from '../food/traffic-lights.ts'
import { baseForm } from '../language/inflection.ts'
import { tokenize } from '../language/tokenize.ts'
import { amountEnd, readAmount } from '../search/query/amounts.ts'
import type { MealPart } from '../search/query/parse-meal.ts'
import { itemsOf } from '../search/query/query-items.ts'
import type { WeightAssumption } from './assumptions.ts'

export interface Weight {
  grams: number
  /** How sure it is, from 0 to 1. */
  confidence: number
  /** What was taken for granted; nothing for an amount in grams. */
  assumed: WeightAssumption[]
}

export type PartAmount = Pick<MealPart, 'amount' | 'unit' | 'size' | 'isMeasured'> &
  Partial<Pick<MealPart, 'words'>>

/** A product without a serving on its label has the usual one of its kind, and a syrup or a powder is not drunk from a glass. */
function withUsualServing(food: Food): Food {
  const usual = usualPortionOf(food)
  if (usual !== null) return { ...food, serving_size_g: usual.grams, serving_desc: usual.description }
  const isUndrinkable = isDrink(food) && !isGenericFood(food) && (food.calories_kcal ?? 0) > maxKcalOfDrink
  return isUndrinkable ? { ...food, category: null } : food
}

/** Null if nothing says the weight of the unit. */
export function weigh(
  stated: Food,
  portions: readonly Portion[],
  part: PartAmount,
  language: string | null = null,
): Weight | null {
  const food = withUsualServing(stated)
  const known = portions.flatMap(readPortion)
  const isProduct = !isGenericFood(food)
  const isCounted = part.unit === null || part.unit === 'piece'
  return (
    byMass(food, part) ??
    (part.isMeasured ? null : usualPortion(food, known, part, language)) ??
    byKitchen(food, known, part, language) ??
    byPortion(known, part) ??
    byPlate(food, part) ??
    // The words in the name of a product are often flavours: a bar with almonds is no almond.
    (isProduct && isCounted ? byServing(food, known, part) : byTable(food, part)) ??
    (part.unit === null ? byServing(food, known, part) : null) ??
    byVolume(food, known, part) ??
    byServing(food, known, part) ??
    byScoop(food, part) ??
    byHandful(part)
  )
}

interface ReadPortion {
  description: string
  /** How many units it has: 3 of "3 pancakes". */
  count: number
  gramsPerUnit: number
  unit: string | null
  size: string | null
  /** Millilitres that the description states for the same portion: 1 can (330 ml). */
  millilitres: number | null
  /** "chopped" of "1 cup, chopped". */
  hasForm: boolean
  grams: number
}

/** What a recipe or a laboratory measures. */
const notEaten = /\b(?:recipe|yield|cubic inch)\b/i

/** `1 medium potato`, `half an onion`, `1 can (330 ml)`, `1 serving (2 eggs)`. */
function readPortion({ description, grams }: Portion): ReadPortion[] {
  const [outer = '', inner = ''] = description.split(/[()]/)
  const read = (text: string) => {
    const items = itemsOf(text)
    const end = amountEnd(items, 0, true)
    return readAmount(items, 0, end)
  }
  const { value, unit, size } = read(outer)
  if (value === null || value <= 0 || notEaten.test(description)) return []
  const volume = read(inner)
  const millilitres = volume.unit === null ? undefined : millilitresOf(volume.unit)
  const portion = {
    ...{ description, count: value, gramsPerUnit: grams / value, unit, size, grams },
    millilitres: millilitres === undefined ? null : millilitres * (volume.value ?? 1),
    hasForm: unit !== null && outer.includes(','),
  }
  // Of "1 serving (2 eggs)", the weight of an egg is known too.
  const isCounted = /^\d+ \p{L}/u.test(inner) && volume.unit === null && volume.value !== null
  return isCounted
    ? [portion, { ...portion, unit: null, gramsPerUnit: grams / (volume.value ?? 1) }]
    : [portion]
}

function byMass(food: Food, { amount, unit }: PartAmount): Weight | null {
  const portion = unit === null ? null : gramsOf(food, amount, unit)
  return portion?.basis === 'weight' ? { grams: portion.grams, confidence: 1, assumed: [] } : null
}

const smallPortion = 5
/** The serving of a side dish, such as rice or lentils, is smaller than a plate of it. */
const minGramsPerPlate = 200
const gramsPerPlate = 250

/** Without an amount, what people eat of it at once: of pancakes, wings and sushi several. */
function usualPortion(
  food: Food,
  portions: ReadPortion[],
  { words = '' }: PartAmount,
  language: string | null,
): Weight | null {
  // Not the breast of a whole turkey.
  const eaten = portions.filter(({ grams }) => grams < smallPortion || isServing(grams, food.category, null))
  const [one] = eaten
  const several = eaten.find(({ count, unit }) => count > 1 && unit === one?.unit)
  const isSeveral = one?.count === 1 && (one.unit === 'piece' || isPlural(words, language))
  const first = isSeveral ? (several ?? one) : one
  const grams = first?.grams ?? food.serving_size_g
  if (grams === null || grams <= 0) return null
  const description = first?.description ?? food.serving_desc ?? '1 serving'
  return {
    grams: round(grams),
    confidence: 0.7,
    assumed: [{ kind: 'usual portion', description, grams: round(grams) }],
  }
}

/** By language, the endings of plurals of which several are eaten. */
const plurals: Record<string, RegExp> = {
  en: /[^su]s$/i,
  de: /(?:el|er|n)n$|eier$/i,
  fr: /[sx]$/i,
  es: /s$/i,
  pl: /[^aeo][iy]$/i,
}

/** The noun comes last in English and German, first in the others. */
function isPlural(words: string, language: string | null): boolean {
  const noun = words.split(' ').at(language === 'en' || language === 'de' ? -1 : 0) ?? ''
  return plurals[language ?? '']?.test(noun) === true
}

/** Where kitchens differ: grams by language, unit and category. */
const kitchens: Record<string, { unit: string; category: string; grams: number }[]> = {
  de: [{ unit: 'slice', category: 'Bread', grams: 45 }],
  pl: [
    { unit: 'slice', category: 'Bread', grams: 40 },
    { unit: 'tbsp', category: 'Vegetable oils', grams: 10 },
  ],
}
/** A thinner slice is one of toast, a thicker one is stated for the bread. */
const usualSlice = { min: 29, max: 36 }

function byKitchen(
  food: Food,
  portions: ReadPortion[],
  { amount, unit, size }: PartAmount,
  language: string | null,
): Weight | null {
  const trail = food.category === null ? [] : categoryTrail(food.category)
  const found = kitchens[language ?? '']?.find(each => each.unit === unit && trail.includes(each.category))
  if (found === undefined || size !== null) return null
  const slice = portions.find(portion => portion.unit === 'slice' && portion.size === null)?.gramsPerUnit
  if (unit === 'slice' && !(slice !== undefined && slice >= usualSlice.min && slice <= usualSlice.max))
    return null
  const { grams } = found
  return {
    grams: round(amount * grams),
    confidence: 0.9,
    assumed: [{ kind: 'portion', description: `1 ${unit}`, grams, size: null, factor: 1 }],
  }
}

/** Where a food has no such portion, these stand for it, the closest first. */
const nearUnits: Record<string, string[]> = {
  plate: ['serving', 'bowl'],
  bowl: ['serving', 'plate', 'cup'],
  serving: ['plate', 'bowl', 'pot', 'packet', 'glass'],
  pot: ['serving', 'cup'],
  packet: ['bar', 'serving'],
  mug: ['cup', 'glass'],
  glass: ['cup', 'mug'],
  cup: ['mug'],
}

/** Whether a portion is called like the food: 1 baguette. */
function isCalled(description: string, { words = '' }: PartAmount): boolean {
  const said = new Set(tokenize(words).map(baseForm))
  return tokenize(description).some(word => said.has(baseForm(word)))
}

const sizeFactors: Record<string, number> = { small: 0.75, medium: 1, large: 1.3, 'extra large': 1.6 }

function byPortion(portions: ReadPortion[], part: PartAmount): Weight | null {
  const wanted = part.unit === 'piece' ? null : part.unit
  const isUnit = ({ unit }: ReadPortion, name: string | null) => (unit === 'piece' ? null : unit) === name
  // A piece of cake or pizza is a slice.
  const isSliced = part.unit === 'piece' && portions.some(({ unit }) => unit === 'slice')
  const names = [...(isSliced ? ['slice'] : []), wanted, ...(nearUnits[wanted ?? ''] ?? [])]
  for (const [index, name] of names.entries()) {
    const ofName = portions.filter(portion => isUnit(portion, name))
    // "1 baguette" rather than "1 piece" of it.
    const called = name === null ? ofName.filter(({ description }) => isCalled(description, part)) : []
    const ofUnit = called.length > 0 ? called : ofName
    const ofSize = ofUnit.find(({ size }) => size === part.size)
    // "Medium fries" is a medium serving.
    const sized = part.size === null ? undefined : portions.find(({ size }) => size === part.size)
    const usual =
      ofUnit.find(({ size, hasForm }) => (size === null || size === 'medium') && !hasForm) ??
      ofUnit.find(({ size, count }) => size === null && count === 1) ??
      ofUnit[0]
    const found = (ofSize?.hasForm ? usual : ofSize) ?? (wanted === null ? sized : undefined) ?? usual
    if (found === undefined) continue
    if (wanted === 'plate' && name === 'serving' && found.gramsPerUnit < minGramsPerPlate) continue
    // A large bowl is more than a bowl, but a large egg and a small bag are the usual ones.
    const isUsual = found.unit === null || found.size !== 'large'
    const size = part.size ?? (isUsual ? (found.size ?? 'medium') : 'medium')
    const isSize = (found.size ?? 'medium') === size
    const factor = isSize ? 1 : (sizeFactors[size] ?? 1) / (sizeFactors[found.size ?? ''] ?? 1)
    return {
      grams: round(part.amount * found.gramsPerUnit * factor),
      confidence: index === 0 && isSize ? 1 : 0.8,
      assumed: [
        {
          ...{ kind: 'portion', description: found.description, grams: round(found.grams) },
          ...{ size: isSize ? null : size, factor: Math.round(factor * 100) / 100 },
        },
      ],
    }
  }
  return null
}

function byTable(food: Food, { amount, unit, size }: PartAmount): Weight | null {
  const portion = gramsOf(food, amount, unit ?? size ?? 'piece')
  return portion === null || portion.basis === 'weight'
    ? null
    : {
        grams: portion.grams,
        confidence: 0.9,
        assumed: [{ kind: 'household weight', basis: portion.basis }],
      }
}

/** What a vessel usually holds, where a food is drunk. */
const vessels: Record<string, number> = {
  ...{ glass: 250, mug: 300, bottle: 500, can: 330, bowl: 300, shot: 30, serving: 250, piece: 250 },
}

function byVolume(food: Food, portions: ReadPortion[], { amount, unit, size }: PartAmount): Weight | null {
  const trail = food.category === null ? [] : categoryTrail(food.category)
  const isDrink = trail[0] === 'Beverages'
  const name = unit ?? 'piece'
  const exact = millilitresOf(name)
  const millilitres = exact ?? (isDrink ? vessels[name] : undefined)
  if (millilitres === undefined) return null
  const stated = portions.find(portion => portion.millilitres !== null)
  const measured = portions.find(
    ({ unit: of, hasForm }) => of !== null && millilitresOf(of) !== undefined && !hasForm,
  )
  const density =
    (stated && stated.grams / (stated.millilitres ?? 1)) ??
    (measured && measured.gramsPerUnit / (millilitresOf(measured.unit ?? '') ?? 1)) ??
    densityOf(food.name, trail) ??
    (isDrink ? 1 : null)
  if (density === null || density === undefined) return null
  const factor = exact === undefined ? (sizeFactors[size ?? ''] ?? 1) : 1
  const vessel =
    exact === undefined ? { unit: unit ?? 'drink', millilitres: Math.round(millilitres * factor) } : null
  return {
    grams: round(amount * millilitres * factor * density),
    confidence: exact === undefined ? 0.7 : 0.95,
    assumed: [{ kind: 'volume', vessel, gramsPerMillilitre: Math.round(density * 100) / 100 }],
  }
}

/** Units of which one is about what people eat at once. */
const servingLike = new Set([
  'serving',
  'plate',
  'bowl',
  'pot',
  'packet',
  'bar',
  'can',
  'piece',
  'bottle',
  'glass',
  'scoop',
])

function byServing(food: Food, [first]: ReadPortion[], { amount, unit, size }: PartAmount): Weight | null {
  const grams = first?.gramsPerUnit ?? food.serving_size_g
  if (!servingLike.has(unit ?? 'piece') || grams === null || grams <= 0) return null
  const description = first?.description ?? food.serving_desc ?? '1 serving'
  const factor = sizeFactors[size ?? ''] ?? 1
  // A tea is a cup of it.
  const isDrunk = unit === null && isDrink(food)
  if (isDrunk && isGenericFood(food))
    return {
      grams: round(amount * grams * factor),
      confidence: 0.8,
      assumed: [
        { kind: 'portion', description, grams: round(grams), size: factor === 1 ? null : size, factor },
      ],
    }
  return {
    grams: round(amount * grams * factor),
    confidence: 0.5,
    assumed: [{ kind: 'serving', unit: unit ?? 'piece', description, grams: round(grams) }],
  }
}

const minProteinOfPowder = 50
const gramsPerScoop = 30

/** The scoops of protein powders are alike, those of other powders are not. */
function byScoop({ protein_g }: Food, { amount, unit }: PartAmount): Weight | null {
  if (unit !== 'scoop' || protein_g === null || protein_g < minProteinOfPowder) return null
  return {
    grams: round(amount * gramsPerScoop),
    confidence: 0.6,
    assumed: [{ kind: 'serving', unit: 'scoop', description: '1 scoop', grams: gramsPerScoop }],
  }
}

const onPlates = new Set(['Grains', 'Pasta', 'Legumes', 'Vegetables', 'Meals'])

function byPlate({ category }: Food, { amount, unit }: PartAmount): Weight | null {
  const [group = ''] = category === null ? [] : categoryTrail(category)
  if (unit !== 'plate' || !onPlates.has(group)) return null
  return {
    grams: round(amount * gramsPerPlate),
    confidence: 0.7,
    assumed: [{ kind: 'serving', unit: 'plate', description: '1 plate', grams: gramsPerPlate }],
  }
}

const gramsPerHandful = 30

function byHandful({ amount, unit }: PartAmount): Weight | null {
  if (unit !== 'handful') return null
  return {
    grams: round(amount * gramsPerHandful),
    confidence: 0.5,
    assumed: [{ kind: 'handful', grams: gramsPerHandful }],
  }
}

const round = (grams: number) => Math.round(grams * 10) / 10
