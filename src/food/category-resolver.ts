// Finds the canonical category of a record from its categories in the words of its source.

import { baseForm } from '../language/inflection.ts'
import { readYaml } from '../language/read-yaml.ts'
import { tokenize } from '../language/tokenize.ts'
import { type Category, categories, categoryTrail } from './categories.ts'

/** A category of the Open Food Facts taxonomy. */
export interface TaxonomyEntry {
  id: string
  parents: string[]
  /** By language code. */
  names: Record<string, string>
  synonyms: Record<string, string[]>
}

export type ResolveCategory = (categories: readonly string[]) => string | null

interface CanonicalCategory {
  name: string
  isTopLevel: boolean
  ancestors: ReadonlySet<string>
  /** Position in the list: of two categories that suit one tag, the first is preferred. */
  order: number
}

const mixedCategories = new Map(
  Object.entries(
    readYaml(new URL('./mixed-categories.yaml', import.meta.url)) as Record<string, string[]>,
  ).map(([words, names]) => [foldWords(words), names]),
)

const usdaNames = readYaml(new URL('./usda-categories.yaml', import.meta.url)) as Record<string, string[]>

const canonical = new Map(
  categories.map((category, order): [string, CanonicalCategory] => [
    category.name,
    { ...describe(category), order },
  ]),
)

const categoryByTag = new Map(
  categories.flatMap(({ name, tags }) => tags.map((tag): [string, CanonicalCategory] => [tag, get(name)])),
)

/** Later entries override earlier ones: our own names always mean themselves. */
const categoryByWords = new Map(
  [
    ...categories.flatMap(({ name, tags }) => tags.map(tag => [withoutLanguage(tag), name] as const)),
    ...Object.entries(usdaNames).flatMap(([name, usda]) => usda.map(words => [words, name] as const)),
    ...categories.map(({ name }) => [name, name] as const),
  ].map(([words, name]) => [foldWords(words), get(name)]),
)

function describe({ name, parent }: Category) {
  return { name, isTopLevel: parent === null, ancestors: new Set(categoryTrail(name).slice(0, -1)) }
}

function get(name: string): CanonicalCategory {
  const category = canonical.get(name)
  if (!category) throw new Error(`usda-categories.yaml names ${name}, which categories.yaml does not contain`)
  return category
}

/** Free-text categories are endless. */
const maxMemoizedTags = 200_000

/** Without a taxonomy it knows the canonical ids and names and USDA's names, but no ancestors and no other language. */
export function createCategoryResolver(taxonomy: readonly TaxonomyEntry[]): ResolveCategory {
  const parentsOf = new Map(taxonomy.map(({ id, parents }) => [id, parents]))
  // Only when it is needed: most categories are ids, and a small import should not wait for it.
  let idByWords: Map<string, string> | undefined
  const memoized = new Map<string, CanonicalCategory | null>()

  function categoryOf(written: string): CanonicalCategory | null {
    const known = memoized.get(written)
    if (known !== undefined) return known
    const found = categoryOfId(written.toLowerCase()) ?? categoryOfWords(withoutLanguage(written))
    if (memoized.size >= maxMemoizedTags) memoized.clear()
    memoized.set(written, found)
    return found
  }

  function categoryOfWords(words: string): CanonicalCategory | null {
    const folded = foldWords(words)
    const own = categoryByWords.get(folded)
    if (own) return own
    idByWords ??= indexWords(taxonomy)
    const id = idByWords.get(folded)
    return id === undefined ? null : categoryOfId(id)
  }

  /** The nearest canonical category of an id or its ancestors. */
  function categoryOfId(id: string): CanonicalCategory | null {
    const seen = new Set<string>()
    let topLevel: CanonicalCategory | null = null
    for (let level = [id]; level.length > 0; level = level.flatMap(each => parentsOf.get(each) ?? [])) {
      level = level.filter(each => !seen.has(each))
      for (const each of level) seen.add(each)
      const found = level.map(each => categoryByTag.get(each)).filter(category => category !== undefined)
      const [nearest] = found.sort(
        (one, other) => Number(one.isTopLevel) - Number(other.isTopLevel) || one.order - other.order,
      )
      if (nearest && !nearest.isTopLevel) return nearest
      topLevel ??= nearest ?? null
    }
    return topLevel
  }

  return written => {
    let best: CanonicalCategory | null = null
    // Sources list the most specific category last, but also mention general ones after specific ones.
    for (const each of written.toReversed()) {
      const category = categoryOf(each)
      if (category && (best === null || isMoreSpecific(category, best))) best = category
    }
    return best?.name ?? null
  }
}

/** The canonical categories among which the name decides; null if no category of the record mixes several. */
export function categoriesMixedIn(written: readonly string[]): readonly string[] | null {
  for (const each of written) {
    const mixed = mixedCategories.get(foldWords(withoutLanguage(each)))
    if (mixed) return mixed
  }
  return null
}

const isMoreSpecific = (category: CanonicalCategory, other: CanonicalCategory) =>
  category.ancestors.has(other.name) || (other.isTopLevel && !category.isTopLevel)

/** Names before synonyms and English before other languages, where one word means several categories. */
function indexWords(taxonomy: readonly TaxonomyEntry[]): Map<string, string> {
  const idByWords = new Map<string, string>()
  const add = (words: string, id: string) => {
    const folded = foldWords(words)
    if (folded !== '' && !idByWords.has(folded)) idByWords.set(folded, id)
  }
  const isEnglish = ([language]: [string, unknown]) => language === 'en'
  for (const ofLanguage of [isEnglish, (entry: [string, unknown]) => !isEnglish(entry)]) {
    for (const { id, names } of taxonomy) {
      for (const [, name] of Object.entries(names).filter(ofLanguage)) add(name, id)
    }
    for (const { id, synonyms } of taxonomy) {
      for (const [, words] of Object.entries(synonyms).filter(ofLanguage)) {
        for (const synonym of words) add(synonym, id)
      }
    }
  }
  return idByWords
}

function withoutLanguage(tag: string): string {
  return tag.replace(/^[a-z]{2}:/i, '')
}

/** The same for every spelling of a name: `Dairy & Eggs`, `dairy-and-egg`. */
function foldWords(text: string): string {
  return tokenize(text)
    .filter(token => token !== 'and')
    .map(baseForm)
    .join(' ')
}
