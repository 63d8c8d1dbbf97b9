// Completions of what somebody types, from the names and terms in memory.
import { everydayLanguages } from '../../food/everyday-foods.ts'
import type { SourceId } from '../../food/sources.ts'
import { baseForm } from '../../language/inflection.ts'
import { tokenize, unspacedScript } from '../../language/tokenize.ts'
import { rewritesOf } from '../query/rewrites.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import type { SuggestionEntry, SuggestionIndex } from './suggestion-index.ts'

export interface Suggestion {
  /** To show. */
  text: string
  /** To search for. */
  query: string
  /** Null if it is not one food. */
  food: { id: number; source: SourceId } | null
}

export interface SuggestRequest {
  q: string
  limit: number
  /** Names in this language come first; English ones if there are none in it. */
  language?: string
}

const maxWords = 8
const defaultLanguage = 'en'
/** Nearly every shorter word is the start of some name. */
const minLengthToCorrect = 4
const maxCorrections = 3

/** Names that start with what was typed, or else with a correction of it, then terms that complete the last word. */
export function suggestionsOf(
  { q, limit, language }: SuggestRequest,
  index: SuggestionIndex,
  vocabulary: Vocabulary,
): Suggestion[] {
  const words = tokenize(q).slice(0, maxWords)
  if (words.length === 0) return []
  const preferred = everydayLanguages.find(each => each === language) ?? defaultLanguage
  const typed = index.find(words, preferred, limit)
  const named =
    typed.length > 0
      ? typed
      : correctionsOf(words, vocabulary).flatMap(corrected => index.find(corrected, preferred, limit))
  const suggestions = new Map<string, Suggestion>()
  const add = (text: string, query: string, food: Suggestion['food']) => {
    const key = tokenize(text).join(' ')
    if (suggestions.size < limit && !suggestions.has(key)) suggestions.set(key, { text, query, food })
  }
  for (const entry of named) add(textOf(entry), queryFor(entry.aliasOf ?? entry.name), entry.food)
  // Sorting the many terms that start with one letter takes longer than everything else, and names are found then.
  const aliases = new Set(named.map(({ name }) => tokenize(name).join(' ')))
  if (suggestions.size < limit)
    for (const text of completionsOf(words, vocabulary)) if (!aliases.has(text)) add(text, text, null)
  return [...suggestions.values()]
}

/** "Strawberry milk (banana milk)": the food's own name, with what was typed unless it is a form or a part of it. */
function textOf({ name, aliasOf }: SuggestionEntry): string {
  if (aliasOf === undefined) return name
  const ownWords = new Set(tokenize(aliasOf).map(baseForm))
  const saysMore = tokenize(name).some(word => !ownWords.has(baseForm(word)))
  return capitalized(saysMore ? `${aliasOf} (${name})` : aliasOf)
}

const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** "Egg, boiled" is searched for as "egg boiled". */
const queryFor = (text: string) => text.replaceAll(/,(?=\s)/g, '').toLowerCase()

/** Completions with a smaller share of the foods of the most frequent one are mostly misspellings. */
const minShareOfFoods = 0.05

/** The unfinished last word, completed by words of the catalog. */
function completionsOf(words: string[], vocabulary: Vocabulary): string[] {
  const completions = vocabulary.completionsOf(words.at(-1) ?? '')
  const minFrequency = minShareOfFoods * (completions[0]?.documentFrequency ?? 0)
  return (
    completions
      .filter(({ documentFrequency }) => documentFrequency >= minFrequency)
      // Scripts without spaces are stored as pairs of letters.
      .filter(({ term }) => /^\p{L}{2,}$/u.test(term) && !unspacedScript.test(term))
      .map(({ term }) => [...words.slice(0, -1), term].join(' '))
  )
}

/** The words with others in place of those that may be misspelt, the likeliest first. */
function correctionsOf(words: string[], vocabulary: Vocabulary): string[][] {
  const choices = words.map(term => {
    const rewrites =
      term.length < minLengthToCorrect
        ? []
        : rewritesOf({ term, isQuoted: false, mayBePrefix: false }, vocabulary)
    const corrected = rewrites.filter(({ kind }) => kind === 'corrected')
    return [...corrected.map(({ terms }) => terms[0]?.term ?? term), term]
  })
  return Array.from({ length: maxCorrections }, (_, number) =>
    choices.map(alternatives => alternatives[number] ?? alternatives.at(-1) ?? ''),
  )
}
