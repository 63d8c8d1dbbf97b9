// A sentence about a meal as its parts: "2 boiled eggs and a slice of rye bread with butter" are eggs, bread and butter.
import { everydayFoodNamed } from '../../food/everyday-names.ts'
import { tokenize } from '../../language/tokenize.ts'
import { type Amount, amountEnd, countEnd, measuredAmountEnd, readAmount } from './amounts.ts'
import { withEmojiAsWords } from './emoji.ts'
import { itemsOf, matchPhrase, phraseLength, type QueryItem, skipPhrases } from './query-items.ts'
import { dishWords, type QueryVocabulary, queryVocabulary, states } from './query-words.ts'
import { removeQuestion, takeClosing } from './questions.ts'
import { findListedNames, findNamesAndAttributes, joinPercentWords } from './understand.ts'

export interface MealPart {
  /** As typed, with its amount. */
  text: string
  /** 1 when nothing is said. */
  amount: number
  /** A unit of @larder/portions; null when none is said. */
  unit: string | null
  /** small, medium, large or extra large. */
  size: string | null
  /** Whether an amount is said, and not only the food. */
  isMeasured: boolean
  /** The words of the food. */
  words: string
  /** The "and" or "with" between it and the part before; null after a comma or where an amount starts a part. */
  link: string | null
}

/** A recipe or a day of meals is shorter. */
const maxCodePoints = 4_000
/** The grammar compares each position with the others. */
const maxQueryItems = 800

/** The text of which a meal is read; texts with an equal one have equal parts. Each line of a recipe is a part. */
export const mealText = (q: string): string =>
  (q.length <= maxCodePoints ? q : Array.from(q).slice(0, maxCodePoints).join(''))
    .trim()
    .replace(/\s+/g, space => (space.includes('\n') ? '\n' : ' '))

/** The parts of a meal, split at every comma, "and" and "with" and before every amount. */
export function splitMeal(q: string, language: string | null = null): MealPart[] {
  const text = withEmojiAsWords(mealText(q).replaceAll('\n', ', '))
  const items = itemsOf(text, language).slice(0, maxQueryItems)
  const spans = spansOf(text, items)
  const asides = takeAsides(items, text, spans)
  findListedNames(items, language)
  joinPercentWords(items, language)
  takeClosing(items)
  findNamesAndAttributes(items)
  removeQuestion(items)
  const reading = { ...queryVocabulary(language), language, asides }
  return splitItems(items, reading).map(part => toMealPart(part, text, spans, reading))
}

/** Normalized names with an "and" or "with" that the parts could be: fish and chips. */
export function possibleNames(parts: readonly MealPart[]): string[] {
  return parts.flatMap((_, start) => joinsFrom(parts, start).map(({ words }) => normalizedName(words)))
}

/** The parts whose words together are the name of a food become one part; the longest name wins. */
export function joinNames(parts: readonly MealPart[], isName: (words: string) => boolean): MealPart[] {
  const joined: MealPart[] = []
  for (let start = 0; start < parts.length; ) {
    const longest = joinsFrom(parts, start).findLast(
      ({ words, isDish }) => isDish || everydayFoodNamed(words) !== null || isName(normalizedName(words)),
    )
    const part = longest ?? parts[start]
    if (part !== undefined) joined.push(part)
    start += longest?.length ?? 1
  }
  return joined
}

const maxJoined = 4

/** As the catalog compares names. */
const normalizedName = (words: string) => tokenize(words).join(' ')

interface JoinedPart extends MealPart {
  /** How many parts it takes. */
  length: number
  /** Whether a later word is what all of it is: ham and cheese sandwich. */
  isDish: boolean
}

function joinsFrom(parts: readonly MealPart[], start: number): JoinedPart[] {
  const joins: JoinedPart[] = []
  let whole = parts[start]
  for (const next of parts.slice(start + 1, start + maxJoined)) {
    if (whole === undefined || next.link === null || next.isMeasured) break
    whole = {
      ...whole,
      text: `${whole.text} ${next.link} ${next.text}`,
      words: `${whole.words} ${next.link} ${next.words}`,
    }
    const nouns = next.words.split(' ')
    const isDish = nouns.slice(1).some(noun => dishWords.has(noun.toLowerCase()))
    joins.push({ ...whole, length: joins.length + 2, isDish })
  }
  return joins
}

