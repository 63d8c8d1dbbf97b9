// Which everyday food people mean by a name: "rice" is the cooked one, "raw rice" the one in the bag.
import { baseForm, stemOf } from '../language/inflection.ts'
import { memoize } from '../language/memoize.ts'
import { tokenize } from '../language/tokenize.ts'
import { linkingWords } from '../language/word-lists.ts'
import {
  type EverydayFood,
  type EverydayLanguage,
  everydayFoods,
  everydayLanguages,
} from './everyday-foods.ts'

/** In each language, people say one or the other of what was in hot water. */
const sameStates = [
  ['boiled', 'cooked'],
  ['gekocht', 'gegart'],
  ['bouilli', 'cuit'],
  ['hervido', 'cocido'],
].map(words => words.map(baseForm))

/** In any order, unless words link them: a hot dog in a bun is no hot dog bun. */
const keyOf = (words: string[]): string =>
  (words.some(word => linkingWords.has(word)) ? words : words.toSorted()).join(' ')

/** `cooked potato` as `boiled potato`. */
function withOtherState(baseKey: string): string[] {
  const words = baseKey.split(' ')
  return sameStates.flatMap(([one = '', other = '']) => {
    const index = Math.max(words.indexOf(one), words.indexOf(other))
    return index === -1 ? [] : [keyOf(words.with(index, words[index] === one ? other : one))]
  })
}

/** The first part of `Rice, white, cooked` with each of the others. */
function partsOf(name: string): string[] {
  const [food = '', ...attributes] = name.split(', ')
  return attributes.length < 2 ? [] : attributes.map(attribute => `${food} ${attribute}`)
}

/** With accents, which tell words apart: pâtes are pasta, pâté is not. */
export const lettersOf = (name: string): string[] => name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const hasAccents = /[^\p{ASCII}]/u

const baseKeyOf = (name: string) => keyOf(tokenize(name).map(baseForm))

interface Form {
  keyOf: (words: string, language: string) => string
  /** Those of a listed name, if it has others. */
  keysOfName?: (name: string) => string[]
}

const stemKeyOf = (words: string[], language: string) => keyOf(words.map(word => stemOf(word, language)))

/** As it is listed, a name says most. Where a food is listed under the same words in another order, it is another food. */
const exactForms: [Form, ...Form[]] = [
  { keyOf: words => lettersOf(words).join(' ') },
  { keyOf: words => tokenize(words).join(' ') },
  { keyOf: words => tokenize(words).map(baseForm).join(' ') },
]
const looseForms: Form[] = [
  { keyOf: words => keyOf(tokenize(words)) },
  { keyOf: baseKeyOf },
  { keyOf: baseKeyOf, keysOfName: name => withOtherState(baseKeyOf(name)) },
  {
    keyOf: baseKeyOf,
    keysOfName: name =>
      partsOf(name)
        .map(baseKeyOf)
        .flatMap(key => [key, ...withOtherState(key)]),
  },
]
const inflectedWithAccents: Form = {
  keyOf: (words, language) => stemKeyOf(lettersOf(words), language),
}
const inflected: Form = { keyOf: (words, language) => stemKeyOf(tokenize(words), language) }

/** A name means the food that is eaten more. */
const byPopularity = everydayFoods.toSorted((one, other) => other.popularity - one.popularity)

/** By language, then by the form of the name. */
const indexes = new Map(
  everydayLanguages.map(language => [
    language as string,
    new Map(
      [...exactForms, ...looseForms, inflectedWithAccents, inflected].map(
        form => [form, indexOf(form, language)] as const,
      ),
    ),
  ]),
)

function indexOf(form: Form, language: EverydayLanguage): Map<string, EverydayFood> {
  const foods = new Map<string, EverydayFood>()
  for (const food of byPopularity)
    for (const name of food.names[language])
      for (const key of form.keysOfName?.(name) ?? [form.keyOf(name, language)])
        if (!foods.has(key)) foods.set(key, food)
  return foods
}

function find(words: string, forms: Form[], languages: readonly string[]): EverydayFood | null {
  for (const form of forms)
    for (const language of languages) {
      const found = indexes.get(language)?.get(form)?.get(form.keyOf(words, language))
      if (found !== undefined) return found
    }
  return null
}

/** Queries and their rewritten words repeat. */
const maxKnownNames = 30_000

const namedByKey = memoize((key: string): EverydayFood | null => {
  const separator = key.indexOf(' ')
  return findNamed(key.slice(separator + 1), key.slice(0, separator))
}, maxKnownNames)

/** In one language, with English behind it; without one, in whichever has the name, English first. */
export const everydayFoodNamed = (words: string, language: string | null = null): EverydayFood | null =>
  namedByKey(`${language ?? ''} ${words}`)

function findNamed(words: string, language: string): EverydayFood | null {
  const anywhere = () => find(words, [...exactForms, ...looseForms], everydayLanguages)
  if (!indexes.has(language)) return anywhere()
  const [asListed, ...others] = exactForms
  return (
    find(words, [asListed, ...(hasAccents.test(words) ? [inflectedWithAccents] : [])], [language]) ??
    find(words, [...others, ...looseForms, inflectedWithAccents, inflected], [language]) ??
    find(words, [...exactForms, ...looseForms], ['en']) ??
    find(words, exactForms, everydayLanguages)
  )
}

/** How names of several words are compared with those in a sentence: `,` stands for a comma. */
export const sentenceKeyOf = (words: readonly string[], language: string): string =>
  // Elsewhere, a plural is rather an amount: slices of toast.
  (language === 'pl' ? words.map(word => stemOf(word, language)) : words).join(' ')

const segmentsOf = (name: string) => name.split(/,(?!\d)/).map(tokenize)

/** By language, the listed names of several words. */
export const namesInSentences: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  everydayLanguages.map(language => {
    const names = everydayFoods.flatMap(food => food.names[language]).filter(name => /[\s,]/.test(name))
    const keys = names.map(name =>
      segmentsOf(name).flatMap((words, index) => (index === 0 ? words : [',', ...words])),
    )
    return [language, new Set(keys.map(words => sentenceKeyOf(words, language)))]
  }),
)

/** By language and word, in how many listed names the word is, with and without its accents. */
export const wordsOfEverydayNames: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  everydayLanguages.map(language => {
    const counts = new Map<string, number>()
    for (const { names } of everydayFoods)
      for (const name of names[language])
        for (const word of new Set([...lettersOf(name), ...tokenize(name)]))
          counts.set(word, (counts.get(word) ?? 0) + 1)
    return [language, counts]
  }),
)

/** The name key of one everyday food, which no other food has. */
export const everydayKeyOf = ({ id }: EverydayFood): string => `@${id}`
