// Amounts in a query: "2 large eggs", "half a cup of oats", "can of tuna", "coke 330 ml".
import { hasRole, type Role } from './phrases.ts'
import { markRemoved, matchPhrase, phraseLength, type QueryItem, skipPhrases } from './query-items.ts'

// A larger number without a unit is hardly a count: 1664 beer.
const maxCount = 99

type QuantityKind = 'none' | 'article' | 'count' | 'fraction'

interface Quantity {
  kind: QuantityKind
  end: number
}

/** 2, 1 1/2, 2-3, 2 x, two, a dozen, half an, one and a half, a. */
function quantityAt(items: QueryItem[], start: number): Quantity {
  const begin = start + phraseLength(items, start, 'about')
  const numeric = numbersEnd(items, begin)
  if (numeric > begin) {
    // 1/3 of a pizza.
    const isFraction = numeric === begin + 1 && (items[begin]?.number ?? 1) < 1
    return { kind: 'count', end: isFraction ? afterFraction(items, numeric) : andAHalf(items, numeric) }
  }
  const article = phraseLength(items, begin, 'indefinite')
  // The longest wins: "couple of" before "couple"; an article may come first.
  for (const from of article > 0 ? [begin, begin + article] : [begin]) {
    const fraction = phraseLength(items, from, 'fraction')
    const count = phraseLength(items, from, 'number', 'quantifier')
    if (fraction > 0 && fraction >= count)
      return { kind: 'fraction', end: afterFraction(items, from + fraction) }
    if (count > 0) return { kind: 'count', end: andAHalf(items, from + count) }
  }
  return article > 0 ? { kind: 'article', end: begin + article } : { kind: 'none', end: start }
}

function numbersEnd(items: QueryItem[], start: number): number {
  let end = start
  while (isAmountNumber(items[end]) && (end === start || continuesNumber(items, end))) {
    end++
    if (isTimes(items[end])) end++
  }
  return end
}

/** The second number of 1 1/2, 2-3 or 6 x 330; that of "omega 3 100 mg" starts another amount. */
function continuesNumber(items: QueryItem[], index: number): boolean {
  const previous = items[index - 1]
  const number = items[index]?.number ?? 0
  return isTimes(previous) || number < 1 || (number <= maxRangeEnd && number > (previous?.number ?? 0))
}

const maxRangeEnd = 20

const isAmountNumber = (item: QueryItem | undefined) =>
  item !== undefined && item.number !== null && !item.isPercentage && !item.isFixed && item.status === 'kept'

const isTimes = (item: QueryItem | undefined) => item?.key === 'x' && !item.isFixed

/** The "and a half" of "one and a half cups". */
function andAHalf(items: QueryItem[], start: number): number {
  const and = phraseLength(items, start, 'and')
  if (and === 0) return start
  const article = phraseLength(items, start + and, 'indefinite')
  const fraction = phraseLength(items, start + and + article, 'fraction')
  if (fraction > 0) return start + and + article + fraction
  const number = items[start + and]
  return number !== undefined && isAmountNumber(number) && (number.number ?? 1) < 1 ? start + and + 1 : start
}

/** The "a", "of an" or "dozen" after a half. */
function afterFraction(items: QueryItem[], start: number): number {
  const of = phraseLength(items, start, 'of')
  const end = start + of + phraseLength(items, start + of, 'indefinite', 'definite')
  return end + phraseLength(items, end, 'quantifier')
}

/** After a unit: "of the". */
function afterUnit(items: QueryItem[], start: number): number {
  const of = phraseLength(items, start, 'of')
  return of === 0 ? start : start + of + phraseLength(items, start + of, 'definite')
}

const minUnitLengthAfterArticle = 3