interface Part {
  amount: Amount | null
  /** The items of the amount and of the words, in order. */
  items: QueryItem[]
  words: QueryItem[]
  link: string | null
}

const createPart = (link: string | null): Part => ({ amount: null, items: [], words: [], link })

interface SentenceReading extends QueryVocabulary {
  language: string | null
  asides: ReadonlyMap<QueryItem, Amount>
}

/** Takes amounts in parentheses out of the items, by the item before them: 1 (14.5 oz) can, a bag of chips (150 g). */
function takeAsides(items: QueryItem[], text: string, spans: Spans): ReadonlyMap<QueryItem, Amount> {
  const asides = new Map<QueryItem, Amount>()
  for (const { 0: aside, index: start } of text.matchAll(/\([^()]*\)/g)) {
    const isInside = (item: QueryItem) => {
      const span = spans.get(item)
      return span !== undefined && span.start >= start && span.end <= start + aside.length + 1
    }
    const first = items.findIndex(isInside)
    const inside = items.filter(isInside)
    const before = items[first - 1]
    if (before === undefined || amountEnd(inside, 0, true) < inside.length) continue
    const amount = readAmount(inside, 0, inside.length)
    if (amount.value === null || amount.unit === null) continue
    items.splice(first, inside.length)
    asides.set(before, amount)
  }
  return asides
}

const massUnits = new Set(['mg', 'g', 'kg', 'oz', 'lb'])

const volumeUnits = new Set(['ml', 'cl', 'dl', 'l', 'fl oz', 'cup', 'tbsp', 'tsp', 'pint', 'quart'])

const isMeasure = (unit: string | null | undefined): boolean =>
  unit !== null && unit !== undefined && (massUnits.has(unit) || volumeUnits.has(unit))

/** The amount in parentheses is more exact than a count or a container, and is ignored next to cups or grams. */
function withAsides(part: Part, asides: SentenceReading['asides']): Amount | null {
  const { amount, items, words } = part
  const [food] = words
  for (const item of items) {
    const inner = asides.get(item)
    if (inner === undefined || isMeasure(amount?.unit) || !isMeasure(inner.unit)) continue
    const isBeforeFood = food !== undefined && items.indexOf(item) < items.indexOf(food)
    return isBeforeFood && amount !== null ? contentOf(amount, inner) : inner
  }
  return amount
}

function splitItems(items: QueryItem[], reading: SentenceReading): Part[] {
  const { stopWords } = reading
  const parts: Part[] = []
  let part = createPart(null)
  const close = (link: string | null) => {
    const food = part.words.length > 0 ? part : withUnitAsFood(part, stopWords)
    const before = parts.at(-1)
    if (food.words.length > 0) parts.push(withTrailingContainer(food))
    // Lasagna, 500 g; pizza, 3 slices.
    else if (before !== undefined && before.amount === null && (part.amount?.unit ?? null) !== null) {
      before.amount = part.amount
      before.items.push(...part.items)
    }
    part = createPart(link)
  }
  for (let index = 0; index < items.length; ) {
    const item = items[index]
    if (item === undefined) break
    if (item.isAfterBreak) close(null)
    const isFree = item.status === 'kept' && !item.isFixed
    // "… and ate a bag of chips", "…, and a croissant".
    const opening = part.items.length === 0 ? skipPhrases(items, index, 'request', 'and') : index
    if (opening > index && opening < items.length) {
      index = opening
      continue
    }
    const end = isFree ? amountAt(items.slice(0, nextBreak(items, index)), index, part) : index
    if (end > index) {
      const amount = readAmount(items, index, end)
      const isAfterFood = part.words.length > 0
      // A plate of cheese 60 g, 2 beers 0.5 l.
      const isMore = isMeasure(amount.unit) && !isMeasure(part.amount?.unit)
      if (isAfterFood && !((part.amount === null || isMore) && endsPart(items, end, amount, stopWords)))
        close(null)
      const isTotal = part.words.length > 0 && massUnits.has(amount.unit ?? '')
      part.amount = part.amount === null || isTotal ? amount : contentOf(part.amount, amount)
      part.items.push(...items.slice(index, end))
      if (isAfterFood && part.words.length > 0) close(null)
      index = end
      continue
    }
    // Two eggs on a slice of toast.
    if (
      isFree &&
      part.words.length > 0 &&
      onWords.has(item.key) &&
      measuredAmountEnd(items, index + 1) > index + 1
    ) {
      close(item.key)
      index++
      continue
    }
    const link = isFree && part.words.length > 0 ? phraseLength(items, index, 'and') : 0
    if (link > 0) close(keysOf(items.slice(index, index + link)))
    else if (item.status !== 'removed') {
      part.items.push(item)
      part.words.push(item)
    }
    index += Math.max(1, link)
  }
  close(null)
  return withDetails(
    parts.filter(({ words }) => words.some(({ key }) => !stopWords.has(key))),
    reading,
  )
}

