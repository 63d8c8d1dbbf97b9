// The language in which a sentence is read: that of most of its words.
import { everydayFoods, everydayLanguages } from '../../food/everyday-foods.ts'
import { wordsOfEverydayNames } from '../../food/everyday-names.ts'
import { stemOf } from '../../language/inflection.ts'
import { memoize } from '../../language/memoize.ts'
import { tokenize } from '../../language/tokenize.ts'
import { wordsOfSentences } from './query-words.ts'

export interface SentenceLanguage {
  /** Null if no language knows a word of the sentence. */
  language: string | null
  /** Whether its words decide, and not what the reader prefers. */
  isDecided: boolean
}

const defaultLanguage = 'en'
const languages = [...wordsOfSentences.keys()]

const stemsOfNames = new Map(
  everydayLanguages.map(language => [
    language as string,
    new Set(Array.from(wordsOfEverydayNames.get(language)?.keys() ?? [], word => stemOf(word, language))),
  ]),
)

const namesOfOneWord = new Map(
  everydayLanguages.map(language => [
    language as string,
    new Set(everydayFoods.flatMap(({ names }) => names[language].map(name => name.toLowerCase()))),
  ]),
)

const withOtherAccents = 0.5
const inflectedForm = 0.5
/** A word of sentences, such as "of" or "slice"; more if no other language has it. */
const sentenceWord = 1
const ownSentenceWord = 1.5
/** A word that is a name of a food by itself. */
const foodWord = 0.99
/** Another word of such names; the rest is for the language in which most names have it. */
const minNameWord = 0.4
/** Only German has capitals within a sentence. */
const capitalBonus = 0.35
/** English gets it, because a brand may be a word of another language. */
const defaultBonus = 0.3
/** The language that the reader asks for gets it instead. */
const preferredBonus = 0.7

const nameCount = (language: string, word: string) => wordsOfEverydayNames.get(language)?.get(word) ?? 0

const maxWords = 30_000

/** How well each language knows a word. */
const knowledgeOf = memoize((word: string): number[] => {
  const folded = tokenize(word)[0] ?? word
  const most = Math.max(...languages.map(language => nameCount(language, word)))
  const users = languages.filter(
    language => wordsOfSentences.get(language)?.has(word) || nameCount(language, word) > 0,
  )
  return languages.map(language => {
    const count = nameCount(language, word)
    const isSentenceWord = wordsOfSentences.get(language)?.has(word) === true
    const share = count / Math.max(1, most)
    const isFood = namesOfOneWord.get(language)?.has(word) === true
    const ofNames = isFood
      ? foodWord + 0.01 * share
      : count === 0
        ? 0
        : minNameWord + (1 - minNameWord) * share
    const ofSentences = isSentenceWord ? (users.length === 1 ? ownSentenceWord : sentenceWord) : 0
    if (ofNames + ofSentences > 0) return Math.max(ofNames, ofSentences)
    if (wordsOfSentences.get(language)?.has(folded) || nameCount(language, folded) > 0)
      return withOtherAccents
    const stems = stemsOfNames.get(language)
    return stems?.has(stemOf(word, language)) || stems?.has(stemOf(folded, language)) ? inflectedForm : 0
  })
}, maxWords)

/** The first language of Accept-Language; null for one that no sentence is read in. */
export function preferredLanguage(header: string | undefined): string | null {
  const [language] = /^[a-z]{2}(?![a-z])/.exec((header ?? '').trim().toLowerCase()) ?? []
  return languages.find(each => each === language) ?? null
}

/** `preferred` decides where the words do not: a language that the reader has asked for. */
export function languageOfSentence(text: string, preferred: string | null = null): SentenceLanguage {
  const scores = languages.map(() => 0)
  for (const { 0: typed, index } of text.matchAll(/\p{L}+/gu)) {
    const known = knowledgeOf(typed.toLowerCase())
    const isNoun = index > 0 && /^\p{Lu}\p{Ll}/u.test(typed)
    for (const [position, language] of languages.entries()) {
      const knowledge = known[position] ?? 0
      const isGermanNoun = isNoun && language === 'de' && knowledge > 0
      scores[position] = (scores[position] ?? 0) + knowledge + (isGermanNoun ? capitalBonus : 0)
    }
  }
  const scored = languages.map((language, position) => ({ language, score: scores[position] ?? 0 }))
  const [best] = scored.toSorted((one, other) => other.score - one.score)
  if (best === undefined || best.score === 0) return { language: preferred, isDecided: false }
  const bestFor = (reader: string | null) => {
    const bonus = (each: string) =>
      each === reader ? preferredBonus : reader === null && each === defaultLanguage ? defaultBonus : 0
    return scored
      .filter(({ score }) => score > 0)
      .map(each => ({ ...each, score: each.score + bonus(each.language) }))
      .toSorted((one, other) => other.score - one.score)[0]?.language
  }
  const language = bestFor(preferred)
  return {
    language: language ?? null,
    isDecided: [null, ...languages].every(each => bestFor(each) === language),
  }
}
