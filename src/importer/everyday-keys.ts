// The keys under which a query finds an everyday food. It is named by any of its names in any language, and by a part of a name if no
// other food is named so: "cooked rice" is `Rice, white, cooked`, the rice that is eaten most.
import { type EverydayFood, everydayFoods } from '../food/everyday-foods.ts'
import { baseForm } from '../language/inflection.ts'
import { queryKeysOf } from '../language/name-keys.ts'
import { tokenize } from '../language/tokenize.ts'
import { wordOf } from '../language/words.ts'

/** In each language, people say one or the other of what was in hot water. */
const sameStates = [
  ['boiled', 'cooked'],
  ['gekocht', 'gegart'],
  ['bouilli', 'cuit'],
  ['hervido', 'cocido'],
].map(words => words.map(baseForm))

const isInDefaultState = (name: string) => tokenize(name).some(word => wordOf(word).role === 'default')

const keyOf = (name: string) => queryKeysOf(tokenize(name)).plain

/** `=cooked potato` as `=boiled potato`. */
function withOtherState(key: string): string[] {
  const words = key.slice(1).split(' ')
  return sameStates.flatMap(([one = '', other = '']) => {
    const index = Math.max(words.indexOf(one), words.indexOf(other))
    if (index === -1) return []
    return [
      `=${words
        .with(index, words[index] === one ? other : one)
        .sort()
        .join(' ')}`,
    ]
  })
}

/** The first part of `Rice, white, cooked` with each of the others. */
function partsOf(name: string): string[] {
  const [food = '', ...attributes] = name.split(', ')
  return attributes.length < 2 ? [] : attributes.map(attribute => `${food} ${attribute}`)
}

const namesOf = ({ names }: EverydayFood) => Object.values(names).flat()

function createKeys(): Map<string, string[]> {
  const owners = new Map<string, EverydayFood>()
  const byPopularity = everydayFoods.toSorted((one, other) => other.popularity - one.popularity)
  const claim = (key: string, food: EverydayFood) => {
    if (!owners.has(key)) owners.set(key, food)
  }
  const exact = new Map(everydayFoods.map(food => [food, namesOf(food).map(keyOf)]))
  for (const food of byPopularity) for (const key of exact.get(food) ?? []) claim(key, food)
  for (const food of byPopularity)
    for (const key of (exact.get(food) ?? []).flatMap(withOtherState)) claim(key, food)
  for (const food of byPopularity) {
    const parts = namesOf(food).flatMap(partsOf).map(keyOf)
    for (const key of [...parts, ...parts.flatMap(withOtherState)]) claim(key, food)
  }
  const keys = new Map<string, string[]>()
  for (const [key, { id }] of owners) keys.set(id, [...(keys.get(id) ?? []), key])
  // Two foods may differ only by a word that no query needs, such as raw: each has the key, and the name decides.
  for (const food of everydayFoods) {
    const inDefaultState = namesOf(food).filter(isInDefaultState).map(keyOf)
    keys.set(food.id, [...new Set([...(keys.get(food.id) ?? []), ...inDefaultState])])
  }
  return keys
}

const keys = createKeys()

export const everydayKeysOf = ({ id }: EverydayFood): string[] => keys.get(id) ?? []
