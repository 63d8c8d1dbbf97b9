// How close the estimator `peers` comes to 5,000 foods whose values were hidden, by category.
//   npm run bench -- estimates --database-url URL [--foods 5000] [--fit]
// --fit also writes src/estimates/calibration.json, from other foods than those that are reported.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { atLeast, atMost, printMissed, printTable } from '../lab/report.ts'
import { root } from '../lab/servers/temporary-stores.ts'
import calibration from '../src/estimates/calibration.json' with { type: 'json' }
import {
  createFoodIndex,
  type EstimatedNutrient,
  estimatedNutrients,
  type FoodIndex,
} from '../src/estimates/comparable-foods.ts'
import { calibratedEstimate, peerQuantiles, relativeWidth } from '../src/estimates/estimate-from-peers.ts'
import { isPlausibleEstimate } from '../src/estimates/plausible-estimate.ts'
import { countKnownFoods, type KnownFood, readKnownFoods } from '../src/estimates/read-catalog.ts'
import { categoryTrail } from '../src/food/categories.ts'
import { catalogSource } from '../src/food/sources.ts'
import { withConnection } from '../src/platform/database/pool.ts'
import { fitCalibration } from './fitting/estimate-calibration.ts'

const { values: options } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    foods: { type: 'string', default: '5000' },
    fit: { type: 'boolean', default: false },
  },
})
const url = options['database-url']
if (url === undefined) throw new Error('--database-url URL of a loaded catalog is required')
const sampleSize = Number(options.foods)

const closeShare = 0.15
const targets = { close: 0.6, minCoverage: 0.75, maxCoverage: 0.85 }

const known = await withConnection(url, async client => {
  const foods: KnownFood[] = []
  for await (const batch of readKnownFoods(client, await countKnownFoods(client))) foods.push(...batch)
  return foods
})
const canBeHidden = ({ isComplete, category, source }: KnownFood) =>
  isComplete && category !== null && source === catalogSource
const shuffled = known.filter(canBeHidden).sort((one, other) => scattered(one.id) - scattered(other.id))
const hidden = new Set(shuffled.slice(0, sampleSize))
const fitted = shuffled.slice(sampleSize, 2 * sampleSize)

const heapBefore = process.memoryUsage().arrayBuffers
// The index does not contain any of the hidden foods; those of the fit are left out one by one.
const indexed = known.filter(food => !hidden.has(food))
const index = createFoodIndex(indexed.length)
for (const food of indexed) index.add(food, food.values)
index.build()
const megabytes = Math.round((process.memoryUsage().arrayBuffers - heapBefore) / 1e6)
console.log(
  `${known.length} foods with values, of which ${shuffled.length} could be hidden; the index of ${index.foods} takes ${megabytes} MB`,
)

if (options.fit) {
  const positions = new Map(indexed.map((food, position) => [food, position]))
  const examples = fitted.flatMap(food => {
    const own = positions.get(food)
    const found = peerQuantiles(index, food, position => position !== own)
    return found === null ? [] : [{ truth: food.values, ...found }]
  })
  Object.assign(calibration, fitCalibration(examples, closeShare))
  const file = join(root, 'src/estimates/calibration.json')
  writeFileSync(file, `${JSON.stringify(calibration, null, 2)}\n`)
  console.log(`fitted on ${examples.length} of ${fitted.length} other foods, written to ${file}`)
}

interface Outcome {
  food: KnownFood
  /** Null if the estimator abstains. */
  estimate: ReturnType<typeof calibratedEstimate>
  width: number
}

const started = performance.now()
const outcomes = [...hidden].map(food => outcomeOf(food))
const milliseconds = (performance.now() - started) / hidden.size
report('other foods of the same name and brand are known', outcomes)
report(
  'other foods of the same name and brand are hidden too',
  [...hidden].map(food => outcomeOf(food, position => !isNearDuplicate(food, indexed[position]))),
)
printThresholds()
printCategories()
console.log(`\n${milliseconds.toFixed(2)} ms for each food`)
printMissed()

function outcomeOf(food: KnownFood, isAllowed?: (position: number) => boolean): Outcome {
  const found = peerQuantiles(index satisfies FoodIndex, food, isAllowed)
  const estimate = found === null ? null : calibratedEstimate(found)
  const values = estimate && mapValues(nutrient => estimate.values[nutrient].value)
  const width = found === null ? Infinity : relativeWidth(found.quantiles.calories_kcal)
  return { food, estimate: values !== null && isPlausibleEstimate(food, values) ? estimate : null, width }
}

