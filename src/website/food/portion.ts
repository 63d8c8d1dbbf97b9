// The portion of a food page: an amount of a unit, such as 2 slices.

import { type PortionUnit, unitsFor } from '@larder/portions'
import { categoryTrail } from '../../food/categories.ts'
import { densityOf } from '../../food/density.ts'
import type { Food } from '../../food/food.ts'
import type { Portion as HouseholdPortion } from '../../food/food-details.ts'
import type { Locale } from '../i18n/locales.ts'
import { type Messages, messages } from '../messages/compiled/index.ts'
import { formatAmount } from './label-numbers.ts'

export const maxGrams = 10_000
/** More would not fit a list that one reads. */
const maxHouseholdPortions = 12
const maxPresets = 5

export interface PortionOption {
  /** The value of the query parameter `unit`. */
  id: string
  name: string
  /** Of one unit. */
  grams: number
  /** Masses need no weight in their name. */
  isMass: boolean
}

export interface Portion {
  amount: number
  unit: PortionOption
  grams: number
}

const gramsPerOunce = 28.3495
const mlPerCup = 236.588

/** The units of a food, those of its source first. */
export function portionOptions(
  food: Food,
  household: readonly HouseholdPortion[] | undefined,
  locale: Locale,
): PortionOption[] {
  const { units } = messages[locale].food
  const options: PortionOption[] = []
  const add = (id: string, name: string, grams: number) => {
    if (grams > 0 && grams <= maxGrams) options.push({ id, name, grams: round(grams), isMass: false })
  }
  for (const [index, { description, grams }] of (household ?? []).slice(0, maxHouseholdPortions).entries()) {
    const name = description.replace(/^1 (?=\D)/, '')
    const unit = unitByName.get(name.toLowerCase())
    if (unit !== undefined && !options.some(({ id }) => id === unit)) add(unit, units[unit], grams)
    else add(`portion-${index + 1}`, name, grams)
  }
  const ids = new Set(options.map(({ id }) => id))
  const weights = new Set(options.map(({ grams }) => grams))
  for (const { unit, grams } of knownUnits(food)) {
    // The serving of a source is often one of its household portions under another name.
    const isSame = vagueUnits.has(unit) && weights.has(round(grams))
    if (!isMass(unit) && !ids.has(unit) && !isSame) add(unit, units[unit], grams)
  }
  options.push({ id: 'g', name: units.g, grams: 1, isMass: true })
  options.push({ id: 'oz', name: units.oz, grams: gramsPerOunce, isMass: true })
  return options
}

type PickerUnit = PortionUnit['unit'] & keyof Messages['food']['units']

/** Sources name their portions in English. */
const unitByName = new Map(
  Object.entries(messages.en.food.units).flatMap(([unit, name]) =>
    [unit, name].map(each => [each, unit as PickerUnit] as const),
  ),
)

const vagueUnits = new Set<PickerUnit>(['serving', 'piece', 'medium'])

const isMass = (unit: PickerUnit) => unit === 'g' || unit === 'oz'

function knownUnits(food: Food): { unit: PickerUnit; grams: number }[] {
  const found = unitsFor(food).filter(
    (each): each is PortionUnit & { unit: PickerUnit } => each.unit in messages.en.food.units,
  )
  const cup = found.find(({ unit }) => unit === 'cup')
  const ml = found.find(({ unit }) => unit === 'ml')
  // The weight of a milliliter is rounded to 0.1 g.
  if (cup && ml) ml.grams = cup.grams / mlPerCup
  if (food.category === null || ml) return found
  const trail = categoryTrail(food.category)
  const density = trail[0] === 'Beverages' ? densityOf(food.name, trail) : null
  return density === null ? found : [...found, { unit: 'ml', grams: density }]
}

/** One serving, or 100 g if the serving size is unknown. */
export function defaultPortion(food: Food, options: readonly PortionOption[]): Portion {
  const serving = food.serving_size_g === null ? undefined : round(food.serving_size_g)
  const unit =
    options.find(({ grams, isMass }) => !isMass && grams === serving) ??
    (serving === undefined ? options.find(({ id }) => id === 'portion-1') : undefined)
  return unit ? portionOf(1, unit) : portionOf(100, gramsOf(options))
}

/** Null if the input is invalid, undefined if there is none. */
export function readPortion(
  amountText: string,
  unitId: string,
  options: readonly PortionOption[],
): Portion | null | undefined {
  const text = amountText.trim()
  if (text === '' && unitId === '') return undefined
  const unit = options.find(({ id }) => id === (unitId || 'g'))
  const amount = /^\d{1,6}([.,]\d{1,3})?$/.test(text) ? Number(text.replace(',', '.')) : 0
  if (!unit) return null
  const portion = portionOf(amount, unit)
  return portion.grams >= 0.01 && portion.grams <= maxGrams ? portion : null
}

/** The portions to choose with one press. */
export function presetsOf(options: readonly PortionOption[]): Portion[] {
  const household = options.filter(({ id, isMass }) => !isMass && id !== 'ml' && id !== 'fl oz')
  const presets: Portion[] = []
  for (const unit of household) {
    if (presets.length < maxPresets - 1 && !presets.some(({ grams }) => grams === unit.grams))
      presets.push(portionOf(1, unit))
  }
  const grams = gramsOf(options)
  const ml = options.find(({ id }) => id === 'ml')
  if (presets.length === 0) presets.push(portionOf(50, grams), portionOf(250, ml ?? grams))
  if (!presets.some(preset => preset.grams === 100)) presets.push(portionOf(100, grams))
  return presets
}

/** `1 cup, 245 g` or `100 g`. */
export function presetName({ amount, unit, grams }: Portion, locale: Locale): string {
  const text = `${formatAmount(amount, locale)} ${unit.name}`
  return unit.id === 'g' ? text : `${text}, ${formatAmount(grams, locale)} g`
}

function portionOf(amount: number, unit: PortionOption): Portion {
  return { amount, unit, grams: round(amount * unit.grams) }
}

function gramsOf(options: readonly PortionOption[]): PortionOption {
  return options.find(({ id }) => id === 'g') ?? { id: 'g', name: 'g', grams: 1, isMass: true }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
