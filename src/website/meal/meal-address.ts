// The address of a meal, which holds all of it: /meal?items=750_2_large,425_60 are two large pieces of food 750 and 60 g of food 425.
import type { FastifyRequest } from 'fastify'
import { maxMealItems } from '../../meals/meal.ts'
import type { Portion, PortionOption } from '../food/portion.ts'
import { readQuery, readQueryAll } from '../shell/form-input.ts'

/** One food of a meal, as the address states it. */
export interface ItemAddress {
  id: number
  /** Empty if there is none: it is the usual portion without a unit, and has to be entered with one. */
  amount: string
  /** A unit of the food, or the weight of one, such as `136g`. */
  unit: string
}

export interface MealAddress {
  items: ItemAddress[]
  /** Whether more items were given than a meal has. */
  isCut: boolean
  /** Text with further foods. */
  q: string
  /** As typed. */
  servings: string
  cooked: string
  /** The position of the food to exchange; null for none. */
  change: number | null
  /** What to exchange it for; empty for foods with a similar name. */
  find: string
}

export const mealPagePath = '/meal'

/** As long as the text of which the API reads a meal. */
export const maxTextLength = 4_000
const maxFieldLength = 12
const maxFindLength = 100
const maxItemsLength = 2_000

const itemPattern =
  /^([1-9]\d{0,14})(?:_(\d{0,6}(?:\.\d{1,3})?)(?:_([a-z][a-z\d -]{0,15}|\d{1,5}(?:\.\d{1,4})?g))?)?$/

/** With `items` as the address has them; the fields of the form, which repeats `food`, `amount` and `unit`, come after them. */
export function readMealAddress(request: FastifyRequest): MealAddress & { isForm: boolean } {
  const amounts = readQueryAll(request, 'amount')
  const units = readQueryAll(request, 'unit')
  const typed = readQueryAll(request, 'food').map((id, index) => {
    const amount = (amounts[index] ?? '').trim().slice(0, maxFieldLength)
    // What is no amount stays empty, and the page asks for one.
    return `${id}_${/^\d{1,6}([.,]\d{1,3})?$/.test(amount) ? amount.replace(',', '.') : ''}_${units[index] || 'g'}`
  })
  const given = readQuery(request, 'items').slice(0, maxItemsLength).split(',')
  const items = [...given, ...typed].flatMap(readItem)
  const change = readQuery(request, 'change')
  return {
    items: items.slice(0, maxMealItems),
    isCut: items.length > maxMealItems,
    isForm: typed.length > 0,
    q: readQuery(request, 'q').trim().slice(0, maxTextLength),
    servings: readQuery(request, 'servings').trim().slice(0, maxFieldLength),
    cooked: readQuery(request, 'cooked').trim().slice(0, maxFieldLength),
    change: /^[1-9]\d?$/.test(change) ? Number(change) - 1 : null,
    find: readQuery(request, 'find').trim().slice(0, maxFindLength),
  }
}

function readItem(text: string): ItemAddress[] {
  const [, id, amount = '', unit = ''] = itemPattern.exec(text) ?? []
  return id === undefined ? [] : [{ id: Number(id), amount, unit: amount === '' ? unit : unit || 'g' }]
}

export function mealPath({
  items = [],
  q = '',
  servings = '',
  cooked = '',
  change = null,
  find = '',
}: Partial<MealAddress>): string {
  const texts = {
    ...{ q, servings, cooked, find },
    change: change === null ? '' : String(change + 1),
  }
  const given = Object.entries(texts).filter(([, value]) => value !== '')
  const parameters = [
    ...(items.length === 0 ? [] : [`items=${items.map(itemText).join(',')}`]),
    ...(given.length === 0 ? [] : [String(new URLSearchParams(given))]),
  ]
  return parameters.length === 0 ? mealPagePath : `${mealPagePath}?${parameters.join('&')}`
}

function itemText({ id, amount, unit }: ItemAddress): string {
  if (amount === '' && unit === '') return String(id)
  return amount !== '' && unit === 'g' ? `${id}_${amount}` : `${id}_${amount}_${unit.replaceAll(' ', '+')}`
}

export const itemOf = (id: number, { amount, unit }: Portion): ItemAddress => ({
  id,
  amount: String(amount),
  unit: unitText(unit),
})

/** Portions that only this food has are named by their weight: their position may change with its source. */
export const unitText = ({ id, grams }: PortionOption): string =>
  isPositional(id) ? `${Math.round(grams * 1e4) / 1e4}g` : id

const isPositional = (id: string) => id.startsWith('portion-')

/** The unit of which an address states this text. */
export function unitNamed(text: string, options: readonly PortionOption[]): PortionOption | undefined {
  return options.find(({ id }) => id === text) ?? options.find(option => unitText(option) === text)
}

/** Grams of one unit, if the address states them. */
export const gramsIn = (unit: string): number | null =>
  /^[\d.]+g$/.test(unit) ? Number.parseFloat(unit) : null
