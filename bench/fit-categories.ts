// Fits the classifier that finds the category of a food from its name and its values, and writes src/food/category-model.bin.gz.
//   npm run bench -- fit-categories --database-url URL [--untagged-database-url URL] [--agreement 0.973] [--output FILE]
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { printTable } from '../lab/report.ts'
import { root } from '../lab/servers/temporary-stores.ts'
import { categories } from '../src/food/categories.ts'
import { type CategoryClassifier, createCategoryClassifier } from '../src/food/category-classifier.ts'
import { writeModel } from '../src/food/category-model.ts'
import { type ComparedValues, comparedValues } from '../src/food/value-features.ts'
import { type Database, openPool } from '../src/platform/database/pool.ts'
import { categoryFromName } from '../src/quality/candidate-food.ts'
import {
  type NamedCategory,
  partOf,
  readTaggedFoods,
  readTaxonomyNames,
} from './fitting/category-examples.ts'
import { isWithin, thresholdsFor } from './fitting/category-thresholds.ts'
import { fitCategoryModel } from './fitting/fit-category-model.ts'

const { values: options } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    'untagged-database-url': { type: 'string' },
    agreement: { type: 'string', default: '0.973' },
    output: { type: 'string', default: join(root, 'src/food/category-model.bin.gz') },
  },
})
const url = options['database-url']
if (url === undefined) throw new Error('--database-url URL of a catalog with tagged foods is required')

const settings = { epochs: 5, rate: 0.15, l2: 0.00003, ownShare: 0.2, dropout: 0.4 }
const parts = 5
const [testPart, calibrationPart] = [0, 1]
const agreementBelow = 0.96
const agreementOf = (top: number) => ({ top, below: Math.min(top, agreementBelow) })

const [tagged, taxonomy] = await withDatabase(url, database =>
  Promise.all([readTaggedFoods(database), readTaxonomyNames(database)]),
)
const ofPart = (part: number) =>
  tagged.filter(({ key, isLaboratory }) => !isLaboratory && partOf(key, parts) === part)
const test = ofPart(testPart)
const calibration = ofPart(calibrationPart)
const unseen = new Set([...test, ...calibration].map(({ key }) => key))
console.log(`${tagged.length} tagged names, ${taxonomy.length} names of the taxonomy, ${test.length} to test`)

const measured = fitCategoryModel([...tagged.filter(({ key }) => !unseen.has(key)), ...taxonomy], settings)
const uncalibrated = createCategoryClassifier(measured)
const judged = calibration.map(({ name, values, category }) => ({
  likely: uncalibrated.likely(name, values),
  category,
}))
const thresholds = thresholdsFor(judged, agreementOf(Number(options.agreement)))
const untaggedUrl = options['untagged-database-url']
const untagged = untaggedUrl === undefined ? [] : await withDatabase(untaggedUrl, readUntagged)
printTable(
  ['agreement', 'answered', 'precision', 'recall', 'of untagged'],
  [0.9, 0.93, 0.95, 0.96, 0.97, 0.975, 0.98, 0.985].map(agreement => {
    const trial = createCategoryClassifier({
      ...measured,
      thresholds: thresholdsFor(judged, agreementOf(agreement)),
    })
    const { answered, same, ancestor, descendant } = compare(trial, test)
    const right = same + ancestor + descendant
    const found = untagged.filter(({ name, ...values }) => trial.classify(name, values) !== null).length
    return [
      String(agreement),
      share(answered, test.length),
      share(right, answered),
      share(right, test.length),
      share(found, untagged.length),
    ]
  }),
)
report(createCategoryClassifier({ ...measured, thresholds }))

const model = { ...fitCategoryModel([...tagged, ...taxonomy], settings), thresholds }
const file = gzipSync(writeModel(model), { level: 9 })
writeFileSync(options.output, file)
reportUntagged(createCategoryClassifier(model))
console.log(
  `\n${model.features.size} features, ${model.weights.length} weights, ${file.length} bytes written to ${options.output}`,
)

function share(count: number, of: number): string {
  return (count / of).toFixed(3)
}

function compare({ classify }: CategoryClassifier, foods: readonly NamedCategory[]) {
  const result = { answered: 0, same: 0, ancestor: 0, descendant: 0, confusions: new Map<string, string[]>() }
  for (const { name, values, category: tagged } of foods) {
    const answer = classify(name, values)
    if (answer === null) continue
    const category = categories.findIndex(each => each.name === answer)
    result.answered++
    if (category === tagged) result.same++
    else if (isWithin(tagged, category)) result.ancestor++
    else if (isWithin(category, tagged)) result.descendant++
    else {
      const confusion = `${categories[tagged]?.name} as ${answer}`
      result.confusions.set(confusion, [...(result.confusions.get(confusion) ?? []), name])
    }
  }
  return result
}

function report(classifier: CategoryClassifier): void {
  const { answered, same, ancestor, descendant, confusions } = compare(classifier, test)
  printTable(
    ['of the test foods', 'share'],
    [
      ['answered', share(answered, test.length)],
      ['precision: the tagged category only', share(same, answered)],
      ['precision: the tagged category or one above it', share(same + ancestor, answered)],
      [
        'precision: the tagged category, one above or below it',
        share(same + ancestor + descendant, answered),
      ],
      [
        'recall: the tagged category, one above or below it',
        share(same + ancestor + descendant, test.length),
      ],
    ],
  )
  printTable(
    ['confusion', 'foods', 'for example'],
    [...confusions]
      .toSorted(([, one], [, other]) => other.length - one.length)
      .slice(0, 40)
      .map(([confusion, names]) => [confusion, String(names.length), names.slice(0, 3).join('; ')]),
  )
}

function reportUntagged({ classify }: CategoryClassifier): void {
  if (untagged.length === 0) return
  const started = performance.now()
  const found = untagged.filter(({ name, ...values }) => classify(name, values) !== null).length
  const microseconds = ((performance.now() - started) * 1000) / untagged.length
  console.log(
    `\n${share(found, untagged.length)} of ${untagged.length} untagged names have a category, ${microseconds.toFixed(1)} µs for each`,
  )
}

/** Reads every twentieth food. */
async function readUntagged(database: Database): Promise<(ComparedValues & { name: string })[]> {
  const { rows } = await database.query<ComparedValues & { name: string }>({
    text: `
      select name, ${comparedValues.join(', ')} from foods
        where mod(abs(hashtext(source_id)::bigint), 20) = 0
          and (category is null or quality_flags @> '[{"rule": "${categoryFromName}"}]')`,
  })
  return rows
}

async function withDatabase<T>(of: string, work: (database: Database) => Promise<T>): Promise<T> {
  const pool = openPool({
    url: of,
    connections: 1,
    connectTimeoutMs: 10_000,
    queryTimeoutMs: 60_000,
    applicationName: 'larder fit-categories',
    onIdleError: () => undefined,
  })
  try {
    return await work(pool)
  } finally {
    await pool.close()
  }
}
