// Fits a regression to examples and reduces it to the integers that are shipped.
import { categories } from '../../src/food/categories.ts'
import { biasFeature, categoryEnds, never } from '../../src/food/category-classifier.ts'
import type { CategoryModel } from '../../src/food/category-model.ts'
import { nameFeatures } from '../../src/food/name-features.ts'
import { knownValues, valueFeatures } from '../../src/food/value-features.ts'
import { type NamedCategory, weightsOf } from './category-examples.ts'
import { fitRegression, type Regression, type Settings } from './category-regression.ts'
import { valueRangesOf } from './value-ranges.ts'

/** A feature of a single name says more about that name than about others. */
const minExamples = 2
const weightsPerUnit = 20
const maxWeight = 127
/** The smallest ones are left out: they change hardly any answer and make up most of the file. */
const maxWeights = 500_000

/** Without thresholds: no category is certain enough. */
export function fitCategoryModel(examples: readonly NamedCategory[], settings: Settings): CategoryModel {
  const featuresOf = examples.map(({ name, values }) => [
    ...new Set([...nameFeatures(name), ...valueFeatures(knownValues(values))]),
  ])
  const index = new Map([[biasFeature, 0]])
  const counts = new Map<number, number>()
  for (const feature of featuresOf.flat()) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  for (const [feature, count] of counts) if (count >= minExamples) index.set(feature, index.size)
  const weights = weightsOf(examples)
  const regression = fitRegression(
    examples.map(({ category }, at) => ({
      features: Int32Array.from([0, ...(featuresOf[at] ?? []).flatMap(feature => index.get(feature) ?? [])]),
      category,
      weight: weights[at] ?? 0,
    })),
    index.size,
    categoryEnds,
    settings,
  )
  centerRows(regression)
  return { ...toIntegers(regression, index), ranges: valueRangesOf(examples) }
}

/** What a feature adds to all categories alike changes no probability; without it, most weights are nearly 0. */
function centerRows({ classes, weights }: Regression): void {
  for (let start = 0; start < weights.length; start += classes) {
    const row = weights.subarray(start, start + classes)
    const median = row.toSorted()[classes >> 1] ?? 0
    for (let at = 0; at < classes; at++) row[at] = (row[at] ?? 0) - median
  }
}

const toInteger = (weight: number) => Math.round(weight * weightsPerUnit)

function minKept(weights: Float32Array): number {
  const counts = new Map<number, number>()
  for (const weight of weights) {
    if (weight === 0) continue
    const size = Math.abs(toInteger(weight))
    counts.set(size, (counts.get(size) ?? 0) + 1)
  }
  let kept = 0
  let least = Infinity
  for (const size of [...counts.keys()].toSorted((one, other) => other - one)) {
    kept += counts.get(size) ?? 0
    if (kept > maxWeights || size === 0) break
    least = size
  }
  return least
}

function toIntegers(
  { classes, weights }: Regression,
  index: ReadonlyMap<number, number>,
): Omit<CategoryModel, 'ranges'> {
  const minWeight = minKept(weights)
  const features = new Map<number, number>()
  const starts = [0]
  const keptClasses: number[] = []
  const keptWeights: number[] = []
  for (const [feature, row] of index) {
    for (let at = 0; at < classes; at++) {
      const weight = toInteger(weights[row * classes + at] ?? 0)
      if (Math.abs(weight) < minWeight) continue
      keptClasses.push(at)
      keptWeights.push(Math.max(-maxWeight, Math.min(maxWeight, weight)))
    }
    if (keptClasses.length === starts.at(-1)) continue
    features.set(feature, starts.length - 1)
    starts.push(keptClasses.length)
  }
  return {
    weightsPerUnit,
    categories: categories.map(({ name }) => name),
    thresholds: categories.map(() => never),
    features,
    starts: Uint32Array.from(starts),
    classes: Uint16Array.from(keptClasses),
    weights: Int8Array.from(keptWeights),
  }
}