const onWords = new Set(['on', 'over', 'auf', 'sur', 'sobre', 'na', 'su', 'op'])

function nextBreak(items: QueryItem[], index: number): number {
  const next = items.findIndex((item, position) => position > index && item.isAfterBreak)
  return next < 0 ? items.length : next
}

/** The end of the amount that starts here; `index` when none does. */
function amountAt(items: QueryItem[], index: number, { words }: Part): number {
  const end = amountEnd(items, index, words.length === 0)
  return end > index || words.length === 0 ? end : countEnd(items, index)
}

/**
 * Whether an amount after a food is that of the food: "rice 200 g, eggs x2". In "toast 2 eggs" it is that of the next, and in "50 g
 * oats 100 g yogurt", which ends with a food.
 */
function endsPart(
  items: QueryItem[],
  end: number,
  { unit }: Amount,
  stopWords: ReadonlySet<string>,
): boolean {
  const next = items[end]
  if (next === undefined || next.isAfterBreak || phraseLength(items, end, 'and') > 0) return true
  if (unit === null) return false
  const length = items.slice(end).findIndex(({ isAfterBreak }) => isAfterBreak)
  const rest = items.slice(end, length < 0 ? items.length : end + length)
  const endsWithAmount = rest.some((_, index) => amountEnd(rest, index, false) === rest.length)
  const isDetail = rest.every(({ key, status }) => status !== 'kept' || states.has(key) || stopWords.has(key))
  return endsWithAmount || isDetail
}

/** "2 cans 330 ml" are 660 ml. */
const contentOf = (outer: Amount, inner: Amount): Amount =>
  inner.unit === null ? outer : { ...inner, value: (outer.value ?? 1) * (inner.value ?? 1) }

const keysOf = (items: QueryItem[]) =>
  items.map(({ isPercentage, key, tokens }) => (isPercentage ? key : tokens.join(' '))).join(' ')

/** The units of some languages are foods as well: feta is a slice in Spanish. */
function withUnitAsFood(part: Part, stopWords: ReadonlySet<string>): Part {
  const last = part.items.at(-1)
  if (last === undefined || last.number !== null || stopWords.has(last.key)) return part
  if (everydayFoodNamed(last.key) === null) return part
  const amount = readAmount(part.items, 0, part.items.length - 1)
  return { ...part, amount: amount.value === null ? null : amount, words: [last] }
}

/** The bar of "2 snickers bars" is the unit. */
function withTrailingContainer(part: Part): Part {
  const { amount, words } = part
  const { length, phrase } = matchPhrase(words, words.length - 1, 'trailingContainer')
  if (amount === null || amount.unit !== null || length === 0 || words.length < 2) return part
  return { ...part, amount: { ...amount, unit: phrase.unit }, words: words.slice(0, -1) }
}

