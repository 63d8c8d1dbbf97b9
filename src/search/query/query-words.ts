// The word lists of data/, one file per language, merged. data/README.md describes the keys.
import { readdirSync } from 'node:fs'
import { lettersOf, wordsOfEverydayNames } from '../../food/everyday-names.ts'
import { memoize } from '../../language/memoize.ts'
import { readYaml } from '../../language/read-yaml.ts'
import { tokenize } from '../../language/tokenize.ts'
import { linkingWords } from '../../language/word-lists.ts'
import { type AttributeName, type Bound, bounds, relatedAttributes, relatedStates } from './attributes.ts'

export interface Preference extends Bound {
  /** For example low_fat, sugar_free, unsweetened, high_protein, low_carb, salt_free. */
  name: string
  /** Wordings of the attribute as tokens, each a list of words that all occur, the typed one first. */
  wordings: string[][]
}

/** Phrases by what they mean: a value, or a unit or size of @larder/portions; `other` has none. */
type Grouped = Record<string, string[]>

interface LanguageFile {
  endings?: string[]
  numbers: Grouped
  fractions: Grouped
  quantifiers: Grouped
  articles: { indefinite: string[]; definite: string[] }
  containers_without_of?: boolean
  units: Grouped
  containers: Grouped
  trailing_containers: string[]
  counted_names: string[]
  sizes: Grouped
  leading_sizes: Grouped
  of: string[]
  per: string[]
  in: string[]
  and: string[]
  about: string[]
  without: string[]
  percent: string[]
  nutrients: { always: string[]; in_questions: string[] }
  content: string[]
  questions: string[]
  requests: string[]
  closings: string[]
  yes_no: string[]
  judgements: string[]
  verbs: string[]
  attributes: Partial<Record<AttributeName, string[]>>
  wordings: Partial<Record<AttributeName, string[]>>
  zero_is_fat_free: string[]
  zero_is_alcohol_free: string[]
  stop_words: string[]
  preparations: string[]
  states: Record<string, string[]>
  names: string[]
  dishes?: string[]
}

/** What a phrase can be in a query; a phrase may have several roles. */
export const role = {
  number: 1 << 0,
  fraction: 1 << 1,
  quantifier: 1 << 2,
  indefinite: 1 << 3,
  definite: 1 << 4,
  unit: 1 << 5,
  container: 1 << 6,
  /** A container that is followed by its content without "of": Scheibe Brot, szklanka mleka. */
  containerWithoutOf: 1 << 7,
  trailingContainer: 1 << 8,
  size: 1 << 9,
  leadingSize: 1 << 10,
  of: 1 << 11,
  per: 1 << 12,
  in: 1 << 13,
  and: 1 << 14,
  about: 1 << 15,
  percent: 1 << 16,
  /** Calories, nutrition facts: asked for in every query that also names a food. */
  nutrient: 1 << 17,
  /** Protein, sugar: asked for in a question, otherwise often part of a name. */
  nutrientInQuestion: 1 << 18,
  content: 1 << 19,
  question: 1 << 20,
  request: 1 << 21,
  yesNo: 1 << 22,
  judgement: 1 << 23,
  verb: 1 << 24,
  attribute: 1 << 25,
  zeroIsFatFree: 1 << 26,
  zeroIsAlcoholFree: 1 << 27,
  name: 1 << 28,
  countedName: 1 << 29,
  closing: 1 << 30,
  without: 1 << 31,
} as const

/** A trie over the tokens of all phrases. */
export interface PhraseNode {
  next: Map<string, PhraseNode>
  /** Those of the phrase that ends here. */
  roles: number
  /** Those of all phrases that contain this node, for a quick check. */
  rolesBelow: number
  preference: Preference | null
  /** Of a number, fraction or quantifier. */
  value: number | null
  /** A unit of @larder/portions. */
  unit: string | null
  /** small, medium, large or extra large. */
  size: string | null
}

const createNode = (): PhraseNode => ({
  ...{ next: new Map(), roles: 0, rolesBelow: 0 },
  ...{ preference: null, value: null, unit: null, size: null },
})

/** What the words of a sentence mean, in one language or in all of them. */
export interface QueryVocabulary {
  phrases: PhraseNode
  /** Words that carry no meaning when words must be dropped. */
  stopWords: ReadonlySet<string>
  /** What is done with a food, which does not say what it is. */
  preparations: ReadonlySet<string>
}

const folder = new URL('./data/', import.meta.url)

const languages = new Map(
  readdirSync(folder)
    .filter(name => name.endsWith('.yaml'))
    // English first, because its wordings are those of most names.
    .sort((one, other) => Number(other === 'en.yaml') - Number(one === 'en.yaml') || one.localeCompare(other))
    .map(name => [name.replace('.yaml', ''), readYaml(new URL(name, folder)) as LanguageFile]),
)

