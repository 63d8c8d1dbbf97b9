// Which everyday food people mean by a name: "rice" is the cooked one, "raw rice" the one in the bag.
import { baseForm } from '../language/inflection.ts'
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

/** In any order, unless words link them: a hot dog in a bun is no hot dog bun. */
const keyOf = (words: string[]): string =>
  (words.some(word => linkingWords.has(word)) ? words : words.toSorted()).join(' ')

const wordsKeyOf = (name: string) => keyOf(tokenize(name))

const baseKeyOf = (name: string) => keyOf(tokenize(name).map(baseForm))

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

/** A name means the food that is eaten more, and what it means in English before other languages. */
const byPopularity = everydayFoods.toSorted((one, other) => other.popularity - one.popularity)
const allNames = everydayLanguages.flatMap(language =>
  byPopularity.flatMap(food => food.names[language].map(name => ({ food, name }))),
)

function foodsBy(keysOf: (name: string) => string[]): Map<string, EverydayFood> {
  const foods = new Map<string, EverydayFood>()
  for (const { food, name } of allNames)
    for (const key of keysOf(name)) if (!foods.has(key)) foods.set(key, food)
  return foods
}

// In other languages, the inflected form of a word may be the word for another food: pommes are chips, a pomme is an apple.
const byWords = foodsBy(name => [wordsKeyOf(name)])
const byBase = foodsBy(name => [baseKeyOf(name)])
const byOtherState = foodsBy(name => withOtherState(baseKeyOf(name)))
const byParts = foodsBy(name =>
  partsOf(name)
    .map(baseKeyOf)
    .flatMap(key => [key, ...withOtherState(key)]),
)

export function everydayFoodNamed(words: string): EverydayFood | null {
  const known = byWords.get(wordsKeyOf(words))
  if (known !== undefined) return known
  const key = baseKeyOf(words)
  return byBase.get(key) ?? byOtherState.get(key) ?? byParts.get(key) ?? null
}

/** The name key of one everyday food, which no other food has. */
export const everydayKeyOf = ({ id }: EverydayFood): string => `@${id}`
