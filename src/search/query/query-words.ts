// The word lists of data/, one file per language, merged. data/README.md describes the keys.
import { readdirSync } from 'node:fs'
import { lettersOf, wordsOfEverydayNames } from '../../food/everyday-names.ts'
import { memoize } from '../../language/memoize.ts'
import { readYaml } from '../../language/read-yaml.ts'
import { tokenize } from '../../language/tokenize.ts'
import { linkingWords } from '../../language/word-lists.ts'
import {
  type AttributeName,
  bounds,
  type Preference,
  relatedAttributes,
  relatedStates,
} from './attributes.ts'
import { createPhraseTrie, type PhraseEntry, type PhraseNode, type Role } from './phrases.ts'

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

type Meaning = 'value' | 'unit' | 'size'

function groupedEntries(file: LanguageFile): PhraseEntry[] {
  const entriesOf = (groups: Grouped, role: Role, meaning: Meaning): PhraseEntry[] =>
    Object.entries(groups).flatMap(([group, phrases]) => {
      const meant = group === 'other' ? {} : { [meaning]: meaning === 'value' ? Number(group) : group }
      return phrases.flatMap(phrase => expand(phrase, file)).map(text => ({ text, role, ...meant }))
    })
  return [
    ...entriesOf(file.numbers, 'number', 'value'),
    ...entriesOf(file.fractions, 'fraction', 'value'),
    ...entriesOf(file.quantifiers, 'quantifier', 'value'),
    ...entriesOf(file.units, 'unit', 'unit'),
    ...entriesOf(file.containers, 'container', 'unit'),
    ...(file.containers_without_of === true ? entriesOf(file.containers, 'containerWithoutOf', 'unit') : []),
    ...entriesOf(file.sizes, 'size', 'size'),
    ...entriesOf(file.leading_sizes, 'leadingSize', 'size'),
    ...entriesOf(file.leading_sizes, 'size', 'size'),
  ]
}

function listedEntries(file: LanguageFile): PhraseEntry[] {
  const lists: [Role, string[]][] = [
    ['indefinite', file.articles.indefinite],
    ['definite', file.articles.definite],
    ['trailingContainer', file.trailing_containers],
    ['countedName', file.counted_names],
    ['of', file.of],
    ['per', file.per],
    ['in', file.in],
    ['and', file.and],
    ['about', file.about],
    ['without', file.without],
    ['percent', file.percent],
    ['nutrient', file.nutrients.always],
    ['nutrientInQuestion', file.nutrients.in_questions],
    ['content', file.content],
    ['question', file.questions],
    ['request', file.requests],
    ['closing', file.closings],
    ['yesNo', file.yes_no],
    ['judgement', file.judgements],
    ['verb', file.verbs],
    ['zeroIsFatFree', file.zero_is_fat_free],
    ['zeroIsAlcoholFree', file.zero_is_alcohol_free],
    ['name', file.names],
  ]
  return lists.flatMap(([role, phrases]) =>
    phrases.flatMap(phrase => expand(phrase, file)).map(text => ({ text, role })),
  )
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

function attributeEntries(language: string, file: LanguageFile): PhraseEntry[] {
  return attributeNames.flatMap(name => {
    const preferenceOf = preferencesIn(language, name)
    return (file.attributes[name] ?? [])
      .flatMap(phrase => expand(phrase, file))
      .map(text => ({ text, role: 'attribute' as const, preference: preferenceOf(text) }))
  })
}

/** The lists of one language. */
interface WordLists {
  phrases: PhraseEntry[]
  stopWords: string[]
  preparations: string[]
}

const lists: ReadonlyMap<string, WordLists> = new Map(
  Array.from(languages, ([language, file]) => [
    language,
    {
      phrases: [...groupedEntries(file), ...listedEntries(file), ...attributeEntries(language, file)],
      stopWords: file.stop_words.flatMap(tokenize),
      preparations: file.preparations.flatMap(phrase => expand(phrase, file)).flatMap(tokenize),
    },
  ]),
)

const vocabularyOfLists = (
  merged: readonly WordLists[],
  moreStopWords: Iterable<string> = [],
): QueryVocabulary => ({
  phrases: createPhraseTrie(merged.flatMap(({ phrases }) => phrases)),
  stopWords: new Set([...moreStopWords, ...merged.flatMap(({ stopWords }) => stopWords)]),
  preparations: new Set(merged.flatMap(({ preparations }) => preparations)),
})

/** A word for a food is no English article or unit behind another language: thé is tea. */
function withoutFoodsOf(language: string, { phrases, stopWords, preparations }: WordLists): WordLists {
  const foods = wordsOfEverydayNames.get(language)
  const isNoFood = (word: string) => foods?.has(word) !== true
  return {
    phrases: phrases.filter(({ text }) => isNoFood(text)),
    stopWords: stopWords.filter(isNoFood),
    preparations: preparations.filter(isNoFood),
  }
}

const allLanguages = vocabularyOfLists([...lists.values()], linkingWords)

const vocabularyOf = memoize((language: string) => {
  const [own, english] = [lists.get(language), lists.get('en')]
  const behind = english === undefined || language === 'en' ? [] : [withoutFoodsOf(language, english)]
  return vocabularyOfLists([...(own === undefined ? [] : [own]), ...behind])
})

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
