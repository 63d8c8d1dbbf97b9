// Synonyms from the category taxonomy: all names of a category, in any language, are also its names in English.

import type { TaxonomyEntry } from '../../food/category-resolver.ts'
import { readYaml } from '../../language/read-yaml.ts'
import { tokenize } from '../../language/tokenize.ts'
import type { SynonymName } from './parse-synonyms.ts'
import { isPhraseKey, synonymKey } from './synonym-key.ts'

interface TaxonomySynonym {
  phrase: string
  target: SynonymName
}

interface Name extends SynonymName {
  isEnglish: boolean
  /** The name of the category in its language, rather than a synonym. */
  isMain: boolean
}

interface Excluded {
  with_descendants: string[]
  categories: string[]
  /** By category: names that are another food. */
  names: Record<string, string[]>
  not_targets: string[]
  words: string[]
  grouping_words: string[]
}

const maxTargetWords = 5

// Other languages have a few dozen names each, often mere transliterations, many of which are words of a larger language.
const languages = new Set(
  `ar bg ca cs da de el en es et eu fa fi fr gl he hi hr hu id is it ja ko lt lv mk ms nb nl nn no pl pt ro ru sk sl sr sv th tr
   uk vi zh`.split(/\s+/),
)

// Shorter ones are words of other languages too often (not is nuts in Dutch); the shipped lists have those that matter.
const minLettersOfForeignWord = 4

const excluded = readYaml(new URL('./excluded-categories.yaml', import.meta.url)) as Excluded
const excludedCategories = new Set(excluded.categories)
const excludedNames = new Map(
  Object.entries(excluded.names).map(([id, names]) => [id, new Set(names.map(keyOf))]),
)
const excludedWords = new Set(excluded.words.map(keyOf))
const notTargets = new Set(excluded.not_targets.map(keyOf))
const groupingWords = new Set(excluded.grouping_words)

/** The best target of each phrase comes first. `knownNames` are the keys of English names of foods that the shipped lists contain. */
export function taxonomySynonyms(
  taxonomy: readonly TaxonomyEntry[],
  knownNames: ReadonlySet<string>,
): TaxonomySynonym[] {
  const notFood = descendantsOf(taxonomy, excluded.with_descendants)
  const categories = taxonomy
    .filter(({ id }) => !notFood.has(id) && !excludedCategories.has(id))
    .map(entry => namesOf(entry))
  const mainNames = new Set<string>()
  const englishNames = new Set(knownNames)
  for (const name of categories.flat()) {
    if (name.isMain) mainNames.add(name.isEnglish ? name.key : `foreign ${name.key}`)
    if (name.isEnglish) englishNames.add(name.key)
  }
  // A phrase that names a category before one that is a synonym of it, and the same for targets.
  const byCost: TaxonomySynonym[][] = [[], [], [], []]
  for (const names of categories) {
    const targets = names.filter(
      ({ isEnglish, key, words }) =>
        isEnglish && words.split(' ').length <= maxTargetWords && !notTargets.has(key),
    )
    const own = new Set(names.filter(({ isEnglish }) => isEnglish).map(({ key }) => key))
    for (const { key, isEnglish, isMain } of names) {
      const isUsed =
        isPhraseKey(key) &&
        !excludedWords.has(key) &&
        (isEnglish
          ? // A synonym that is the name of another category means that one.
            isMain || !mainNames.has(key)
          : // French raisin and German Paprika are other foods in English.
            !isShortWord(key) &&
            !own.has(key) &&
            !englishNames.has(key) &&
            (isMain || !mainNames.has(`foreign ${key}`)))
      if (!isUsed) continue
      for (const target of targets) {
        // Pretzels are not only mini pretzels; but cheddar is short for the category Cheddar cheeses.
        if (target.key === key || (isEnglish && !target.isMain && holdsAll(target.key, key))) continue
        byCost[(isMain ? 0 : 2) + (target.isMain ? 0 : 1)]?.push({ phrase: key, target })
      }
    }
  }
  return byCost.flat()
}

/** Without repetitions; none for a category without an English name. */
function namesOf({ id, names, synonyms }: TaxonomyEntry): Name[] {
  if (names['en'] === undefined && synonyms['en'] === undefined) return []
  const found = new Map<string, Name>()
  const skipped = excludedNames.get(id)
  const add = (language: string, text: string, isMain: boolean) => {
    if (!languages.has(language)) return
    const words = tokenize(text)
    const key = synonymKey(words)
    const isEnglish = language === 'en'
    const known = found.get(`${isEnglish} ${key}`)
    if (isEnglish && words.some(word => groupingWords.has(word))) return
    if (key !== '' && known === undefined && !skipped?.has(key))
      found.set(`${isEnglish} ${key}`, { key, words: words.join(' '), isEnglish, isMain })
  }
  for (const [language, name] of Object.entries(names)) add(language, name, true)
  for (const [language, texts] of Object.entries(synonyms)) {
    for (const text of texts) add(language, text, false)
  }
  const all = [...found.values()]
  return all.some(({ isEnglish }) => isEnglish) ? all : []
}

const isShortWord = (key: string) => key.length < minLettersOfForeignWord && /^[a-z0-9]*$/.test(key)

function holdsAll(key: string, part: string): boolean {
  const words = new Set(key.split(' '))
  return part.split(' ').every(word => words.has(word))
}

function descendantsOf(taxonomy: readonly TaxonomyEntry[], roots: readonly string[]): ReadonlySet<string> {
  const children = Map.groupBy(
    taxonomy.flatMap(({ id, parents }) => parents.map(parent => ({ id, parent }))),
    ({ parent }) => parent,
  )
  const found = new Set(roots)
  for (const id of found) for (const child of children.get(id) ?? []) found.add(child.id)
  return found
}

function keyOf(text: string): string {
  return synonymKey(tokenize(text))
}