/** The end of "100 g", "2 slices of", "a glass of", wherever it occurs; `start` when there is none. */
export function measuredAmountEnd(items: QueryItem[], start: number): number {
  const quantity = quantityAt(items, start)
  if (quantity.kind === 'none') return start
  const sized = skipPhrases(items, quantity.end, 'size')
  const unit = phraseLength(items, sized, 'unit', 'container')
  if (unit === 0) return start
  const isAbbreviation = unit === 1 && (items[sized]?.key.length ?? 0) < minUnitLengthAfterArticle
  if (quantity.kind === 'article' && isAbbreviation) return start
  return afterUnit(items, skipPhrases(items, sized + unit, 'unit', 'container'))
}

/** The end of "per 100 g", "per slice", "in 100 g"; `start` when there is none. */
export function rateEnd(items: QueryItem[], start: number): number {
  const per = phraseLength(items, start, 'per')
  if (per > 0) {
    const measured = measuredAmountEnd(items, start + per)
    if (measured > start + per) return measured
    const unit = phraseLength(items, skipPhrases(items, start + per, 'size'), 'unit', 'container')
    if (unit > 0) return afterUnit(items, skipPhrases(items, start + per, 'size') + unit)
    return isAmountNumber(items[start + per]) ? start + per + 1 : start
  }
  const link = phraseLength(items, start, 'in')
  if (link === 0 || !isAmountNumber(items[start + link])) return start
  const measured = measuredAmountEnd(items, start + link)
  return measured > start + link ? measured : start
}

/** The end of an amount with which a food is introduced: also "2", "1 large", "a", "half an", "can of". */
function leadingAmountEnd(items: QueryItem[], start: number): number {
  const measured = measuredAmountEnd(items, start)
  if (measured > start) return measured
  const quantity = quantityAt(items, start)
  const sized = skipPhrases(items, quantity.end, 'size')
  if (quantity.kind === 'none') {
    const unit = phraseLength(items, sized, 'unit', 'container')
    const end = afterUnit(items, sized + unit)
    if (unit > 0 && end > sized + unit) return end
    const direct = phraseLength(items, sized, 'containerWithoutOf')
    if (direct > 0) return sized + direct
    return start + phraseLength(items, start, 'leadingSize')
  }
  const value = items[quantity.end - 1]?.number ?? 1
  if (value > maxCount && sized === quantity.end) return start
  // "Dos de cabillaud" is no amount.
  if (phraseLength(items, sized, 'of') > 0) return start
  if (quantity.kind === 'count' && phraseLength(items, sized, 'countedName') > 0) return start
  return sized
}

/** Marks the items of all amounts as removed. */
export function removeAmounts(items: QueryItem[]): void {
  const first = items.findIndex(({ status }) => status !== 'removed')
  let isCounted = false
  let isStart = true
  for (let index = Math.max(0, first); index < items.length; ) {
    const item = items[index]
    if (item === undefined || item.status !== 'kept' || item.isFixed) {
      isStart = item?.status !== 'kept'
      index++
      continue
    }
    isStart ||= item.isAfterBreak
    const end = amountEnd(items, index, isStart)
    if (end > index && (end < items.length || hasKept(items, 0, index))) {
      isCounted ||= isStart
      markRemoved(items, index, end)
      index = end
      isStart = true
      continue
    }
    // Another food with an amount may follow: eggs and 2 slices of toast.
    const and = phraseLength(items, index, 'and')
    isStart = and > 0 && index > 0
    index += Math.max(1, and)
  }
  removeTrailingContainer(items, isCounted)
}

/** `isStart`: whether a food may start here, so that a count is enough. `index` when there is no amount. */
export function amountEnd(items: QueryItem[], index: number, isStart: boolean): number {
  if (timesNumber.test(items[index]?.key ?? '')) return index + 1
  const rate = rateEnd(items, index)
  if (rate > index) return rate
  if (isStart) return leadingAmountEnd(items, index)
  const isArticle = phraseLength(items, index, 'indefinite') > 0
  return isArticle ? index : measuredAmountEnd(items, index)
}

