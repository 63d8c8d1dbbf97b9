// What a query says a food must be: raw or cooked, with or without something. A food that contradicts it is shown after all others.
import { baseForm } from '../../language/inflection.ts'
import { memoize } from '../../language/memoize.ts'
import { cookedStates } from '../query/attributes.ts'
import type { Reading } from '../query/parse.ts'
import { states, withoutWords } from '../query/query-words.ts'

export interface Constraints {
  preparation: 'raw' | 'cooked' | null
  skin: 'with' | 'without' | null
  excluded: ReadonlySet<string>
  /** The base forms of the query's words; empty if it also asks for less of something or none. */
  named: ReadonlySet<string>
}

/** Uncooked lentils and pasta are called dry. */
const rawStates = new Set(['raw', 'dried'])
const baseOf = memoize(baseForm)

/** Null if the query constrains nothing. */
export function constraintsOf(readings: Iterable<Reading>): Constraints | null {
  const all = [...readings]
  const names = new Set(all.flatMap(({ preferences }) => preferences.map(({ name }) => name)))
  const preparation = preparationOf(all.flatMap(({ words }) => words))
  const skin = names.has('skinless') ? 'without' : names.has('with_skin') ? 'with' : null
  const excluded = new Set(all.flatMap(reading => reading.excluded).map(baseOf))
  const isNegative = names.size > 0 || excluded.size > 0 || all.some(saysWithout)
  const named = new Set(isNegative ? [] : all.flatMap(({ words }) => words).map(baseOf))
  const isEmpty = preparation === null && skin === null && excluded.size === 0 && named.size === 0
  return isEmpty ? null : { preparation, skin, excluded, named }
}

const saysWithout = ({ words, removed }: Reading): boolean =>
  [...words, ...removed].some(word => word === 'free' || withoutWords.has(word) || freeCompound.test(word))

function preparationOf(words: readonly string[]): Constraints['preparation'] {
  let isRaw = false
  for (const word of words) {
    const group = states.get(word)?.group
    if (group === undefined) continue
    if (cookedStates.has(group)) return 'cooked'
    isRaw ||= rawStates.has(group)
  }
  return isRaw ? 'raw' : null
}

/** True if the name says so, false if it says the opposite. */
export function meetsConstraints(
  { preparation, skin, excluded, named }: Constraints,
  nameWords: readonly string[],
): boolean | undefined {
  const stated = preparation === null ? null : preparationOf(nameWords)
  const results = [
    stated === null ? undefined : stated === preparation,
    skin === null ? undefined : isSkin(skin, nameWords),
    excluded.size === 0 ? undefined : isWithout(excluded, nameWords),
    named.size > 0 && lacksNamed(named, nameWords) ? false : undefined,
  ]
  return results.includes(false) ? false : results.includes(true) ? true : undefined
}

const skinWords = new Set(
  'skin haut schale peau piel pelle buccia vel huid schil skory skorki skorka pele casca'.split(' '),
)
const withWords = new Set('with and mit und avec et con y e ze i met en com'.split(' '))

/** A name with skin, but neither with nor without it, is that of the skin alone. */
function isSkin(wanted: 'with' | 'without', words: readonly string[]): boolean | undefined {
  const at = words.findIndex(word => skinWords.has(word))
  if (at < 0) {
    const isMeatOnly =
      words.includes('skinless') ||
      words.includes('flesh') ||
      (words.includes('meat') && words.includes('only'))
    return isMeatOnly ? wanted === 'without' : undefined
  }
  if (isNegated(words, at)) return wanted === 'without'
  return wanted === 'with' && withWords.has(words[at - 1] ?? '')
}

function isWithout(excluded: ReadonlySet<string>, words: readonly string[]): boolean | undefined {
  let result: boolean | undefined
  for (const [index, word] of words.entries()) {
    if (!excluded.has(baseOf(word))) continue
    if (!isNegated(words, index)) return false
    result = true
  }
  return result
}

/** `eifrei`, `glutenfreies` */
const freeCompound = /^(.{2,})frei(?:e[mnrs]?)?$/

/** `free range`, `free from gluten`: these say nothing about the word before them. */
const wordsAfterFree = new Set('range run roaming roam raised from of'.split(' '))

/** Not `no`, which is `in the` in Portuguese. */
const isNameWithout = (word: string | undefined) =>
  word !== undefined && word !== 'no' && withoutWords.has(word)

/** Most names have no such word. */
const mayNegate = (word: string) => word === 'free' || isNameWithout(word) || freeCompound.test(word)

/** Whether the name has a word of the query only to say that the food is without it. */
function lacksNamed(named: ReadonlySet<string>, words: readonly string[]): boolean {
  if (!words.some(mayNegate)) return false
  const lacking = new Set<string>()
  const having = new Set<string>()
  for (const [index, word] of words.entries()) {
    const compound = freeCompound.exec(word)?.[1]
    if (compound !== undefined) lacking.add(baseOf(compound))
    const isFree = words[index + 1] === 'free' && !wordsAfterFree.has(words[index + 2] ?? '')
    const isLacking = isFree || isNameWithout(words[index - 1])
    ;(isLacking ? lacking : having).add(baseOf(word))
  }
  return [...lacking].some(word => named.has(word) && !having.has(word))
}

/** Without skin, skin removed, butter free. */
function isNegated(words: readonly string[], at: number): boolean {
  const [before, previous, next] = [words[at - 2] ?? '', words[at - 1] ?? '', words[at + 1] ?? '']
  return (
    withoutWords.has(previous) ||
    (withoutWords.has(before) && withWords.has(previous)) ||
    ['free', 'removed', 'off', 'not'].includes(next)
  )
}
