// The word lists of data/, one file per language, merged. data/README.md describes the keys.
import { readdirSync } from 'node:fs'
import { readYaml } from './read-yaml.ts'

export const explanationKinds = [
  'alcohol',
  'acids_and_extracts',
  'sweeteners',
  'sugar_free',
  'fibers',
  'zero_values',
] as const
export type ExplanationKind = (typeof explanationKinds)[number]

export const foodTraits = [
  'sugary',
  'saturated_fat',
  'salty',
  'unsalted',
  'salted',
  'protein_rich',
  'fiber_rich',
  'fiber_poor',
  'soy_and_powders',
  'condiments',
  'dry',
  'moist',
  'beers',
  'soft_drinks',
  'not_ready_to_drink',
  'eaten_by_the_pinch',
  'nearly_saturated',
  'without_sugar',
] as const
export type FoodTrait = (typeof foodTraits)[number]

interface LanguageFile {
  inflections?: string[][]
  linking_words?: string[]
  default_states?: string[]
  neutral_words?: string[]
  modifiers?: string[]
  states?: string[]
  kept_with?: Record<string, string[]>
  usual_states?: Record<string, string[]>
  units?: string[]
  compounds?: Record<string, string[]>
  false_friends?: string[]
  explanations?: Partial<Record<ExplanationKind, string[]>>
  traits?: Partial<Record<FoodTrait, string[]>>
  placeholders?: Partial<Record<'any' | 'names' | 'values', string[]>>
  title_case?: Partial<Record<TitleCaseKind, string[]>>
  package_words?: string[]
  variant_words?: string[]
  non_food?: Partial<Record<NonFoodKind | 'food', string[]>>
}

type TitleCaseKind = 'lowercase' | 'units' | 'acronyms' | 'vowelless_words'

export const nonFoodKinds = ['petfood', 'beauty', 'product'] as const
export type NonFoodKind = (typeof nonFoodKinds)[number]

const folder = new URL('./data/', import.meta.url)

const files = readdirSync(folder)
  .filter(name => name.endsWith('.yaml'))
  .sort()
  .map(name => readYaml(new URL(name, folder)) as LanguageFile)

/** Each list holds the forms of one word. */
export const inflectionGroups: string[][] = files.flatMap(({ inflections = [] }) => inflections)

/** Of, with, the: words that only connect others. */
export const linkingWords: ReadonlySet<string> = new Set(
  files.flatMap(({ linking_words = [] }) => linking_words),
)

/** Raw, fresh: the state in which a food is meant unless another one is named. */
export const defaultStates: ReadonlySet<string> = new Set(
  files.flatMap(({ default_states = [] }) => default_states),
)

/** Organic, large: the food is the same without them. */
export const neutralWords: ReadonlySet<string> = new Set(
  files.flatMap(({ neutral_words = [] }) => neutral_words),
)

/** Dried, smoked: states that change the food. */
export const stateWords: ReadonlySet<string> = new Set(files.flatMap(({ states = [] }) => states))

/** By a word, how compounds that start with it are written: Schweineschnitzel for Schwein. */
export const compoundForms: ReadonlyMap<string, readonly string[]> = mergedByWord('compounds')

/** Words that mean another food in English than in the language of a name. */
export const falseFriends: ReadonlySet<string> = new Set(
  files.flatMap(({ false_friends = [] }) => false_friends),
)

export const units: ReadonlySet<string> = new Set(files.flatMap(({ units = [] }) => units))

/** Descriptive words that belong to the food next to one of the listed words: whole wheat, fromage frais. */
export const keptWith: ReadonlyMap<string, readonly string[]> = mergedByWord('kept_with')

/** The states in which a food is usually sold, by the base form of one of its words. */
export const usualStates: ReadonlyMap<string, readonly string[]> = mergedByWord('usual_states')

function mergedByWord(key: 'kept_with' | 'usual_states' | 'compounds'): Map<string, string[]> {
  const merged = new Map<string, string[]>()
  for (const file of files) {
    for (const [word, words] of Object.entries(file[key] ?? {}))
      merged.set(word, [...(merged.get(word) ?? []), ...words])
  }
  return merged
}

/** Every word that describes a food without saying what it is. */
export const modifiers: ReadonlySet<string> = new Set([
  ...linkingWords,
  ...defaultStates,
  ...neutralWords,
  ...files.flatMap(({ modifiers = [] }) => modifiers),
])

/** Regular expressions of every language; `*` matches the first part of a compound. */
export const explanationPatterns = (kind: ExplanationKind): string[] =>
  files.flatMap(({ explanations = {} }) => explanations[kind] ?? [])

/** Regular expressions of every language for words that say what kind of food it is. */
export const traitPatterns = (trait: FoodTrait): string[] =>
  files.flatMap(({ traits = {} }) => traits[trait] ?? [])

/** Texts that mean a missing value, in names or in other fields. */
export const placeholderTexts = (kind: 'names' | 'values'): ReadonlySet<string> =>
  new Set(
    files.flatMap(({ placeholders = {} }) => [...(placeholders.any ?? []), ...(placeholders[kind] ?? [])]),
  )

/** In capitals, like the names that are converted. */
export const titleCaseWords = (kind: TitleCaseKind): ReadonlySet<string> =>
  new Set(files.flatMap(({ title_case = {} }) => title_case[kind] ?? []).map(word => word.toUpperCase()))

/** Bottle, pack, jar: words next to the size of a package. */
export const packageWords: ReadonlySet<string> = new Set(
  files.flatMap(({ package_words = [] }) => package_words),
)

/** Zero, mini, gold: words that tell the products of a brand apart without saying what they are. */
export const variantWords: ReadonlySet<string> = new Set(
  files.flatMap(({ variant_words = [] }) => variant_words),
)

/** Names of products that are not food, and under `food` names of foods that contain one of them. */
export const nonFoodNames = (kind: NonFoodKind | 'food'): string[] =>
  files.flatMap(({ non_food = {} }) => non_food[kind] ?? [])
