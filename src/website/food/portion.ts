// The portion of a food page: an amount of a unit, such as 2 slices.

import { millilitresOf, type PortionUnit, unitsFor } from '@larder/portions'
import { categoryTrail } from '../../food/categories.ts'
import { densityOf } from '../../food/density.ts'
import type { Food } from '../../food/food.ts'
import type { Portion as HouseholdPortion } from '../../food/food-details.ts'
import { usualPortion } from '../../food/portions.ts'
import { byLocale, type Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { englishName, nameFor, type PortionName, phraseName } from '../vocabulary/portion-name.ts'
import { parsePhrase, splitAmount } from '../vocabulary/portion-phrase.ts'
import { formatAmount, formatWeight, withWeight } from './label-numbers.ts'

export const maxGrams = 10_000
/** More would not fit a list that one reads. */
const maxHouseholdPortions = 12
const maxPresets = 5

export interface PortionOption {
  /** The value of the query parameter `unit`. */
  id: string
  /** After an amount of 1, 2 and so on. */
  name: PortionName
  /** Of one unit. */
  grams: number
  /** Masses need no weight in their name. */
  isMass: boolean
  /** What people usually eat of such foods; the label states no serving. */
  isUsual: boolean
  /** The amounts to choose with one press, such as 2 slices. */
  presets: number[]
}

export interface Portion {
  amount: number
  unit: PortionOption
  grams: number
}

const gramsPerOunce = 28.3495
const mlPerCup = 236.588

/** The units of a food, those of its source first. `language` is that of its label. */
export function portionOptions(
  food: Food,
  household: readonly HouseholdPortion[] | undefined,
  locale: Locale,
  language?: string,
): PortionOption[] {
  const options: PortionOption[] = []
  const add = (id: string, name: PortionName, grams: number, amount = 1, isUsual = false) => {
    const known = options.find(option => option.id === id)
    if (known) known.presets.push(amount)
    else if (grams > 0 && grams * amount <= maxGrams)
      options.push({ id, name, grams, isMass: false, isUsual, presets: [amount] })
  }
  const namedSizes: { size: string; grams: number }[] = []
  const serving = servingOf(food, household ?? [])
  const usual = usualPortion(food)
  const portions = [
    ...(household ?? []).slice(0, maxHouseholdPortions),
    ...serving,
    ...(usual === null ? [] : [usual]),
  ]
  for (const [index, portion] of portions.entries()) {
    const { description, grams } = portion
    const isOfLabel = portion !== serving[0] && portion !== usual
    const found = householdUnit(description, food.name, locale, isOfLabel ? language : undefined)
    if (found === undefined) continue
    const gramsOfOne = found.amount === 1 ? round(grams) : Math.round((grams / found.amount) * 1e4) / 1e4
    const same = options.find(
      option => option.name.one === found.name.one && Math.abs(option.grams / gramsOfOne - 1) < 0.02,
    )
    const isTaken = options.some(({ id }) => id === found.unit)
    const id = same?.id ?? (isTaken ? undefined : found.unit) ?? `portion-${index + 1}`
    add(id, found.name, gramsOfOne, found.amount, portion === usual)
    const [size] = sizePattern.exec(description.toLowerCase()) ?? []
    if (size !== undefined) namedSizes.push({ size, grams: gramsOfOne })
  }
  const ids = new Set(options.map(({ id }) => id))
  const weights = new Set(options.map(({ grams }) => grams))
  for (const { unit, grams } of knownUnits(food)) {
    // The serving of a source is often one of its household portions under another name.
    const isSame =
      (vagueUnits.has(unit) && weights.has(round(grams))) ||
      namedSizes.some(named => named.size === unit && Math.abs(grams / named.grams - 1) <= maxSizeDifference)
    // Half a liter would be off by grams if that of a milliliter were rounded.
    const gramsOfOne = unit === 'ml' ? Math.round(grams * 1e4) / 1e4 : round(grams)
    if (!isMass(unit) && !ids.has(unit) && !isSame) add(unit, unitNames[locale][unit], gramsOfOne)
  }
  options.push({ id: 'g', name: { one: 'g' }, grams: 1, isMass: true, isUsual: false, presets: [] })
  options.push({
    id: 'oz',
    name: { one: 'oz' },
    grams: gramsPerOunce,
    isMass: true,
    isUsual: false,
    presets: [],
  })
  return options
}

/** The serving, such as `1 bowl`, unless the household portions have it; none if it only states a weight or a volume. */
function servingOf(
  { name, serving_desc, serving_size_g }: Food,
  household: readonly HouseholdPortion[],
): HouseholdPortion[] {
  if (serving_desc === null || serving_size_g === null) return []
  const isListed = household.some(({ grams }) => round(grams) === round(serving_size_g))
  return isListed || parsePhrase(serving_desc, name) === null
    ? []
    : [{ description: serving_desc, grams: serving_size_g }]
}

interface HouseholdUnit {
  amount: number
  name: PortionName
  /** If it is a unit that other foods have as well. */
  unit: PickerUnit | undefined
}

/** Undefined if the description is in another language than the page, and has words that have no translation. */
function householdUnit(
  description: string,
  foodName: string,
  locale: Locale,
  language: string | undefined,
): HouseholdUnit | undefined {
  if (locale === 'en' || language === locale) {
    const { amount, rest } = splitAmount(description)
    const name = locale === 'en' ? englishName(rest) : { one: rest }
    return { amount, name, unit: unitByName[locale].get(name.one.toLowerCase()) }
  }
  const phrase = parsePhrase(description, foodName)
  if (phrase === null) return undefined
  const name = phraseName(phrase, locale)
  return { amount: phrase.amount, name, unit: unitByName[locale].get(name.one.toLowerCase()) }
}

const pickerUnits = [
  ...([
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
  ] as const),
  ...([
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
  ] as const),
  ...(['clove', 'leaf', 'stalk', 'spear', 'patty', 'fillet', 'thigh', 'drumstick', 'wing', 'ear'] as const),
  ...(['wedge', 'ring', 'shot', 'ml', 'fl oz', 'g', 'oz'] as const),
] satisfies PortionUnit['unit'][]

type PickerUnit = (typeof pickerUnits)[number]

const unitNames = byLocale(
  locale =>
    Object.fromEntries(pickerUnits.map(unit => [unit, nameOfUnit(unit, locale)])) as Record<
      PickerUnit,
      PortionName
    >,
)

function nameOfUnit(unit: PickerUnit, locale: Locale): PortionName {
  const phrase = parsePhrase(unit, '')
  if (phrase === null) return { one: unit }
  return locale === 'en' ? englishName(unit) : phraseName(phrase, locale)
}

const unitByName = byLocale(
  locale => new Map(pickerUnits.map(unit => [unitNames[locale][unit].one.toLowerCase(), unit])),
)

/** A source's small egg and a small piece of an egg may differ by so much. */
const maxSizeDifference = 0.1
const sizePattern = /\b(?:extra large|(?<!extra )small|medium|large)\b/

const vagueUnits = new Set<PickerUnit>(['serving', 'piece', 'medium'])

/** Whether it measures a volume, in any system. */
export const isVolume = (unit: string): boolean => millilitresOf(unit) !== undefined

const isMass = (unit: PickerUnit) => unit === 'g' || unit === 'oz'

function knownUnits(food: Food): { unit: PickerUnit; grams: number }[] {
  const found = unitsFor(food).filter((each): each is PortionUnit & { unit: PickerUnit } =>
    pickerUnits.some(unit => unit === each.unit),
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
  const household = options.flatMap(unit => unit.presets.map(amount => portionOf(amount, unit)))
  const found =
    household.find(({ grams }) => grams === serving) ??
    (serving === undefined
      ? household.find(({ unit }) => unit.id === 'portion-1' && !unit.isUsual)
      : undefined)
  return found ?? portionOf(100, gramsOf(options))
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
  const household = options.filter(({ id }) => id !== 'ml' && id !== 'fl oz')
  const presets: Portion[] = []
  for (const unit of household) {
    for (const amount of unit.presets) {
      const preset = portionOf(amount, unit)
      if (presets.length < maxPresets - 1 && !presets.some(({ grams }) => grams === preset.grams))
        presets.push(preset)
    }
  }
  const grams = gramsOf(options)
  const ml = options.find(({ id }) => id === 'ml')
  if (presets.length === 0) presets.push(portionOf(50, grams), portionOf(250, ml ?? grams))
  if (!presets.some(preset => preset.grams === 100)) presets.push(portionOf(100, grams))
  return presets
}

const fractions: Record<number, string> = { [1 / 4]: '¼', [1 / 2]: '½', [3 / 4]: '¾' }

/** `1 cup, 245 g` or `100 g`. */
export function presetName(portion: Portion, locale: Locale): string {
  const { amount, unit, grams } = portion
  const fraction = fractions[amount]
  const text =
    fraction === undefined ? amountName(portion, locale) : `${fraction} ${nameFor(unit.name, amount, locale)}`
  if (unit.id === 'g') return text
  const withGrams = `${text}, ${formatWeight(grams, locale)} g`
  return unit.isUsual ? messages[locale].food.usualPortion({ portion: withGrams }) : withGrams
}

/** `2 slices` */
export const amountName = ({ amount, unit }: Portion, locale: Locale): string =>
  `${formatAmount(amount, locale)} ${nameFor(unit.name, amount, locale)}`

/** `1 medium banana (118 g)`, as portion.client.ts writes it. */
export function portionName(portion: Portion, locale: Locale): string {
  const weight = formatWeight(portion.grams, locale)
  return portion.unit.id === 'g' ? `${weight} g` : withWeight(amountName(portion, locale), weight)
}

function portionOf(amount: number, unit: PortionOption): Portion {
  return { amount, unit, grams: round(amount * unit.grams) }
}

function gramsOf(options: readonly PortionOption[]): PortionOption {
  return (
    options.find(({ id }) => id === 'g') ?? {
      id: 'g',
      name: { one: 'g' },
      grams: 1,
      isMass: true,
      isUsual: false,
      presets: [],
    }
  )
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