/** The end of a number that counts the food after it, in the middle of a sentence: the 2 of "toast 2 eggs". */
export function countEnd(items: QueryItem[], start: number): number {
  const { kind, end } = quantityAt(items, start)
  const isNumber = isAmountNumber(items[start]) || phraseLength(items, start, 'number') > 0
  const value = items[end - 1]?.number ?? 1
  const sized = skipPhrases(items, end, 'size')
  if (kind !== 'count' || !isNumber || value > maxCount) return start
  return phraseLength(items, sized, 'of', 'countedName') > 0 ? start : sized
}

/** The x2 of "eggs x2". */
const timesNumber = /^x\d{1,2}$/

const hasKept = (items: QueryItem[], start: number, end: number) =>
  items.slice(start, end).some(({ status }) => status === 'kept')

/** The bar of "1 snickers bar" and the big jar of "nutella big jar". */
function removeTrailingContainer(items: QueryItem[], isCounted: boolean): void {
  const last = items.length - 1
  if (phraseLength(items, last, 'trailingContainer') === 0) return
  let start = last
  while (start > 0 && phraseLength(items, start - 1, 'size') > 0) start--
  if ((isCounted || start < last) && hasKept(items, 0, start)) markRemoved(items, start, items.length)
}

export interface Amount {
  /** Null for "some" and the French "du", after which people mean a usual amount. */
  value: number | null
  /** A unit of @larder/portions. */
  unit: string | null
  /** small, medium, large or extra large. */
  size: string | null
}

const isCountNumber = (item: QueryItem | undefined): item is QueryItem & { number: number } =>
  item !== undefined && item.number !== null && !item.isPercentage

/** What the items of an amount say, whose end `amountEnd` gave: 1 1/2, 2-3, 6 x 330 ml, half a dozen, one and a half. */
export function readAmount(items: QueryItem[], start: number, end: number): Amount {
  const amount: Amount = { value: null, unit: null, size: null }
  let values: number[] = []
  let isMultiplied = false
  let isOne = false
  let isVague = false
  for (let index = start; index < end; ) {
    const item = items[index]
    const times = timesNumber.exec(item?.key ?? '')
    if (times !== null || isCountNumber(item)) {
      const value = times === null ? (item?.number ?? 1) : Number(times[0].slice(1))
      values = combined(values, value, isMultiplied)
      isMultiplied = false
      index++
      continue
    }
    const { length, phrase } = matchPhrase(items, index, ...amountRoles)
    const isQuantifier = hasRole(phrase, ['quantifier'])
    if (phrase.value !== null && hasRole(phrase, valueRoles) && amount.unit === null) {
      // A fraction before a quantifier is half a dozen, after a number it is one and a half.
      values = combined(values, phrase.value, isQuantifier && values.length > 0)
    } else {
      amount.unit ??= phrase.unit
      amount.size ??= phrase.size
    }
    isVague ||= isQuantifier && phrase.value === null
    isOne ||= phraseLength(items, index, 'indefinite') > phraseLength(items, index, 'of')
    isMultiplied = item?.key === 'x'
    index += Math.max(1, length)
  }
  if (values.length > 0) amount.value = bounded(values.reduce((sum, value) => sum + value, 0) / values.length)
  else if ((isOne && !isVague) || amount.unit !== null || amount.size !== null) amount.value = 1
  return amount
}

/** Nobody eats more. Hundreds of digits are infinite as a number. */
const maxAmount = 1_000_000
const bounded = (value: number) => (Number.isFinite(value) ? Math.min(value, maxAmount) : maxAmount)

const valueRoles = ['number', 'fraction', 'quantifier'] as const satisfies Role[]
const amountRoles = [...valueRoles, 'unit', 'container', 'size'] as const satisfies Role[]

/** Two numbers of a range stay apart, of which the amount is the middle. */
function combined(values: number[], value: number, isMultiplied: boolean): number[] {
  const last = values.at(-1)
  if (last === undefined) return [value]
  if (isMultiplied) return [...values.slice(0, -1), last * value]
  return value < 1 ? [...values.slice(0, -1), last + value] : [...values, value]
}