/** `fettarm~` stands for the word with each ending of the language. */
function expand(phrase: string, { endings = [] }: LanguageFile): string[] {
  return phrase.includes('~') ? endings.map(ending => phrase.replace('~', ending)) : [phrase]
}

/** As tokens; a percentage stays one: `0% fat` is `0%` and `fat`. */
const keysOf = (phrase: string): string[] =>
  phrase.split(' ').flatMap(word => (word.endsWith('%') ? [word.replace(',', '.')] : tokenize(word)))

type AddPhrase = (phrase: string, added: number) => PhraseNode

function addPhraseTo(root: PhraseNode, phrase: string, added: number): PhraseNode {
  let node = root
  for (const key of keysOf(phrase)) {
    const next = node.next.get(key) ?? createNode()
    node.next.set(key, next)
    node = next
    node.rolesBelow |= added
  }
  node.roles |= added
  return node
}

/** Where several languages have a phrase, the first decides what it means. */
function addGroups(file: LanguageFile, addPhrase: AddPhrase): void {
  const add = (groups: Grouped, added: number, assign: (node: PhraseNode, meaning: string) => void) => {
    for (const [meaning, list] of Object.entries(groups))
      for (const form of list.flatMap(phrase => expand(phrase, file))) {
        const node = addPhrase(form, added)
        if (meaning !== 'other') assign(node, meaning)
      }
  }
  const setValue = (node: PhraseNode, value: string) => {
    node.value ??= Number(value)
  }
  const setUnit = (node: PhraseNode, unit: string) => {
    node.unit ??= unit
  }
  const setSize = (node: PhraseNode, size: string) => {
    node.size ??= size
  }
  const container = role.container | (file.containers_without_of === true ? role.containerWithoutOf : 0)
  add(file.numbers, role.number, setValue)
  add(file.fractions, role.fraction, setValue)
  add(file.quantifiers, role.quantifier, setValue)
  add(file.units, role.unit, setUnit)
  add(file.containers, container, setUnit)
  add(file.sizes, role.size, setSize)
  add(file.leading_sizes, role.leadingSize | role.size, setSize)
}

function addRoles(file: LanguageFile, addPhrase: AddPhrase): void {
  const lists: [string[], number][] = [
    [file.articles.indefinite, role.indefinite],
    [file.articles.definite, role.definite],
    [file.trailing_containers, role.trailingContainer],
    [file.counted_names, role.countedName],
    [file.of, role.of],
    [file.per, role.per],
    [file.in, role.in],
    [file.and, role.and],
    [file.about, role.about],
    [file.without, role.without],
    [file.percent, role.percent],
    [file.nutrients.always, role.nutrient],
    [file.nutrients.in_questions, role.nutrientInQuestion],
    [file.content, role.content],
    [file.questions, role.question],
    [file.requests, role.request],
    [file.closings, role.closing],
    [file.yes_no, role.yesNo],
    [file.judgements, role.judgement],
    [file.verbs, role.verb],
    [file.zero_is_fat_free, role.zeroIsFatFree],
    [file.zero_is_alcohol_free, role.zeroIsAlcoholFree],
    [file.names, role.name],
  ]
  for (const [list, added] of lists) {
    for (const phrase of list) for (const form of expand(phrase, file)) addPhrase(form, added)
  }
}

const attributeNames = Object.keys(bounds) as AttributeName[]

/** The wordings of an attribute in one language, those of related attributes last. */
function wordingsIn(file: LanguageFile | undefined, name: AttributeName): string[][] {
  if (file === undefined) return []
  const related = (relatedAttributes[name] ?? []).flatMap(attribute => file.attributes[attribute] ?? [])
  return [...(file.attributes[name] ?? []), ...(file.wordings[name] ?? []), ...related]
    .flatMap(phrase => expand(phrase, file))
    .map(tokenize)
}

/** Without those that hold all words of a shorter one, or equal an earlier one. */
function distinct(wordings: string[][]): string[][] {
  const isImplied = (words: string[], index: number) =>
    wordings.some(
      (other, otherIndex) =>
        (other.length < words.length || (other.length === words.length && otherIndex < index)) &&
        other.every(word => words.includes(word)),
    )
  return wordings.filter((words, index) => !isImplied(words, index))
}

/** Names in English are accepted for every language. */
function preferencesIn(language: string, name: AttributeName): (typed: string) => Preference {
  const wordings = distinct(
    [...new Set([language, 'en'])].flatMap(code => wordingsIn(languages.get(code), name)),
  )
  return phrase => {
    const typed = tokenize(phrase)
    const others = wordings.filter(words => words.join(' ') !== typed.join(' '))
    return { name, ...bounds[name], wordings: [typed, ...others] }
  }
}

