// The word lists of usda-grammar.yaml, which describes them.
import { readYaml } from './read-yaml.ts'
import { stateWords } from './word-lists.ts'

interface Group {
  keeps_word?: boolean
  skips?: string[]
  needs_word?: string[]
  optional?: string[]
  never_optional?: string[]
  usual_states?: string[]
}

export interface Head {
  optional?: string[]
  never_bare?: boolean
  same_as?: Record<string, string[]>
  usual_states?: string[]
  rare_states?: string[]
  cuts_alone?: string[]
  aliases?: string[]
}

interface Grammar {
  groups: Record<string, Group>
  classes: Record<string, string[]>
  typical: Record<string, string[]>
  rewrites: Record<string, string>
  neutral: string[]
  states: string[]
  never_states: string[]
  cooking: string[]
  optional: string[]
  cuts: string[]
  proper_words: string[]
  heads: Record<string, Head>
}

export const grammar = readYaml(new URL('./usda-grammar.yaml', import.meta.url)) as Grammar
export const neutral = new RegExp(grammar.neutral.map(pattern => `(?:${pattern})`).join('|'))
export const rewrites = Object.entries(grammar.rewrites).map(
  ([from, to]) => [new RegExp(`^(?:${from})$`), to] as const,
)
export const optionalWords = new Set(grammar.optional)
export const cuts = new Set(grammar.cuts)
export const cooking = new Set(grammar.cooking)
// How a food is packed matters no more once it is cooked or changed otherwise.
export const packing = new Set(['frozen', 'canned', 'dry', 'instant'])
export const properWords = new Set(grammar.proper_words)
const neverStates = new Set(grammar.never_states)
export const isState = (word: string) =>
  (stateWords.has(word) || grammar.states.includes(word)) && !neverStates.has(word)
