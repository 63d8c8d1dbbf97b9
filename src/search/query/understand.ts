// What a query asks for besides the name of a food: amounts, questions and attributes. Unless the query is a sentence in one language,
// the word lists of every language apply, because people mix languages and a few words are too short to detect one.
import { namesInSentences, sentenceKeyOf } from '../../food/everyday-names.ts'
import { removeAmounts } from './amounts.ts'
import type { Preference } from './attributes.ts'
import { hasRole, type Role } from './phrases.ts'
import { itemsOf, matchPhrase, phraseLength, type QueryItem } from './query-items.ts'
import { queryVocabulary, stopWords, zeroPercentPreferences } from './query-words.ts'
import { removeQuestion, removeYesNoQuestion, takeClosing } from './questions.ts'

export interface Understanding {
  /**
   * The tokens that name the food, in order, without amounts, units, sizes, question words and attribute words; never
   * empty unless the query has no tokens.
   */
  words: string[]
  /** The tokens that were removed as amount, container or question, for explanations. */
  removed: string[]
  isQuestion: boolean
  preferences: Preference[]
  /** What the food must not contain. */
  excluded: string[]
  /** The words of the first of several foods; null if there is one. */
  main: string[] | null
  /** Whether it starts with an amount or "I had", so that what follows "with" is another food. */
  isMeal: boolean
  /** Whether the last word of the query is part of `words` and thus may be unfinished. */
  endsWithWord: boolean
}

/** Only the first 200 code points are used (rule query-truncation). */
const maxCodePoints = 200

// Nobody asks a longer question, and the work grows faster than the length.
const maxItems = 24

export function understandQuery(q: string, language: string | null = null): Understanding {
  const items = itemsOf(
    q.length <= maxCodePoints ? q : Array.from(q).slice(0, maxCodePoints).join(''),
    language,
  )
  if (items.length > maxItems) return understandingOf(items, false, [], [])
  findListedNames(items, language, { exceptAttributes: true })
  joinPercentWords(items, language)
  const closing = takeClosing(items)
  const isYesNoQuestion = removeYesNoQuestion(items)
  const preferences = findNamesAndAttributes(items)
  const isQuestion = removeQuestion(items) || isYesNoQuestion
  const excluded = findExcluded(items)
  removeAmounts(items)
  trimLinkingWords(items)
  items.push(...closing)
  return understandingOf(items, isQuestion, preferences, excluded)
}

function understandingOf(
  items: QueryItem[],
  isQuestion: boolean,
  preferences: Preference[],
  excluded: string[],
): Understanding {
  const last = items.at(-1)
  const words = tokensWith(items, 'kept')
  if (words.length === 0 && preferences.length + excluded.length > 0) {
    // Attribute words without any other word are words.
    for (const item of items) if (item.status === 'attribute') item.status = 'kept'
    return understandingOf(items, isQuestion, [], [])
  }
  if (words.length === 0) {
    const tokens = items.flatMap(item => item.tokens)
    const none = { removed: [], isQuestion: false, preferences: [], excluded: [], main: null, isMeal: false }
    return { words: tokens, ...none, endsWithWord: tokens.length > 0 }
  }
  const endsWithWord = last !== undefined && last.status === 'kept' && !last.isQuoted
  const main = mainWords(items)
  const isMeal = main !== null && !isQuestion && items[0]?.status === 'removed'
  const removed = tokensWith(items, 'removed')
  return { words, removed, isQuestion, preferences, excluded, main, isMeal, endsWithWord }
}

/** The words before the first "with", "and" or comma, if there are some on both sides. */
function mainWords(items: QueryItem[]): string[] | null {
  const first = items.findIndex(({ status }) => status === 'kept')
  const end = items.findIndex(
    (item, index) =>
      index > first &&
      item.status !== 'attribute' &&
      (item.isAfterBreak || phraseLength([{ ...item, status: 'kept' }], 0, 'and') > 0),
  )
  if (first < 0 || end < 0) return null
  const before = tokensWith(items.slice(0, end), 'kept')
  const after = tokensWith(items.slice(items[end]?.isAfterBreak ? end : end + 1), 'kept')
  return before.every(word => stopWords.has(word)) || after.length === 0 ? null : before
}

/** "Without" and the word after it, unless they are an attribute. */
function findExcluded(items: QueryItem[]): string[] {
  const excluded: string[] = []
  for (let index = 1; index < items.length; index++) {
    const length = phraseLength(items, index, 'without')
    const item = items[index + length]
    if (length === 0 || item === undefined || item.status !== 'kept' || item.isFixed || item.number !== null)
      continue
    for (const each of items.slice(index, index + length + 1)) each.status = 'attribute'
    excluded.push(...item.tokens)
  }
  return excluded
}

function tokensWith(items: QueryItem[], status: QueryItem['status']): string[] {
  const tokens: string[] = []
  for (const item of items) if (item.status === status) tokens.push(...item.tokens)
  return tokens
}

