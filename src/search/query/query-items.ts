// A query as a list of items: words, numbers and percentages, which tokens alone cannot tell apart.
import { tokenize } from '../../language/tokenize.ts'
import { hasRole, noPhrase, type Phrase, type PhraseNode, type Role } from './phrases.ts'
import { queryVocabulary } from './query-words.ts'

export interface QueryItem {
  tokens: string[]
  /** How phrases refer to it: the token, or `0%`. */
  key: string
  /** The phrases that start with it. */
  phrases: PhraseNode | undefined
  /** The value of a number that may be an amount. */
  number: number | null
  isPercentage: boolean
  /** Quoted words and names stay as they are. */
  isFixed: boolean
  isQuoted: boolean
  /** Follows a comma or the like, after which another food may start. */
  isAfterBreak: boolean
  status: 'kept' | 'removed' | 'attribute'
}

const quotes = /["“”„«»]/

export function itemsOf(q: string, language: string | null = null): QueryItem[] {
  const { phrases } = queryVocabulary(language)
  if (!quotes.test(q)) return unquotedItems(q, phrases)
  const segments = q.split(quotes)
  // Every second segment is inside quotes; an unclosed quote has no effect.
  return segments.flatMap((segment, index) =>
    index % 2 === 1 && index < segments.length - 1
      ? tokenize(segment).map(token => ({ ...wordItem(token, phrases), isFixed: true, isQuoted: true }))
      : unquotedItems(segment, phrases),
  )
}

const wordItem = (token: string, phrases: PhraseNode): QueryItem => createItem([token], token, phrases)

function createItem(
  tokens: string[],
  key: string,
  phrases: PhraseNode,
  number: number | null = null,
): QueryItem {
  return {
    tokens,
    key,
    phrases: phrases.next.get(key),
    number,
    isPercentage: false,
    isFixed: false,
    isQuoted: false,
    isAfterBreak: false,
    status: 'kept',
  }
}

const vulgarFractions: Record<string, number> = {
  '½': 1 / 2,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '¼': 1 / 4,
  '¾': 3 / 4,
  '⅕': 1 / 5,
  '⅛': 1 / 8,
  '⅜': 3 / 8,
  '⅝': 5 / 8,
  '⅞': 7 / 8,
}

const hasNumber = /[\d½⅓⅔¼¾⅕⅛⅜⅝⅞]/

// A number that starts a word, what it is divided by, and what follows without a space: 1½, 1/2, 1.5l, 70 %, 7up.
const numberPattern =
  /(?<![\p{L}\p{N}])(?:(?<whole>\d+)?\s?(?<fraction>[½⅓⅔¼¾⅕⅛⅜⅝⅞])|(?<decimal>\d+(?:[.,]\d+)?)(?:\s?[/⁄]\s?(?<divisor>\d+))?)(?:\s?(?<percent>%)|(?<suffix>\p{L}[\p{L}\p{N}]*))?/gu

const times = /(?<=\d)\s?[x×]\s?(?=\d)/gi

// The comma of 1,5 l is none.
const breaks = /;|\s\+\s|(?<!\d),|,(?!\d)/

function unquotedItems(unquoted: string, phrases: PhraseNode): QueryItem[] {
  if (!breaks.test(unquoted)) return itemsOfSegment(unquoted, phrases)
  return unquoted.split(breaks).flatMap((segment, index) => {
    const items = itemsOfSegment(segment, phrases)
    if (index > 0 && items[0] !== undefined) items[0].isAfterBreak = true
    return items
  })
}

function itemsOfSegment(unquoted: string, phrases: PhraseNode): QueryItem[] {
  if (!hasNumber.test(unquoted)) return tokenize(unquoted).map(token => wordItem(token, phrases))
  const text = unquoted.replace(times, ' x ')
  const items: QueryItem[] = []
  let end = 0
  for (const match of text.matchAll(numberPattern)) {
    for (const token of tokenize(text.slice(end, match.index))) items.push(wordItem(token, phrases))
    items.push(...numberItems(match, phrases))
    end = match.index + match[0].length
  }
  for (const token of tokenize(text.slice(end))) items.push(wordItem(token, phrases))
  return items
}

function numberItems(match: RegExpExecArray, phrases: PhraseNode): QueryItem[] {
  const { whole = '0', fraction, decimal = '0', divisor, percent, suffix } = match.groups ?? {}
  const text = match[0].slice(0, match[0].length - (suffix?.length ?? 0))
  const tokens = tokenize(text)
  const value = Number(decimal.replace(',', '.'))
  if (percent !== undefined) {
    return [{ ...createItem(tokens, `${decimal.replace(',', '.')}%`, phrases, value), isPercentage: true }]
  }
  // 80/20 is the name of a ground beef, 1/2 an amount.
  if (divisor !== undefined && !(value < Number(divisor) && Number(divisor) <= maxDivisor)) {
    return [...tokens, ...(suffix === undefined ? [] : tokenize(suffix))].map(token =>
      wordItem(token, phrases),
    )
  }
  const amount =
    fraction === undefined ? value / Number(divisor ?? 1) : Number(whole) + (vulgarFractions[fraction] ?? 0)
  const number = createItem(tokens, text.trim().replace(',', '.'), phrases, amount)
  if (suffix === undefined) return [number]
  const [unit = '', ...more] = tokenize(suffix)
  const isUnit =
    more.length === 0 &&
    (unit === 'x' || hasRole(phrases.next.get(unit)?.phrase ?? noPhrase, ['unit', 'container']))
  return isUnit
    ? [number, wordItem(unit, phrases)]
    : tokenize(match[0]).map(token => wordItem(token, phrases))
}

const maxDivisor = 16

interface PhraseMatch {
  length: number
  phrase: Phrase
}

const noMatch: PhraseMatch = { length: 0, phrase: noPhrase }

/** The longest phrase at a position that has one of the roles, and how many items it takes: 0 when there is none. */
export const matchPhrase = (items: readonly QueryItem[], start: number, ...roles: readonly Role[]) =>
  longestPhrase(items, start, roles)

export const phraseLength = (items: readonly QueryItem[], start: number, ...roles: readonly Role[]): number =>
  longestPhrase(items, start, roles).length

/** The end of the phrases with one of the roles that follow each other from `start`. */
export function skipPhrases(items: readonly QueryItem[], start: number, ...roles: readonly Role[]): number {
  let end = start
  for (;;) {
    const { length } = longestPhrase(items, end, roles)
    if (length === 0) return end
    end += length
  }
}

function longestPhrase(items: readonly QueryItem[], start: number, roles: readonly Role[]): PhraseMatch {
  let longest = noMatch
  const first = items[start]
  let node = first !== undefined && isFree(first) ? first.phrases : undefined
  for (let next = start + 1; node !== undefined; next++) {
    if (hasRole(node.phrase, roles)) longest = { length: next - start, phrase: node.phrase }
    const item = items[next]
    node = item !== undefined && isFree(item) ? node.next.get(item.key) : undefined
  }
  return longest
}

/** Whether it may be part of a phrase. */
const isFree = ({ isFixed, status }: QueryItem) => !isFixed && status === 'kept'

export function markRemoved(items: QueryItem[], start: number, end: number): void {
  for (let index = start; index < end; index++) {
    const item = items[index]
    if (item?.status === 'kept') item.status = 'removed'
  }
}
