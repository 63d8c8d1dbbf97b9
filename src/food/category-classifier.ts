// Finds the category that the name and the values of a food imply (rule canonical-categories): a linear model over their features,
// fitted by `npm run bench -- fit-categories`, and the ranges that the values of most foods of each category have. All arithmetic is on integers, so that every machine gives the same answer.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { categories, categoryTrail } from './categories.ts'
import { type CategoryModel, readModel, type ValueRanges } from './category-model.ts'
import { nameFeatures } from './name-features.ts'
import {
  type ComparedValues,
  comparedValues,
  knownValues,
  unknownValues,
  valueFeatures,
} from './value-features.ts'

/** A category on the way from the top of the tree down, with its share of the probability of all. */
export interface LikelyCategory {
  category: number
  /** In thousandths. */
  certainty: number
  /** Whether the values are those of such foods. */
  fits: boolean
}

/** `among` are the categories of which a source says that the food has one, whatever its values are. */
type Classify = (name: string, values?: ComparedValues, among?: readonly string[] | null) => string | null

export interface CategoryClassifier {
  /** The most likely category of each level; empty if the model knows no word of the name. */
  likely(name: string, values?: ComparedValues, among?: readonly string[] | null): LikelyCategory[]
  classify: Classify
}

/** The first category after those below each one: the categories below one follow it. */
export const categoryEnds = Int32Array.from(categories, ({ name }, index) => {
  const next = categories.findIndex((other, at) => at > index && !categoryTrail(other.name).includes(name))
  return next < 0 ? categories.length : next
})

const indexByName = new Map(categories.map(({ name }, index) => [name, index]))

// Of the most likely category; less likely ones count less, down to none at all.
const maxMass = 2 ** 20

export function createCategoryClassifier(model: CategoryModel): CategoryClassifier {
  const { weightsPerUnit, features, starts, weights } = model
  // A category that has been renamed since the model was fitted is never found.
  const categoryOf = Int32Array.from(model.categories, name => indexByName.get(name) ?? -1)
  const classes = Int32Array.from(model.classes, position => categoryOf[position] ?? -1)
  const thresholds = new Int32Array(categories.length).fill(never)
  const ranges: (ValueRanges | null)[] = categories.map(() => null)
  for (const [position, threshold] of model.thresholds.entries()) {
    const category = categoryOf[position] ?? -1
    if (category < 0) continue
    thresholds[category] = threshold
    ranges[category] = model.ranges[position] ?? null
  }
  const masses = Int32Array.from({ length: 16 * weightsPerUnit }, (_, distance) =>
    Math.round(maxMass * Math.exp(-distance / weightsPerUnit)),
  )
  const scores = new Int32Array(categories.length)
  /** Of all categories before each one. */
  const massBefore = new Int32Array(categories.length + 1)

  function addWeights(feature: number): boolean {
    const at = features.get(feature)
    if (at === undefined) return false
    const end = starts[at + 1] ?? 0
    for (let index = starts[at] ?? 0; index < end; index++) {
      const category = classes[index] ?? -1
      if (category >= 0) scores[category] = (scores[category] ?? 0) + (weights[index] ?? 0)
    }
    return true
  }

  addWeights(biasFeature)
  const scoresOfEveryName = scores.slice()

  function sumMasses(among: readonly string[] | null): void {
    if (among !== null) excludeOthers(scores, among)
    let highest = excluded
    for (const score of scores) if (score > highest) highest = score
    let sum = 0
    for (let category = 0; category < scores.length; category++) {
      massBefore[category] = sum
      const distance = highest - (scores[category] ?? 0)
      if (distance < masses.length) sum += masses[distance] ?? 0
    }
    massBefore[scores.length] = sum
  }

  const massOf = (category: number) =>
    (massBefore[categoryEnds[category] ?? 0] ?? 0) - (massBefore[category] ?? 0)

  function likely(
    name: string,
    stated: ComparedValues = unknownValues,
    among: readonly string[] | null = null,
  ): LikelyCategory[] {
    scores.set(scoresOfEveryName)
    let known = 0
    for (const feature of nameFeatures(name)) if (addWeights(feature)) known++
    if (known === 0) return []
    const values = knownValues(stated)
    for (const feature of valueFeatures(values)) addWeights(feature)
    sumMasses(among)
    const total = massBefore[scores.length] ?? 0
    const path: LikelyCategory[] = []
    let end = scores.length
    for (let from = 0; from < end; ) {
      let best = from
      for (let category = from; category < end; category = categoryEnds[category] ?? end) {
        if (massOf(category) > massOf(best)) best = category
      }
      path.push({
        category: best,
        certainty: Math.floor((massOf(best) * 1000) / total),
        fits: among !== null || isWithin(values, ranges[best] ?? null),
      })
      from = best + 1
      end = categoryEnds[best] ?? end
    }
    return path
  }

  /** Of the categories among which a food is, the more likely one is right often enough. */
  const isMajority = (name: string) =>
    2 * massOf(indexByName.get(name) ?? 0) > (massBefore[scores.length] ?? 0)

  return {
    likely,
    classify(name, values, among = null) {
      const path = likely(name, values, among)
      let found: number | null = null
      for (const { category, certainty, fits } of path) {
        if (certainty < (thresholds[category] ?? never)) break
        if (fits) found = category
      }
      if (found !== null) return categories[found]?.name ?? null
      return among === null || path.length === 0 ? null : (among.find(isMajority) ?? null)
    },
  }
}

function isWithin(values: ComparedValues, ranges: ValueRanges | null): boolean {
  if (ranges === null) return true
  return comparedValues.every((name, index) => {
    const value = values[name]
    const [low, high] = ranges[index] ?? [0, Number.POSITIVE_INFINITY]
    return value === null || (value >= low && value <= high)
  })
}

/** Above every certainty. */
export const never = 1001
/** A feature that every name has; a hash is hardly ever 0. */
export const biasFeature = 0

/** Below every score. */
const excluded = -(2 ** 30)

function excludeOthers(scores: Int32Array, among: readonly string[]): void {
  const kept = scores.slice()
  scores.fill(excluded)
  for (const name of among) {
    const index = indexByName.get(name)
    if (index === undefined) throw new Error(`${name} is no canonical category`)
    const end = categoryEnds[index] ?? index
    scores.set(kept.subarray(index, end), index)
  }
}

let shipped: CategoryClassifier | undefined

/** The category that a name implies, null if none is certain enough or if the values are not those of such foods. */
export const categoryOfName: Classify = (name, values, among) => {
  shipped ??= createCategoryClassifier(
    readModel(gunzipSync(readFileSync(new URL('./category-model.bin.gz', import.meta.url)))),
  )
  return shipped.classify(name, values, among)
}
