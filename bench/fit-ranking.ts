// Fits the weights of the ranking score and writes src/search/ranking/weights.json: on the queries of lab/catalogs/people.tsv
// and people-2.tsv, and on every second spelling query of a large catalog.
//   npm run bench -- fit-ranking --database-url URL [--database-url URL] [--spelling-database-url URL --queries FILE.jsonl]
//     [--l2 0.01,0.1] [--folds 5] [--output FILE]
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readGenericFoods, readQueries } from '../lab/catalogs/search-queries.ts'
import { printTable } from '../lab/report.ts'
import { root } from '../lab/servers/temporary-stores.ts'
import type { FoodRow } from '../src/food/food-row.ts'
import { openPool } from '../src/platform/database/pool.ts'
import { featureNames } from '../src/search/ranking/features.ts'
import { crossValidate } from './fitting/cross-validation.ts'
import { featureBounds } from './fitting/feature-bounds.ts'
import { fitWeights } from './fitting/pairwise.ts'
import { type RankedQuery, shareRightFirst, shareWithinReach } from './fitting/ranked-queries.ts'
import { type FittedQuery, runQueries } from './fitting/run-queries.ts'
import { isGeneric, isRelevant } from './search/quality.ts'
import { readPeopleSet } from './search/query-set.ts'

const sets = ['lab/catalogs/people.tsv', 'lab/catalogs/people-2.tsv']

const { values: options } = parseArgs({
  options: {
    'database-url': { type: 'string', multiple: true, default: [] },
    'spelling-database-url': { type: 'string' },
    queries: { type: 'string' },
    l2: { type: 'string', default: '0.0003,0.001,0.003,0.01' },
    folds: { type: 'string', default: '5' },
    output: { type: 'string', default: join(root, 'src/search/ranking/weights.json') },
  },
})
if (options['database-url'].length === 0)
  throw new Error('--database-url URL of a real catalog is required; given twice, both are used')

const names = featureNames
const bounds = featureBounds()
const queries: RankedQuery[] = []
for (const url of options['database-url']) queries.push(...(await rankedQueriesOf(url, peopleQueries())))
const spellingUrl = options['spelling-database-url']
if (spellingUrl !== undefined) {
  if (options.queries === undefined) throw new Error('--spelling-database-url needs --queries FILE.jsonl')
  queries.push(...(await rankedQueriesOf(spellingUrl, spellingQueries(options.queries))))
}
console.log(
  `${queries.length} queries, ${names.length} features; a right food is within reach for ${shareWithinReach(queries).toFixed(3)}`,
)

const candidates = options.l2.split(',').map(text => {
  const l2 = Number(text)
  if (!(l2 >= 0)) throw new Error(`--l2 ${text} is not a regularization strength`)
  return { l2, ...crossValidate(queries, names.length, Number(options.folds), { l2, bounds }) }
})
const best = candidates.reduce((one, other) => (other.outOfFold > one.outOfFold ? other : one))
const weights = fitWeights(queries, names.length, { l2: best.l2, bounds })

printTable(
  ['l2', 'right@1 in fold', 'right@1 out of fold'],
  candidates.map(({ l2, inFold, outOfFold }) => [String(l2), inFold.toFixed(3), outOfFold.toFixed(3)]),
)
printTable(
  [`kind (l2 ${best.l2})`, 'queries', 'right@1 out of fold'],
  [...best.outOfFoldByKind].map(([kind, { queries: count, share }]) => [
    kind,
    String(count),
    share.toFixed(3),
  ]),
)
printTable(
  ['feature', 'weight'],
  names.map((name, feature) => [name, (weights[feature] ?? 0).toPrecision(4)]),
)

const result = {
  command: [
    'npm run bench -- fit-ranking',
    ...options['database-url'].map(() => '--database-url URL'),
    ...(spellingUrl === undefined ? [] : ['--spelling-database-url URL --queries FILE']),
    `--l2 ${best.l2}`,
  ].join(' '),
  fitted: new Date().toISOString().slice(0, 10),
  queries: queries.length,
  'right@1': {
    in: Number(shareRightFirst(queries, weights).toFixed(4)),
    'out of fold': Number(best.outOfFold.toFixed(4)),
  },
  weights: Object.fromEntries(
    names.map((name, feature) => [name, Number((weights[feature] ?? 0).toPrecision(6))]),
  ),
}
writeFileSync(options.output, `${JSON.stringify(result, null, 2)}\n`)
console.log(`\nWritten to ${options.output}`)

function peopleQueries(): FittedQuery[] {
  return sets
    .flatMap(set => readPeopleSet(readFileSync(join(root, set), 'utf8')))
    .flatMap(({ query, kind, note, expectation }) =>
      expectation.type === 'food'
        ? [{ query, kind, group: note || query, isRight: expectation.isRight }]
        : [],
    )
}

/** The other half shows whether the weights hold for queries that they were not fitted on. */
function spellingQueries(file: string): FittedQuery[] {
  const spelling = readQueries(file, 0)
    .filter((_, index) => index % 2 === 0)
    .map(query => ({
      query: query.q,
      kind: `spelling: ${query.kind}`,
      group: query.intent.join(' '),
      isRight: (food: FoodRow) => isRelevant(query, food),
    }))
  const generic = readGenericFoods().map(food => ({
    query: food.q,
    kind: 'spelling: generic',
    group: food.q,
    isRight: ({ name }: FoodRow) => isGeneric(food, name),
  }))
  return [...spelling, ...generic]
}

async function rankedQueriesOf(url: string, fitted: FittedQuery[]): Promise<RankedQuery[]> {
  const pool = openPool({
    url,
    connections: 1,
    connectTimeoutMs: 10_000,
    queryTimeoutMs: 60_000,
    applicationName: 'larder fit-ranking',
    onIdleError: () => undefined,
  })
  try {
    return await runQueries(pool, fitted)
  } finally {
    await pool.close()
  }
}
