// What 100 g of a kind of food can contain, by the words of its name or its category.
import { categoryWithDescendants } from '../../food/categories.ts'
import { isLaboratoryData } from '../../food/sources.ts'
import { baseForm } from '../../language/inflection.ts'
import { memoize } from '../../language/memoize.ts'
import { readYaml } from '../../language/read-yaml.ts'
import { tokenize } from '../../language/tokenize.ts'
import { linkingWords } from '../../language/word-lists.ts'
import type { CandidateFood } from '../candidate-food.ts'
import { type CheckedField, noFields } from './rule.ts'
import { macrosWeight } from './weight.ts'

type Range = [min: number | null, max: number | null]

const rangedNutrients = ['calories_kcal', 'protein_g', 'fat_g'] as const

interface Row extends Partial<Record<(typeof rangedNutrients)[number] | 'macros_g', Range>> {
  kind: string
  names: string[]
  categories?: string[]
  unless: string[]
}

interface Phrase {
  /** In base form. Of a compound, the end of its word. */
  words: string[]
  isCompoundEnd: boolean
  /** Of a name without other words. */
  isWhole: boolean
}

interface Kind {
  row: Row
  exceptions: Phrase[]
}

interface NamedKind {
  phrase: Phrase
  kind: Kind
}

// The last word of such a name may be a flavour.
const listing = /[,&+/]/

const { groups, kinds: rows } = readYaml(new URL('./kind-ranges.yaml', import.meta.url)) as {
  groups: Record<string, string[]>
  kinds: Row[]
}

const baseFormOf = memoize(baseForm)
const wordsOf = (text: string) => tokenize(text).map(baseFormOf)
const phraseOf = (text: string): Phrase => ({
  words: wordsOf(text),
  isCompoundEnd: text.includes('*'),
  isWhole: text.startsWith('^') && text.endsWith('$'),
})

/** By the first word of a phrase at the beginning of a name, or anywhere, and by the last word of one at its end. */
const atBeginning = new Map<string, NamedKind[]>()
const anywhere = new Map<string, NamedKind[]>()
const atEnd = new Map<string, NamedKind[]>()
const compoundsAtEnd: NamedKind[] = []
const byCategory = new Map<string, Kind>()

for (const row of rows) {
  const kind = { row, exceptions: exceptionsOf(row) }
  for (const name of row.names) addName(name, kind)
  for (const category of (row.categories ?? []).flatMap(categoryWithDescendants))
    byCategory.set(category, kind)
}

/** Rice is a word of other foods, but not among the names of rice. */
function exceptionsOf({ names, unless }: Row): Phrase[] {
  const own = new Set(names.flatMap(wordsOf))
  return [...unless, 'flavored']
    .flatMap(word => groups[word] ?? [word])
    .map(phraseOf)
    .filter(({ words }) => !words.every(word => own.has(word)))
}

function addName(name: string, kind: Kind): void {
  const named = { phrase: phraseOf(name), kind }
  const { words, isCompoundEnd } = named.phrase
  if (isCompoundEnd) compoundsAtEnd.push(named)
  else if (name.startsWith('^')) add(atBeginning, words[0], named)
  else if (name.endsWith('$')) add(atEnd, words.at(-1), named)
  else add(anywhere, words[0], named)
}

function add(index: Map<string, NamedKind[]>, word: string | undefined, named: NamedKind): void {
  if (word !== undefined) index.set(word, [...(index.get(word) ?? []), named])
}

/** The value that a food of this kind cannot have. Laboratories measure what is there. */
export function valuesUnlikeKind(candidate: CandidateFood): readonly CheckedField[] {
  if (isLaboratoryData(candidate) || candidate.calories_kcal === null) return noFields
  const tokens = tokenize(candidate.name)
  if (!byCategory.has(candidate.category ?? '') && !mayNameKind(tokens)) return noFields
  const words = tokens.map(baseFormOf)
  const kind = kindByName(candidate.name, words) ?? byCategory.get(candidate.category ?? '')
  if (!kind) return noFields
  const field = fieldOutside(candidate, kind.row)
  if (field === null || kind.exceptions.some(phrase => contains(words, phrase))) return noFields
  return [field]
}

/** Most names begin and end with other words, and this spares the base forms of the rest. */
function mayNameKind(tokens: readonly string[]): boolean {
  const last = baseFormOf(tokens.at(-1) ?? '')
  return (
    atBeginning.has(baseFormOf(tokens[0] ?? '')) ||
    atEnd.has(last) ||
    compoundsAtEnd.some(({ phrase }) => last.endsWith(phrase.words.at(-1) ?? '')) ||
    tokens.some(token => anywhere.has(token))
  )
}

function kindByName(name: string, words: readonly string[]): Kind | undefined {
  const first = atBeginning
    .get(words[0] ?? '')
    ?.find(
      ({ phrase }) => startsAt(words, 0, phrase) && !(phrase.isWhole && words.length > phrase.words.length),
    )
  if (first) return first.kind
  const last = endingKind(words)
  if (last && !listing.test(name) && !words.some(word => linkingWords.has(word))) return last
  for (const [position, word] of words.entries()) {
    const found = anywhere.get(word)?.find(({ phrase }) => startsAt(words, position, phrase))
    if (found) return found.kind
  }
  return undefined
}

function endingKind(words: readonly string[]): Kind | undefined {
  const last = words.at(-1) ?? ''
  const named =
    atEnd.get(last)?.find(({ phrase }) => startsAt(words, words.length - phrase.words.length, phrase)) ??
    compoundsAtEnd.find(({ phrase }) => startsAt(words, words.length - phrase.words.length, phrase))
  return named?.kind
}

const startsAt = (words: readonly string[], position: number, phrase: Phrase): boolean =>
  phrase.words.every((word, offset) => {
    const found = words[position + offset]
    return found === word || (phrase.isCompoundEnd && found?.endsWith(word) === true)
  })

const contains = (words: readonly string[], phrase: Phrase) =>
  words.some((_, position) => startsAt(words, position, phrase))

function fieldOutside(candidate: CandidateFood, row: Row): CheckedField | null {
  for (const nutrient of rangedNutrients) if (isOutside(candidate[nutrient], row[nutrient])) return nutrient
  const weight = macrosWeight(candidate) + (candidate.fiber_g ?? 0) + (candidate.polyols_g ?? 0)
  return isOutside(weight, row.macros_g) ? 'calories_kcal' : null
}

function isOutside(value: number | null, range: Range | undefined): boolean {
  if (value === null || range === undefined) return false
  const [min, max] = range
  return value < (min ?? 0) || value > (max ?? Infinity)
}
