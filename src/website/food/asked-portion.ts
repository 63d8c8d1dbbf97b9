// The portion of a food page that stands for an amount in words: "2 boiled eggs" are 2 of the food's portion "egg".
import type { FoodPortions } from '../../catalog/food-portions.ts'
import type { Food } from '../../food/food.ts'
import type { Locale } from '../i18n/locales.ts'
import { formatWeight } from './label-numbers.ts'
import {
  amountName,
  isVolume,
  maxGrams,
  type Portion,
  type PortionOption,
  portionOptions,
} from './portion.ts'

/** How an amount is said. */
interface SaidAmount {
  amount: number
  /** A unit of @larder/portions, or a size; null if none is said. */
  unit: string | null
}

export const optionsOf = (food: Food, of: FoodPortions | undefined, locale: Locale): PortionOption[] =>
  portionOptions(food, of?.portions, locale, of?.language ?? undefined)

/** The weights of a portion and of what was said may differ by so much; both are rounded. */
const maxDifference = 0.005

/** In the unit that was said if the food has it, else in one of the same weight, else in grams. Null if it is too much or too little. */
export function askedPortion(
  grams: number,
  { amount, unit }: SaidAmount,
  options: readonly PortionOption[],
): Portion | null {
  const isSame = (option: PortionOption) =>
    !option.isMass && Math.abs((option.grams * amount) / grams - 1) <= maxDifference
  const found =
    options.find(option => option.id === unit && isSame(option)) ??
    options.find(isSame) ??
    (unit !== null && isVolume(unit) ? options.find(({ id }) => id === 'ml') : undefined) ??
    options.find(({ id }) => id === 'g')
  if (found === undefined) return null
  const count = isSame(found) ? amount : grams / found.grams
  const portion = portionIn(found, Math.round(count * 1_000) / 1_000)
  return portion.grams >= 0.01 && portion.grams <= maxGrams ? portion : null
}

export const portionIn = (unit: PortionOption, amount: number): Portion => ({
  amount,
  unit,
  grams: Math.round(amount * unit.grams * 100) / 100,
})

/** `2 eggs · 100 g`, or `60 g` */
export function portionText(portion: Portion, locale: Locale): string {
  const name = amountName(portion, locale)
  return portion.unit.id === 'g' ? name : `${name} · ${formatWeight(portion.grams, locale)} g`
}

/** What a food page with this portion has after its path. */
export const portionQuery = ({ amount, unit }: Portion): string =>
  `?${new URLSearchParams({ amount: String(amount), unit: unit.id })}`