function addAttributes(language: string, file: LanguageFile, addPhrase: AddPhrase): void {
  for (const name of attributeNames) {
    const createPreference = preferencesIn(language, name)
    for (const typed of (file.attributes[name] ?? []).flatMap(phrase => expand(phrase, file))) {
      const node = addPhrase(typed, role.attribute)
      node.preference ??= createPreference(typed)
    }
  }
}

function createVocabulary(codes: readonly string[]): QueryVocabulary {
  const phrases = createNode()
  const stopWords = new Set(codes.length === languages.size ? linkingWords : [])
  const preparations = new Set<string>()
  // A word for a food is no English article or unit behind another language: thé is tea.
  const foods = codes.length === languages.size ? undefined : wordsOfEverydayNames.get(codes[0] ?? '')
  for (const [index, code] of codes.entries()) {
    const file = languages.get(code)
    if (file === undefined) continue
    const isFood = (word: string) => index > 0 && foods?.has(word) === true
    const addPhrase: AddPhrase = (phrase, added) =>
      addPhraseTo(isFood(phrase) ? createNode() : phrases, phrase, added)
    addGroups(file, addPhrase)
    addRoles(file, addPhrase)
    addAttributes(code, file, addPhrase)
    for (const word of file.stop_words.flatMap(tokenize)) if (!isFood(word)) stopWords.add(word)
    const done = file.preparations.flatMap(phrase => expand(phrase, file)).flatMap(tokenize)
    for (const word of done) if (!isFood(word)) preparations.add(word)
  }
  return { phrases, stopWords, preparations }
}

const allLanguages = createVocabulary([...languages.keys()])

const vocabularyOf = memoize((language: string) => createVocabulary([...new Set([language, 'en'])]))

/** The words of one language, with English behind it; those of all languages where none is known. */
export const queryVocabulary = (language: string | null): QueryVocabulary =>
  language !== null && languages.has(language) ? vocabularyOf(language) : allLanguages

/** By language, the words with which amounts, questions and sentences are made, with and without their accents. */
export const wordsOfSentences: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Array.from(languages, ([code, file]) => {
    const { numbers, fractions, quantifiers, units, containers, sizes, articles } = file
    const grouped = [numbers, fractions, quantifiers, units, containers, sizes].flatMap(groups =>
      Object.values(groups).flat(),
    )
    const lists = [
      articles.indefinite,
      articles.definite,
      file.of,
      file.in,
      file.and,
      file.about,
      file.without,
    ]
    const more = [
      file.names,
      file.requests,
      file.closings,
      file.stop_words,
      Object.values(file.states).flat(),
      ...[file.questions, file.yes_no, file.verbs, file.nutrients.always],
    ]
    const words = [grouped, ...lists, ...more]
      .flat()
      .flatMap(phrase => expand(phrase, file))
      .flatMap(phrase => [...lettersOf(phrase), ...tokenize(phrase)])
    return [code, new Set(words)]
  }),
)

export const zeroPercentPreferences = {
  fatFree: preferencesIn('en', 'fat_free')('0%'),
  alcoholFree: preferencesIn('en', 'non_alcoholic')('0%'),
}

/** Words of every language that carry no meaning when words must be dropped. */
export const { stopWords } = allLanguages

/** Words of every language that say that something is missing. */
export const withoutWords: ReadonlySet<string> = new Set(
  [...languages.values()].flatMap(({ without }) => without).filter(phrase => !phrase.includes(' ')),
)

/** Words for a dish that end its name: what precedes them says what is in it. */
export const dishWords: ReadonlySet<string> = new Set(
  [...languages.values()].flatMap(({ dishes = [] }) => dishes.flatMap(tokenize)),
)

function statesOf(): Map<string, { group: string; also: string[] }> {
  const found = new Map<string, { group: string; also: string[] }>()
  const english = languages.get('en')?.states ?? {}
  for (const { states } of languages.values()) {
    const wordsOf = (group: string) => [...(states[group] ?? []), ...(english[group] ?? [])]
    for (const [group, words] of Object.entries(states)) {
      const also = [group, ...(relatedStates[group] ?? [])].flatMap(wordsOf).flatMap(tokenize)
      for (const word of words.flatMap(tokenize)) {
        const known = found.get(word)
        const all = new Set([...(known?.also ?? []), ...also])
        all.delete(word)
        found.set(word, { group: known?.group ?? group, also: [...all] })
      }
    }
  }
  return found
}

/** Raw, cooked, fried: words for the state of a food, and the words of equal and related states. */
export const states: ReadonlyMap<string, { group: string; also: string[] }> = statesOf()
