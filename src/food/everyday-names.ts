// Which everyday food people mean by a name: "rice" is the cooked one, "raw rice" the one in the bag.
import { baseForm, stemOf } from '../language/inflection.ts'
import { memoize } from '../language/memoize.ts'
import { tokenize } from '../language/tokenize.ts'
import { linkingWords } from '../language/word-lists.ts'
import { type EverydayFood, everydayFoods, everydayLanguages } from './everyday-foods.ts'

/** In each language, people say one or the other of what was in hot water. */
const sameStates = [
  ['boiled', 'cooked'],
  ['gekocht', 'gegart'],
  ['bouilli', 'cuit'],
  ['hervido', 'cocido'],
].map(words => words.map(baseForm))

const wordsOfStates = new Set(sameStates.flat())

/** In any order, unless words link them: a hot dog in a bun is no hot dog bun. */
const keyOf = (words: string[]): string =>
  (words.length < 2 || words.some(word => linkingWords.has(word)) ? words : words.toSorted()).join(' ')

/** `cooked potato` as `boiled potato`. */
function withOtherState(words: string[]): string[] {
  if (!words.some(word => wordsOfStates.has(word))) return []
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

/** The words of a name as the forms of it compare them. Reading the words takes longer than comparing them. */
interface NameWords {
  letters: string[]
  tokens: string[]
  bases: string[]
}

function wordsOf(name: string, tokens = tokenize(name)): NameWords {
  return { letters: lettersOf(name), tokens, bases: tokens.map(baseForm) }
}

interface Form {
  keyOf: (words: NameWords, language: string) => string
  /** Those of a listed name, if it has others. */
  keysOfName?: (name: string, words: NameWords, language: string) => string[]
}

const baseKeyOf = ({ bases }: NameWords) => keyOf(bases)
const stemKeyOf = (words: string[], language: string) => keyOf(words.map(word => stemOf(word, language)))

/** As it is listed, a name says most. Where a food is listed under the same words in another order, it is another food. */
const exactForms: [Form, ...Form[]] = [
  { keyOf: ({ letters }) => letters.join(' ') },
  { keyOf: ({ tokens }) => tokens.join(' ') },
  { keyOf: ({ bases }) => bases.join(' ') },
]
const looseForms: Form[] = [
  { keyOf: ({ tokens }) => keyOf(tokens) },
  { keyOf: baseKeyOf },
  { keyOf: baseKeyOf, keysOfName: (_, { bases }) => withOtherState(bases) },
  {
    keyOf: baseKeyOf,
    keysOfName: name =>
      partsOf(name)
        .map(part => tokenize(part).map(baseForm))
        .flatMap(bases => [keyOf(bases), ...withOtherState(bases)]),
  },
]
const inflectedWithAccents: Form = {
  keyOf: ({ letters }, language) => stemKeyOf(letters, language),
  keysOfName: (name, { letters }, language) => (hasAccents.test(name) ? [stemKeyOf(letters, language)] : []),
}
const inflected: Form = { keyOf: ({ tokens }, language) => stemKeyOf(tokens, language) }

export interface ListedName {
  food: EverydayFood
  name: string
  words: NameWords
  /** The tokens between its commas. */
  segments: string[][]
}

/** A name means the food that is eaten more. */
const byPopularity = everydayFoods.toSorted((one, other) => other.popularity - one.popularity)

/** By language, the names of all everyday foods. */
export const listedNames: ReadonlyMap<string, ListedName[]> = new Map(
  everydayLanguages.map(language => [
    language as string,
    byPopularity.flatMap(food =>
      food.names[language].map((name): ListedName => {
        const segments = name.split(/,(?!\d)/).map(tokenize)
        return { food, name, words: wordsOf(name, segments.flat()), segments }
      }),
    ),
  ]),
)

/** By language, then by the form of the name. */
const indexes = new Map(
  Array.from(listedNames, ([language, names]) => [
    language,
    new Map(
      [...exactForms, ...looseForms, inflectedWithAccents, inflected].map(
        form => [form, indexOf(form, language, names)] as const,
      ),
    ),
  ]),
)

function indexOf(form: Form, language: string, names: ListedName[]): Map<string, EverydayFood> {
  const foods = new Map<string, EverydayFood>()
  for (const { food, name, words } of names)
    for (const key of form.keysOfName?.(name, words, language) ?? [form.keyOf(words, language)])
      if (!foods.has(key)) foods.set(key, food)
  return foods
}

function find(words: NameWords, forms: Form[], languages: readonly string[]): EverydayFood | null {
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

function findNamed(name: string, language: string): EverydayFood | null {
  const words = wordsOf(name)
  const anywhere = () => find(words, [...exactForms, ...looseForms], everydayLanguages)
  if (!indexes.has(language)) return anywhere()
  const [asListed, ...others] = exactForms
  return (
    find(words, [asListed, ...(hasAccents.test(name) ? [inflectedWithAccents] : [])], [language]) ??
    find(words, [...others, ...looseForms, inflectedWithAccents, inflected], [language]) ??
    find(words, [...exactForms, ...looseForms], ['en']) ??
    find(words, exactForms, everydayLanguages)
  )
}

/** How names of several words are compared with those in a sentence: `,` stands for a comma. */
export const sentenceKeyOf = (words: readonly string[], language: string): string =>
  // Elsewhere, a plural is rather an amount: slices of toast.
  (language === 'pl' ? words.map(word => stemOf(word, language)) : words).join(' ')

/** By language, the listed names of several words. */
export const namesInSentences: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Array.from(listedNames, ([language, names]) => {
    const several = names.filter(({ name }) => /[\s,]/.test(name))
    const keys = several.map(({ segments }) =>
      segments.flatMap((words, index) => (index === 0 ? words : [',', ...words])),
    )
    return [language, new Set(keys.map(words => sentenceKeyOf(words, language)))]
  }),
)

/** By language and word, in how many listed names the word is, with and without its accents. */
export const wordsOfEverydayNames: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  Array.from(listedNames, ([language, names]) => {
    const counts = new Map<string, number>()
    for (const { words } of names)
      for (const word of new Set([...words.letters, ...words.tokens]))
        counts.set(word, (counts.get(word) ?? 0) + 1)
    return [language, counts]
  }),
)

/** The name key of one everyday food, which no other food has. */
export const everydayKeyOf = ({ id }: EverydayFood): string => `@${id}`
