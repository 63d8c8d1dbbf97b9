// The keys under which a query finds the food that it names. `=banana` is a plain banana: the query "banana" names it. `~egg` is
// an egg in a state that must be asked for: "boiled egg" names it, "egg" does not.
import { baseForm } from './inflection.ts'
import { withoutTableNotes } from './table-name.ts'
import { tokenize } from './tokenize.ts'
import { usdaNameOf } from './usda-name.ts'
import { compoundForms, falseFriends } from './word-lists.ts'
import { type Role, wordOf } from './words.ts'

const maxKeys = 6
const maxWordsPerKey = 6
// A name with more words than this names a product, and no query repeats it.
const maxTokens = 16

export interface QueryKeys {
  plain: string
  inState: { key: string; states: string[] } | null
}

/** The keys that a query of these words asks for. */
export function queryKeysOf(words: string[]): QueryKeys {
  const { content, states } = sortWords(words)
  const stateBases = states.map(baseForm)
  return {
    plain: `=${uniqueSorted([...content, ...stateBases]).join(' ')}`,
    inState:
      states.length > 0 && content.length > 0 ? { key: `~${uniqueSorted(content).join(' ')}`, states } : null,
  }
}

interface SortedWords {
  /** Base forms. */
  content: string[]
  /** As written. */
  states: string[]
}

/** Without linking words and default states, unless there is nothing else. */
function sortWords(words: string[]): SortedWords {
  const content: string[] = []
  const states: string[] = []
  for (const word of words) {
    const { role, base } = roleOf(word, words)
    if (role === 'state') states.push(word)
    else if (role !== 'linking' && role !== 'default') content.push(base)
  }
  return content.length + states.length > 0 ? { content, states } : { content: words.map(baseForm), states }
}

function roleOf(word: string, words: string[]): { role: Role; base: string } {
  const { role, base, keptWith } = wordOf(word)
  return {
    role: keptWith?.size !== undefined && words.some(other => keptWith.has(other)) ? 'content' : role,
    base,
  }
}

/** The keys of a name as labels have it, such as "Organic Bananas", by its tokens; the most specific first. */
export function labelKeysOf(tokens: string[]): string[] {
  if (tokens.length > maxTokens) return []
  const whole: string[] = []
  const food: string[] = []
  const states: string[] = []
  let usual: readonly string[] | null = null
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] ?? ''
    const word = wordOf(token)
    const role = word.keptWith === null ? word.role : roleOf(token, tokens).role
    if (role === 'number') {
      const afterAmount = endOfAmount(tokens, index)
      if (afterAmount > 0) {
        index = afterAmount - 1
        continue
      }
    }
    if (role === 'linking' || role === 'default' || whole.includes(word.base)) continue
    whole.push(word.base)
    if (role === 'content') food.push(word.base)
    else if (role === 'state') states.push(token)
    if (food.length > maxWordsPerKey) return []
    if (word.usualStates !== null) usual = word.usualStates
  }
  const keys: string[] = []
  if (whole.length === 0) addKey(keys, '=', tokens.map(baseForm))
  else if (food.length === 0 || food.length === whole.length) addKey(keys, '=', whole)
  else if (states.length === 0) {
    addKey(keys, '=', whole)
    addKey(keys, '=', food)
  } else {
    const isUsual = usual !== null && states.every(state => usual?.includes(state))
    addKey(keys, '=', whole)
    addKey(keys, '=', [...food, ...states.map(baseForm)])
    addKey(keys, isUsual ? '=' : '~', food)
  }
  return keys
}

/** The index after an amount such as `6 x 330 ml` that starts here; 0 if the number is not followed by a unit. */
function endOfAmount(tokens: string[], start: number): number {
  let index = start
  while (index < tokens.length && wordOf(tokens[index] ?? '').role === 'number') index++
  const firstUnit = index
  while (index < tokens.length) {
    const { isUnit, role } = wordOf(tokens[index] ?? '')
    if (!isUnit && !(role === 'number' && index > firstUnit)) break
    index++
  }
  return index > firstUnit ? index : 0
}

/**
 * The keys of a name by USDA's rules, such as "Chicken, broilers or fryers, breast, meat only, raw", the most specific first;
 * then those of its names in other languages.
 */
export function laboratoryKeysOf(name: string, names: Record<string, string> = {}): string[] {
  const { plain, inState } = usdaNameOf(name)
  const keys: string[] = []
  for (const words of plain) addKey(keys, '=', basesOf(words))
  for (const words of inState) addKey(keys, '~', basesOf(words))
  keys.sort((one, other) => wordCount(other) - wordCount(one))
  const others = Object.entries(names).filter(([language]) => language !== 'en')
  return [...new Set([...keys, ...others.flatMap(([language, other]) => foreignKeysOf(language, other))])]
}

const maxWordsPerAlternative = 2

/** Only plain keys: the state in which a food is asked for must be in its name, which is in English. */
function foreignKeysOf(language: string, name: string): string[] {
  const [named = '', ...qualifiers] = withoutTableNotes(name).split(',')
  return alternativesOf(named)
    .map(each => tokenize([each, ...qualifiers].join(' ')))
    .flatMap(tokens => (language === 'de' ? [tokens, ...compoundsOf(tokens)] : [tokens]))
    .flatMap(labelKeysOf)
    .filter(key => key.startsWith('=') && !falseFriends.has(key.slice(1)))
}

/** "Dorsch/Kabeljau" has two names; "Saucisse au blé ou seitan" and "Kaffee-/Kakaolikör" have one. */
function alternativesOf(name: string): string[] {
  const parts = name.split(/ ?\/ ?| ou | oder | o /)
  const isName = (part: string) => tokenize(part).length <= maxWordsPerAlternative && !part.endsWith('-')
  return parts.every(isName) ? parts : [name]
}

/** The German table writes "Hafer Flocken" for Haferflocken. */
function compoundsOf([first = '', second, ...rest]: string[]): string[][] {
  if (second === undefined) return []
  return (compoundForms.get(first) ?? []).map(part => [part + second, ...rest])
}

function basesOf(words: string[]): string[] {
  const { content, states } = sortWords(words)
  return [...content, ...states.map(baseForm)]
}

const wordCount = (key: string) => key.split(' ').length

function addKey(keys: string[], sign: '=' | '~', bases: string[]): void {
  if (bases.length === 0 || keys.length === maxKeys) return
  const words = uniqueSorted(bases)
  if (words.length > maxWordsPerKey) return
  let key: string = sign
  for (let index = 0; index < words.length; index++) key += index === 0 ? words[index] : ` ${words[index]}`
  if (!keys.includes(key)) keys.push(key)
}

/** An insertion sort: for the few words of a name it takes a fraction of the time of a set and Array.sort. */
function uniqueSorted(bases: string[]): string[] {
  const sorted: string[] = []
  for (const base of bases) {
    let index = sorted.length
    while (index > 0 && (sorted[index - 1] ?? '') > base) index--
    if (index > 0 && sorted[index - 1] === base) continue
    if (index === sorted.length) sorted.push(base)
    else sorted.splice(index, 0, base)
  }
  return sorted
}
