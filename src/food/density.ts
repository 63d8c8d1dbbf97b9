// The density of drinks and other liquids, by category or name.

import { baseForm } from '../language/inflection.ts'
import { memoize } from '../language/memoize.ts'
import { readYaml } from '../language/read-yaml.ts'
import { tokenize } from '../language/tokenize.ts'

interface Row {
  /** Missing where the density differs too much. */
  grams_per_ml?: number
  foods: string[]
}

const table = (readYaml(new URL('./densities.yaml', import.meta.url)) as Row[]).map(
  ({ grams_per_ml, foods }) => ({ density: grams_per_ml ?? null, foods: foods.map(wordsOf) }),
)

function wordsOf(text: string): string[] {
  return tokenize(text).map(baseForm)
}

/** Null if it differs too much between the foods of this kind, undefined if the words name no kind. */
function densityByWords(text: string): number | null | undefined {
  const words = new Set(wordsOf(text))
  return table.find(({ foods }) => foods.some(food => food.every(word => words.has(word))))?.density
}

const densityByCategory = memoize(category => densityByWords(category.replace(/^[a-z]{2}:/, '')))

/** In grams per millilitre; null if unknown. Categories are ordered from general to specific. */
export function densityOf(name: string, categories: readonly string[]): number | null {
  const byName = densityByWords(name)
  if (byName === null) return null
  for (const category of categories.toReversed()) {
    const density = densityByCategory(category)
    if (density !== undefined) return density
  }
  return byName ?? null
}
