// The keys under which a query finds an everyday food: a key of its own, and those of its names in any language. A key of a name
// belongs to one food. Where several foods have it, because no query needs some of their words (`raw rice`), it belongs to the food
// that has just these words as its name, so that `rice` is the cooked one; of several, to the one that is eaten most.
import { type EverydayFood, everydayFoods } from '../food/everyday-foods.ts'
import { everydayKeyOf } from '../food/everyday-names.ts'
import { queryKeysOf } from '../language/name-keys.ts'
import { tokenize } from '../language/tokenize.ts'

interface NameKey {
  key: string
  /** How many words of the name it does not have. */
  omitted: number
}

function nameKeyOf(name: string): NameKey {
  const words = tokenize(name)
  const key = queryKeysOf(words).plain
  return { key, omitted: new Set(words).size - key.split(' ').length }
}

function createKeys(): Map<string, string[]> {
  const owners = new Map<string, { id: string; omitted: number }>()
  for (const { id, names } of everydayFoods.toSorted((one, other) => other.popularity - one.popularity)) {
    for (const { key, omitted } of Object.values(names).flat().map(nameKeyOf)) {
      const owner = owners.get(key)
      if (owner === undefined || omitted < owner.omitted) owners.set(key, { id, omitted })
    }
  }
  const keys = new Map(everydayFoods.map(food => [food.id, [everydayKeyOf(food)]]))
  for (const [key, { id }] of owners) keys.get(id)?.push(key)
  return keys
}

const keys = createKeys()

export const everydayKeysOf = ({ id }: EverydayFood): string[] => keys.get(id) ?? []
