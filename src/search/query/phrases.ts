// The phrases of the word lists, in a trie over their tokens, and what each can be in a query.
import { tokenize } from '../../language/tokenize.ts'
import type { Preference } from './attributes.ts'

/** What a phrase can be in a query; a phrase may have several roles. */
export type Role =
  | 'number'
  | 'fraction'
  | 'quantifier'
  | 'indefinite'
  | 'definite'
  | 'unit'
  | 'container'
  /** A container that is followed by its content without "of": Scheibe Brot, szklanka mleka. */
  | 'containerWithoutOf'
  | 'trailingContainer'
  | 'countedName'
  | 'size'
  | 'leadingSize'
  | 'of'
  | 'per'
  | 'in'
  | 'and'
  | 'about'
  | 'without'
  | 'percent'
  /** Calories, nutrition facts: asked for in every query that also names a food. */
  | 'nutrient'
  /** Protein, sugar: asked for in a question, otherwise often part of a name. */
  | 'nutrientInQuestion'
  | 'content'
  | 'question'
  | 'request'
  | 'closing'
  | 'yesNo'
  | 'judgement'
  | 'verb'
  | 'attribute'
  | 'zeroIsFatFree'
  | 'zeroIsAlcoholFree'
  | 'name'

export interface Phrase {
  readonly roles: ReadonlySet<Role>
  /** What an attribute asks for. */
  readonly preference: Preference | null
  /** The value of a number, fraction or quantifier. */
  readonly value: number | null
  /** A unit of @larder/portions. */
  readonly unit: string | null
  /** small, medium, large or extra large. */
  readonly size: string | null
}

export interface PhraseNode {
  /** By the token after those of this node. */
  readonly next: ReadonlyMap<string, PhraseNode>
  /** The phrase whose last token this is. */
  readonly phrase: Phrase
}

/** One role of a phrase, with what it means in this role. */
export interface PhraseEntry {
  text: string
  role: Role
  preference?: Preference
  value?: number
  unit?: string
  size?: string
}

export const noPhrase: Phrase = { roles: new Set(), preference: null, value: null, unit: null, size: null }

export function hasRole({ roles }: Phrase, wanted: readonly Role[]): boolean {
  for (const role of wanted) if (roles.has(role)) return true
  return false
}

/** Where entries disagree about the meaning of a phrase, the first decides. */
export function createPhraseTrie(entries: readonly PhraseEntry[]): PhraseNode {
  return nodeOf(
    entries.map(entry => ({ entry, tokens: phraseTokens(entry.text) })),
    0,
  )
}

/** A percentage stays one token: `0% fat` is `0%` and `fat`. */
const phraseTokens = (text: string): string[] =>
  text.split(' ').flatMap(word => (word.endsWith('%') ? [word.replace(',', '.')] : tokenize(word)))

interface TokenizedEntry {
  entry: PhraseEntry
  tokens: string[]
}

/** The node of all entries with the same first `depth` tokens. */
function nodeOf(entries: readonly TokenizedEntry[], depth: number): PhraseNode {
  const ending = entries.filter(({ tokens }) => tokens.length === depth).map(({ entry }) => entry)
  const longer = entries.filter(({ tokens }) => tokens.length > depth)
  const byToken = Map.groupBy(longer, ({ tokens }) => tokens[depth] ?? '')
  return {
    next: new Map(Array.from(byToken, ([token, group]) => [token, nodeOf(group, depth + 1)])),
    phrase: ending.length === 0 ? noPhrase : phraseOf(ending),
  }
}

function phraseOf(entries: readonly PhraseEntry[]): Phrase {
  return {
    roles: new Set(entries.map(({ role }) => role)),
    preference: entries.find(({ preference }) => preference !== undefined)?.preference ?? null,
    value: entries.find(({ value }) => value !== undefined)?.value ?? null,
    unit: entries.find(({ unit }) => unit !== undefined)?.unit ?? null,
    size: entries.find(({ size }) => size !== undefined)?.size ?? null,
  }
}
