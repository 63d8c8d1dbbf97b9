// The readings of a query: literally, and as understood without amounts, questions and attributes.
import type { EverydayFood } from '../../food/everyday-foods.ts'
import { everydayFoodNamed } from '../../food/everyday-names.ts'
import { nonFoodKind } from '../../language/non-food.ts'
import { tokenize } from '../../language/tokenize.ts'
import type { Preference } from './attributes.ts'
import { withEmojiAsWords } from './emoji.ts'
import { splitMeal } from './parse-meal.ts'
import { stopWords } from './query-words.ts'
import { languageOfSentence } from './sentence-language.ts'
import { understandQuery } from './understand.ts'

export interface QueryToken {
  term: string
  /** Quoted terms are neither corrected nor completed. */
  isQuoted: boolean
  /** The last word of what was typed may be unfinished. */
  mayBePrefix: boolean
  /** Neither corrected nor completed, because it stands for another spelling or next to another name already. */
  isFixed?: boolean
}

export interface Reading {
  /** `main`: only the first of the foods that a meal consists of. */
  kind: 'literal' | 'main' | 'understood'
  /** The words that name the food, each once. */
  tokens: QueryToken[]
  /** All words in order, linking words included, to compare with names. */
  words: string[]
  preferences: Preference[]
  /** What the food must not contain. */
  excluded: string[]
  removed: string[]
  /** The everyday food that all of it names in the language of the query, such as an inflected word; null if the words do not say. */
  named: EverydayFood | null
  /** The words of the first of several foods, which count most when words are left out. */
  main: string[]
}

/** Only the first 200 code points are used (rule query-truncation). */
const maxCodePoints = 200
const maxTokens = 12

/** Queries with equal normalized forms have equal results. */
export function normalizedQuery(q: string): string {
  return usedText(q).trim().replace(/\s+/g, ' ').toLowerCase()
}

const usedText = (q: string) =>
  q.length <= maxCodePoints ? q : Array.from(q).slice(0, maxCodePoints).join('')

export function parseQuery(q: string): Reading[] {
  const text = withEmojiAsWords(usedText(q))
  const literal = literalTokens(text)
  if (literal.length === 0 || asksForNoFood(normalizedQuery(text))) return []
  const words = literal.map(({ term }) => term)
  const inAnyLanguage = understandQuery(text)
  const language =
    inAnyLanguage.removed.length === 0 ? null : languageOfSentence(normalizedQuery(text)).language
  const understood = language === null ? inAnyLanguage : understandQuery(text, language)
  const named = foodNamed(text, language)
  const understoodWords = [...new Set(understood.words)].slice(0, maxTokens)
  const { excluded, preferences, removed } = understood
  const main = understood.main ?? []
  const readings: Reading[] = [
    {
      ...{ kind: 'literal', tokens: withoutLinkingWords(literal), words },
      ...{ preferences: [], excluded, removed: [], named: language === null ? named : null, main },
    },
  ]
  const quoted = new Set(literal.filter(({ isQuoted }) => isQuoted).map(({ term }) => term))
  const tokensOf = (terms: string[], endsWithWord: boolean) =>
    terms.map((term, index) => ({
      term,
      isQuoted: quoted.has(term),
      mayBePrefix: endsWithWord && index === terms.length - 1 && !quoted.has(term),
    }))
  if (understood.isMeal)
    readings.push({
      ...{ kind: 'main', tokens: withoutLinkingWords(tokensOf(main, false)), words: main },
      ...{ preferences: [], excluded, removed, named: null, main },
    })
  if (understoodWords.length > 0 && understoodWords.join(' ') !== words.join(' '))
    readings.push({
      kind: 'understood',
      tokens: withoutLinkingWords(tokensOf(understoodWords, understood.endsWithWord)),
      words: understoodWords,
      ...{ preferences, excluded, removed, named, main },
    })
  return readings
}

/** `language` is that of a sentence with an amount. */
function foodNamed(text: string, language: string | null): EverydayFood | null {
  if (language === null) {
    const typed = normalizedQuery(text)
    return everydayFoodNamed(typed, languageOfSentence(typed).language)
  }
  const [part, ...others] = splitMeal(normalizedQuery(text), language)
  return part === undefined || others.length > 0 ? null : everydayFoodNamed(part.words, language)
}

/** The catalog has neither toothpaste nor dog food, so words that resemble them are no answer. */
const asksForNoFood = (text: string) => nonFoodKind(text) !== null || /^https?:\/\//.test(text)

function literalTokens(text: string): QueryToken[] {
  const tokens = new Map<string, QueryToken>()
  const segments = text.split(/["“”„«»]/)
  for (const [index, segment] of segments.entries()) {
    // Every second segment is inside quotes; an unclosed quote has no effect.
    const isQuoted = index % 2 === 1 && index < segments.length - 1
    for (const term of tokenize(segment))
      if (!tokens.has(term)) tokens.set(term, { term, isQuoted, mayBePrefix: false })
  }
  const found = [...tokens.values()].slice(0, maxTokens)
  const last = found.at(-1)
  if (last !== undefined) last.mayBePrefix = !last.isQuoted
  return found
}

/**
 * "and", "of" and the like are not required, so that "macaroni and cheese" finds "Macaroni & Cheese". A single letter at the end
 * is rather the beginning of a word.
 */
function withoutLinkingWords(tokens: QueryToken[]): QueryToken[] {
  const rest = tokens.filter(
    ({ term, isQuoted, mayBePrefix }) =>
      isQuoted || !stopWords.has(term) || (mayBePrefix && term.length === 1),
  )
  return rest.length === 0 ? tokens : rest
}