function report(title: string, all: Outcome[]): void {
  console.log(`\n## ${title}`)
  const made = all.filter(({ estimate }) => estimate !== null)
  const coverage = (nutrient: EstimatedNutrient) => {
    const value = shareOf(made, outcome => isCovered(outcome, nutrient))
    const of = `coverage of ${nutrient}`
    return value < targets.minCoverage
      ? atLeast(value, { of, target: targets.minCoverage, digits: 3 })
      : atMost(value, { of, target: targets.maxCoverage, digits: 3 })
  }
  const close = shareOf(made, outcome => isClose(outcome, 'calories_kcal'))
  printTable(
    ['nutrient', 'median absolute error', 'within 15 %', 'in the 80 % range'],
    estimatedNutrients.map(nutrient => [
      nutrient,
      medianError(made, nutrient).toFixed(2),
      nutrient === 'calories_kcal'
        ? atLeast(close, { of: `energy within 15 % (${title})`, target: targets.close, digits: 3 })
        : shareOf(made, outcome => isClose(outcome, nutrient)).toFixed(3),
      coverage(nutrient),
    ]),
  )
  console.log(`\nabstained: ${(1 - made.length / all.length).toFixed(3)} of ${all.length}`)
}

/** What stricter and looser thresholds of abstention would give. */
function printThresholds(): void {
  const found = [...hidden].map(food => {
    const peers = peerQuantiles(index, food)
    return { food, peers, width: peers === null ? Infinity : relativeWidth(peers.quantiles.calories_kcal) }
  })
  printTable(
    ['widest relative range', 'abstained', 'energy within 15 %'],
    [0.25, 0.5, 0.75, 1, 1.5, 2, Infinity].map(maxWidth => {
      const made = found.filter(({ peers, width }) => peers !== null && width <= maxWidth)
      const close = shareOf(made, ({ food, peers }) =>
        isCloseTo(peers?.quantiles.calories_kcal.median ?? 0, food.values.calories_kcal),
      )
      return [String(maxWidth), (1 - made.length / found.length).toFixed(3), close.toFixed(3)]
    }),
  )
}

function printCategories(): void {
  const byCategory = Map.groupBy(outcomes, ({ food }) => categoryTrail(food.category ?? '')[0] ?? '')
  const rows = [...byCategory].toSorted(([, one], [, other]) => other.length - one.length)
  printTable(
    [
      'category',
      'foods',
      'abstained',
      ...estimatedNutrients.map(each => `error of ${each}`),
      'energy within 15 %',
      'in the 80 % range',
    ],
    rows
      .filter(([, all]) => all.length >= 20)
      .map(([category, all]) => {
        const made = all.filter(({ estimate }) => estimate !== null)
        return [
          category,
          String(all.length),
          (1 - made.length / all.length).toFixed(2),
          ...estimatedNutrients.map(nutrient => medianError(made, nutrient).toFixed(1)),
          shareOf(made, outcome => isClose(outcome, 'calories_kcal')).toFixed(2),
          shareOf(made, outcome => isCovered(outcome, 'calories_kcal')).toFixed(2),
        ]
      }),
  )
}

function medianError(made: Outcome[], nutrient: EstimatedNutrient): number {
  const errors = made.map(({ food, estimate }) =>
    Math.abs((estimate?.values[nutrient].value ?? 0) - food.values[nutrient]),
  )
  return errors.sort((one, other) => one - other)[Math.floor(errors.length / 2)] ?? NaN
}

function isClose({ food, estimate }: Outcome, nutrient: EstimatedNutrient): boolean {
  return isCloseTo(estimate?.values[nutrient].value ?? 0, food.values[nutrient])
}

function isCloseTo(estimated: number, truth: number): boolean {
  return Math.abs(estimated - truth) <= closeShare * truth
}

function isCovered({ food, estimate }: Outcome, nutrient: EstimatedNutrient): boolean {
  const { low, high } = estimate?.values[nutrient] ?? { low: 1, high: 0 }
  return food.values[nutrient] >= low && food.values[nutrient] <= high
}

function shareOf<T>(all: T[], isCounted: (one: T) => boolean): number {
  return all.filter(isCounted).length / all.length
}

function mapValues<T>(of: (nutrient: EstimatedNutrient) => T): Record<EstimatedNutrient, T> {
  return Object.fromEntries(estimatedNutrients.map(nutrient => [nutrient, of(nutrient)])) as Record<
    EstimatedNutrient,
    T
  >
}

/** A food without a brand may be the same product, too. */
function isNearDuplicate(food: KnownFood, other: KnownFood | undefined): boolean {
  if (other === undefined || other.name !== food.name) return false
  return other.brand === food.brand || other.brand === '' || food.brand === ''
}

/** The same order in every run, and none that has to do with the foods. */
function scattered(id: number): number {
  let hash = Math.imul(id, 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