/** "2 percent milk" is 2% milk. */
export function joinPercentWords(items: QueryItem[], language: string | null = null): void {
  for (const [index, item] of items.entries()) {
    if (item.number === null || item.isPercentage) continue
    const { length } = matchPhrase(items, index + 1, 'percent')
    if (length === 0) continue
    item.isPercentage = true
    item.key = `${item.key}%`
    item.phrases = queryVocabulary(language).phrases.next.get(item.key)
    items.splice(index + 1, length)
  }
}

const maxItemsPerName = 8

/**
 * Names of foods that the language knows stay whole, whatever their words mean elsewhere: pound cake, porridge with milk. Where
 * attributes are looked for, names with one are no exception.
 */
export function findListedNames(
  items: QueryItem[],
  language: string | null,
  { exceptAttributes = false } = {},
): void {
  const names = namesInSentences.get(language ?? '')
  if (names === undefined) return
  for (let start = 0; start < items.length; ) {
    const named = isPartOfAmount(items, start) ? start : endOfName(items, start, names, language ?? '')
    const asks =
      exceptAttributes &&
      items.slice(start, named).some((_, index) => phraseLength(items, start + index, 'attribute') > 0)
    const end = asks ? start : named
    for (const [index, item] of items.slice(start, end).entries()) {
      item.isFixed = true
      if (index > 0) item.isAfterBreak = false
    }
    start = Math.max(end, start + 1)
  }
}

/** "Slice of toast" is an amount of toast, also where it is listed as another name of it. */
function isPartOfAmount(items: QueryItem[], start: number): boolean {
  const { length, phrase } = matchPhrase(items, start, 'unit', 'container')
  const isAfterUnit = start > 1 && phraseLength(items, start - 1, 'unit') > 0
  if (length === 0 || isAfterUnit) return false
  return hasRole(phrase, ['containerWithoutOf']) || phraseLength(items, start + length, 'of') > 0
}

function endOfName(items: QueryItem[], start: number, names: ReadonlySet<string>, language: string): number {
  const words: string[] = []
  let end = start
  for (let index = start; index < Math.min(items.length, start + maxItemsPerName); index++) {
    const item = items[index]
    if (item === undefined || item.status !== 'kept' || item.isFixed) break
    if (item.isAfterBreak && index > start) words.push(',')
    words.push(...item.tokens)
    if (index > start && names.has(sentenceKeyOf(words, language))) end = index + 1
  }
  return end
}

/** Names that look like something else (7 up, half and half) stay whole; attributes become preferences. */
export function findNamesAndAttributes(items: QueryItem[]): Preference[] {
  const preferences = new Map<string, Preference>()
  for (let index = 0; index < items.length; ) {
    const { length, phrase } = matchPhrase(items, index, 'name', 'attribute', 'question')
    if (!hasRole(phrase, ['name', 'attribute'])) {
      // In "wie viel Protein", "viel Protein" is no attribute.
      index += Math.max(1, length)
      continue
    }
    // 95% lean is part of a name.
    const isOfPercentage = phrase.preference?.name === 'lean' && items[index - 1]?.isPercentage === true
    const preference = hasRole(phrase, ['name']) || isOfPercentage ? null : phrase.preference
    const matched = items.slice(index, index + length)
    for (const item of matched) {
      if (preference === null) item.isFixed = true
      else item.status = 'attribute'
    }
    if (preference !== null && !preferences.has(preference.name)) {
      preferences.set(preference.name, preference)
    }
    index += length
  }
  const zero = items.find(
    item => item.isPercentage && item.number === 0 && item.status === 'kept' && !item.isFixed,
  )
  const preference = zero === undefined ? null : zeroPercentPreference(items)
  if (zero !== undefined && preference !== null && !preferences.has(preference.name)) {
    zero.status = 'attribute'
    preferences.set(preference.name, preference)
  }
  return [...preferences.values()]
}

/** What 0% is of: fat for yogurt, alcohol for beer. */
function zeroPercentPreference(items: QueryItem[]): Preference | null {
  const has = (role: Role) =>
    items.some(({ phrases }) => phrases !== undefined && hasRole(phrases.phrase, [role]))
  if (has('zeroIsFatFree')) return zeroPercentPreferences.fatFree
  return has('zeroIsAlcoholFree') ? zeroPercentPreferences.alcoholFree : null
}

/** Linking words next to what was removed link nothing any more: yogurt with (no sugar). */
function trimLinkingWords(items: QueryItem[]): void {
  const isLinking = (item: QueryItem) => item.status === 'kept' && !item.isFixed && stopWords.has(item.key)
  const trim = (from: number, step: 1 | -1) => {
    let isAfterRemoved = false
    for (let index = from; ; index += step) {
      const item = items[index]
      if (item === undefined) return
      if (item.status !== 'kept') isAfterRemoved = true
      else if (isAfterRemoved && isLinking(item)) item.status = 'removed'
      else return
    }
  }
  trim(0, 1)
  trim(items.length - 1, -1)
}
