// The weight of an amount of a food: by a portion of the food itself, the table of household weights, its density or its serving.
import { gramsOf, millilitresOf } from '@larder/portions'
import { categoryTrail } from '../food/categories.ts'
import { densityOf } from '../food/density.ts'
import type { Food } from '../food/food.ts'
import type { Portion } from '../food/food-details.ts'
import { isServing } from '../food/portions.ts'
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

export type PartAmount = Pick<MealPart, 'amount' | 'unit' | 'size' | 'isMeasured'>

/** Null if nothing says the weight of the unit. */
export function weigh(food: Food, portions: readonly Portion[], part: PartAmount): Weight | null {
  const known = portions.flatMap(readPortion)
  return (
    byMass(food, part) ??
    (part.isMeasured ? null : usualPortion(food, known)) ??
    byPortion(known, part) ??
    byTable(food, part) ??
    (part.unit === null ? byServing(food, known, part) : null) ??
    byVolume(food, known, part) ??
    byServing(food, known, part) ??
    byHandful(part)
  )
}

interface ReadPortion {
  description: string
  gramsPerUnit: number
  unit: string | null
  size: string | null
  /** Millilitres that the description states for the same portion: 1 can (330 ml). */
  millilitres: number | null
  /** "chopped" of "1 cup, chopped". */
  hasForm: boolean
  grams: number
}

/** `1 medium potato`, `half an onion`, `1 can (330 ml)`, `1 serving (2 eggs)`. */
function readPortion({ description, grams }: Portion): ReadPortion[] {
  const [outer = '', inner = ''] = description.split(/[()]/)
  const read = (text: string) => {
    const items = itemsOf(text)
    const end = amountEnd(items, 0, true)
    return readAmount(items, 0, end)
  }
  const { value, unit, size } = read(outer)
  if (value === null || value <= 0) return []
  const volume = read(inner)
  const millilitres = volume.unit === null ? undefined : millilitresOf(volume.unit)
  const portion = {
    ...{ description, gramsPerUnit: grams / value, unit, size, grams },
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

/** Without an amount, what people eat of it at once. */
function usualPortion(food: Food, portions: ReadPortion[]): Weight | null {
  // Not the breast of a whole turkey.
  const first = portions.find(({ grams }) => grams < smallPortion || isServing(grams, food.category, null))
  const grams = first?.grams ?? food.serving_size_g
  if (grams === null || grams <= 0) return null
  const description = first?.description ?? food.serving_desc ?? '1 serving'
  return {
    grams: round(grams),
    confidence: 0.7,
    assumed: [{ kind: 'usual portion', description, grams: round(grams) }],
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

const sizeFactors: Record<string, number> = { small: 0.75, medium: 1, large: 1.3, 'extra large': 1.6 }

function byPortion(portions: ReadPortion[], part: PartAmount): Weight | null {
  const wanted = part.unit === 'piece' ? null : part.unit
  const isUnit = ({ unit }: ReadPortion, name: string | null) => (unit === 'piece' ? null : unit) === name
  const names = [wanted, ...(nearUnits[wanted ?? ''] ?? [])]
  for (const [index, name] of names.entries()) {
    const ofUnit = portions.filter(portion => isUnit(portion, name))
    const ofSize = ofUnit.find(({ size }) => size === part.size)
    // "Medium fries" is a medium serving.
    const sized = part.size === null ? undefined : portions.find(({ size }) => size === part.size)
    const usual =
      ofUnit.find(({ size, hasForm }) => (size === null || size === 'medium') && !hasForm) ?? ofUnit[0]
    const found = (ofSize?.hasForm ? usual : ofSize) ?? (wanted === null ? sized : undefined) ?? usual
    if (found === undefined) continue
    const isSize = found.size === part.size || part.size === null || part.size === 'medium'
    const factor = isSize ? 1 : (sizeFactors[part.size ?? ''] ?? 1) / (sizeFactors[found.size ?? ''] ?? 1)
    return {
      grams: round(part.amount * found.gramsPerUnit * factor),
      confidence: index === 0 && isSize ? 1 : 0.8,
      assumed: [
        {
          ...{ kind: 'portion', description: found.description, grams: round(found.grams) },
          ...{ size: isSize ? null : part.size, factor },
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
])

function byServing(food: Food, [first]: ReadPortion[], { amount, unit, size }: PartAmount): Weight | null {
  const grams = first?.gramsPerUnit ?? food.serving_size_g
  if (!servingLike.has(unit ?? 'piece') || grams === null || grams <= 0) return null
  const description = first?.description ?? food.serving_desc ?? '1 serving'
  const factor = sizeFactors[size ?? ''] ?? 1
  return {
    grams: round(amount * grams * factor),
    confidence: 0.5,
    assumed: [{ kind: 'serving', unit: unit ?? 'piece', description, grams: round(grams) }],
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
