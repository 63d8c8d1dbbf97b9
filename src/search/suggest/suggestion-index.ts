// What may be suggested while somebody types, found by the beginnings of its words: "breast" finds "Chicken breast".
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SourceId } from '../../food/sources.ts'
import { tokenize } from '../../language/tokenize.ts'

/** A name that may be suggested. A food with several has an entry for each. */
export interface SuggestionEntry {
  /** The name of which people type the start. */
  name: string
  /** The food's own name if `name` is another name for it. */
  aliasOf?: string | undefined
  /** Null if it is not one food. */
  food: { id: number; source: SourceId } | null
  /** The language in which people call a food this; null for names of products and brands. */
  language: string | null
  /** How often people mean it, in the unit of the popularity of foods. */
  weight: number
}

export interface SuggestionIndex {
  /** The best entries with words that start with these, at most one for a food or a name. */
  find(words: string[], language: string, limit: number): SuggestionEntry[]
}

/** The words of the name with a space between them. */
type Keyed = SuggestionEntry & { key: string }

const bucketLength = 3
/** Entries with one or two letters in common are too many to compare, so only the most frequent ones are. */
const maxEntriesPerShortPrefix = 400
/** Few enough that a node serves requests in between. */
const entriesPerTurn = 250

export async function createSuggestionIndex(entries: readonly SuggestionEntry[]): Promise<SuggestionIndex> {
  const byWeight = entries.toSorted((one, other) => other.weight - one.weight)
  const buckets = new Map<string, Keyed[]>()
  for (const [number, entry] of byWeight.entries()) {
    const words = tokenize(entry.name)
    const keyed = { ...entry, key: words.join(' ') }
    for (const prefix of new Set(words.flatMap(prefixesOf))) {
      const bucket = buckets.get(prefix)
      if (bucket === undefined) buckets.set(prefix, [keyed])
      else if (prefix.length === bucketLength || bucket.length < maxEntriesPerShortPrefix) bucket.push(keyed)
    }
    if (number % entriesPerTurn === entriesPerTurn - 1) await nextTurn()
  }
  return {
    find(words, language, limit) {
      const longest = words.reduce((one, other) => (other.length > one.length ? other : one), '')
      const found = new Map<number | string, Scored>()
      for (const entry of buckets.get(longest.slice(0, bucketLength)) ?? []) {
        const score = scoreOf(entry, words, language)
        if (score === 0) continue
        const id = entry.food?.id ?? entry.key
        const other = found.get(id)
        // If another name of the food is as good, the first in its list stays.
        if (other === undefined || isBetter({ entry, score }, other)) found.set(id, { entry, score })
      }
      const names = new Set<string>()
      const ordered: SuggestionEntry[] = []
      for (const { entry } of [...found.values()].sort(compare)) {
        if (ordered.length === limit) break
        // A product and its brand may have the same name.
        const name = tokenize(entry.aliasOf ?? entry.name).join(' ')
        if (!names.has(name)) ordered.push(entry)
        names.add(name)
      }
      return ordered
    },
  }
}

const prefixesOf = (word: string) =>
  Array.from({ length: Math.min(bucketLength, word.length) }, (_, index) => word.slice(0, index + 1))

// A name in another language counts like an English one of a food that is eaten a step less often (data/everyday-foods).
const otherLanguageFactor = 0.05
const innerWordsFactor = 0.04
const scatteredWordsFactor = 0.01
/** A name that is typed completely is meant, unless another one is far more frequent. */
const completeFactor = 10
const completeInOtherLanguageFactor = 3

/** 0 if a word is missing. */
function scoreOf({ key, language: named, weight }: Keyed, words: string[], language: string): number {
  const typed = words.join(' ')
  const isOther = named !== null && named !== language
  // One more, so that a food that nobody has looked up yet is found too.
  const score = (weight + 1) * (isOther ? otherLanguageFactor : 1)
  if (key === typed) return score * (isOther ? completeInOtherLanguageFactor : completeFactor)
  if (key.startsWith(typed)) return score
  const separated = ` ${key}`
  if (separated.includes(` ${typed}`)) return score * innerWordsFactor
  return words.every(word => separated.includes(` ${word}`)) ? score * scatteredWordsFactor : 0
}

interface Scored {
  entry: Keyed
  score: number
}

/** Shorter texts first among equals: "Chicken breast" before "Chicken breast, roasted". */
const byScoreAndLength = (one: Scored, other: Scored): number =>
  other.score - one.score || one.entry.key.length - other.entry.key.length

const isBetter = (one: Scored, other: Scored): boolean => byScoreAndLength(one, other) < 0

const compare = (one: Scored, other: Scored): number =>
  byScoreAndLength(one, other) || (one.entry.key < other.entry.key ? -1 : 1)