/** "Cooked" of "broccoli, cooked" is no food, nor is "cut into strips". */
function withDetails(parts: Part[], { stopWords, preparations, language }: SentenceReading): Part[] {
  const foods: Part[] = []
  for (const part of parts) {
    const food = foods.at(-1)
    const isState = part.words.every(({ status, key }) => status === 'attribute' || states.has(key))
    const isPreparation = part.words.every(
      ({ status, key }) =>
        preparations.has(key) ||
        stopWords.has(key) ||
        (part.link === null && (status === 'attribute' || states.has(key))),
    )
    const isDetail = part.amount === null && (isPreparation || (isState && part.link === null))
    if (food === undefined || !isDetail) {
      foods.push(part)
      continue
    }
    food.items.push(...part.items)
    const words = [...food.words, ...part.words]
    if (isState || everydayFoodNamed(keysOf(words), language) !== null) food.words.push(...part.words)
  }
  return foods
}

function toMealPart(part: Part, text: string, spans: Spans, reading: SentenceReading): MealPart {
  const { stopWords, preparations, language, asides } = reading
  const { items, words, link } = part
  const amount = withAsides(part, asides)
  const wordsWithout = (isLeftOut: (item: QueryItem) => boolean, isLeftOutFirst = isLeftOut) => {
    const first = words.findIndex(item => item.isFixed || !isLeftOutFirst(item))
    const last = words.findLastIndex(item => item.isFixed || !isLeftOut(item))
    return first < 0 ? '' : typedWords(words.slice(first, last + 1), text, spans)
  }
  const isStopWord = ({ key }: QueryItem) => stopWords.has(key)
  const isPreparation = ({ key }: QueryItem) => stopWords.has(key) || preparations.has(key)
  const named = wordsWithout(isStopWord)
  // Freshly ground black pepper, but minced beef.
  const bare = [named, wordsWithout(isPreparation, isStopWord), wordsWithout(isPreparation)]
  const known = bare.find(each => everydayFoodNamed(each, language) !== null)
  return {
    text: typedText(items, text, spans),
    amount: amount?.value ?? 1,
    unit: amount?.unit ?? null,
    size: amount?.size ?? null,
    isMeasured: amount !== null && amount.value !== null,
    words: known ?? named,
    link,
  }
}

type Spans = ReadonlyMap<QueryItem, { start: number; end: number }>

/** Where each item is in the text; empty if the words of the text are not the items. */
function spansOf(text: string, items: QueryItem[]): Spans {
  const tokens = Array.from(text.matchAll(/[^\s,;]+/g)).flatMap(({ 0: chunk, index }) =>
    tokenize(chunk).map(() => ({ start: index, end: index + chunk.length })),
  )
  const spans = new Map<QueryItem, { start: number; end: number }>()
  let position = 0
  for (const item of items) {
    const first = tokens[position]
    const last = tokens[position + item.tokens.length - 1]
    if (first === undefined || last === undefined) return new Map()
    spans.set(item, { start: first.start, end: last.end })
    position += item.tokens.length
  }
  return spans
}

function typedText(items: QueryItem[], text: string, spans: Spans): string {
  const first = items[0] && spans.get(items[0])
  const lastItem = items.at(-1)
  const last = lastItem && spans.get(lastItem)
  return first && last
    ? text
        .slice(first.start, last.end)
        .replace(/[\s"]+/g, ' ')
        .replace(/(?<![.!?])[.!?]+$/, '')
        .trim()
    : keysOf(items)
}

/** Each word as typed, without what stands between them. */
function typedWords(items: QueryItem[], text: string, spans: Spans): string {
  if (spans.size === 0) return keysOf(items)
  const starts = new Map(
    items.flatMap(item => {
      const span = spans.get(item)
      return span === undefined ? [] : [[span.start, text.slice(span.start, span.end)] as const]
    }),
  )
  return Array.from(starts.values(), word => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}%]+$/gu, '')).join(' ')
}
