// What the word lists say about a single word.
import { baseForm } from './inflection.ts'
import { memoize } from './memoize.ts'
import {
  defaultStates,
  keptWith,
  linkingWords,
  modifiers,
  neutralWords,
  packageWords,
  stateWords,
  units,
  usualStates,
} from './word-lists.ts'

export type Role = 'content' | 'linking' | 'default' | 'neutral' | 'number' | 'state'

interface Word {
  base: string
  role: Role
  /** Whether it describes a food without saying what it is. */
  isModifier: boolean
  isUnit: boolean
  /** Words next to which this one has no special role. */
  keptWith: ReadonlySet<string> | null
  /** The states in which this food is usually sold. */
  usualStates: readonly string[] | null
}

// The names of a dump have more different words than the categories, for which the default is meant.
const maxWords = 50_000

export const wordOf = memoize((word): Word => {
  const base = baseForm(word)
  const neighbors = keptWith.get(word)
  return {
    base,
    role: roleByList(word),
    isModifier: modifiers.has(word),
    isUnit: units.has(word) || packageWords.has(word),
    keptWith: neighbors === undefined ? null : new Set(neighbors),
    usualStates: usualStates.get(base) ?? null,
  }
}, maxWords)

function roleByList(word: string): Role {
  if (linkingWords.has(word)) return 'linking'
  if (defaultStates.has(word)) return 'default'
  if (stateWords.has(word)) return 'state'
  if (neutralWords.has(word)) return 'neutral'
  // A zero says what the food is: Heineken 0.0% is another beer.
  return /^[1-9]\d{0,3}$/.test(word) ? 'number' : 'content'
}
