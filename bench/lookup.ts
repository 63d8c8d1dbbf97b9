// Throughput of the API's reads, each relative to a minimal Fastify server that sends the same body, measured alternately on
// the same machine, and the CPU time of a batch relative to one lookup.
//   npm run bench -- lookup [--database-url URL] [--rounds N] [--seconds N]
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generateCatalog } from '../lab/catalogs/generated-catalog.ts'
import {
  createScaleKey,
  deleteScaleAccount,
  environmentFor,
  type Server,
  startLarder,
} from '../lab/servers/larder-process.ts'
import { type Stores, withStores } from '../lab/servers/temporary-stores.ts'
import { median } from '../lab/statistics.ts'
import { table } from '../src/main/commands/output.ts'
import { startBaseline } from './http/baseline.ts'
import { sampleCatalog } from './http/samples.ts'
import { loadAndTime, loadPaths, requireWrk, type TimedLoad } from './http/wrk.ts'

const { values: options } = parseArgs({
  options: {
    /** An existing catalog; an account is created in it for the run. Default: 100,000 generated foods. */
    'database-url': { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '64' },
  },
})
const load = { connections: Number(options.connections), seconds: Number(options.seconds) }
const foodsPerBatch = 50
const maxBatchCost = 3

interface Row {
  name: string
  paths: string[]
  /** Whether the responses come from the cache of the process. */
  isCached: boolean
  /** Least share of the constant server's throughput; undefined: reported only. */
  target?: number
}

interface Measured {
  row: Row
  bytes: number
  rounds: { constant: TimedLoad; larder: TimedLoad }[]
}

await requireWrk()
await withStores(async stores => {
  const databaseUrl = options['database-url'] ?? (await stores.createDatabase('lookup'))
  if (options['database-url'] === undefined) await generateCatalog(databaseUrl, 100_000)
  const environment = environmentFor(stores, databaseUrl, 1, {
    // The first searches of a catalog may take long on a busy machine, and throughput is measured, not latency.
    DATABASE_STATEMENT_TIMEOUT_MS: '20000',
  })
  const key = await createScaleKey(environment)
  process.once('exit', () => options['database-url'] && deleteScaleAccount(environment))
  const rows = await rowsOf(databaseUrl)
  const cached = await startLarder(environment, join(stores.folder, 'larder.log'))
  const uncached = await startLarder(
    { ...environment, RESPONSE_CACHE_MB: '0' },
    join(stores.folder, 'uncached.log'),
  )
  const measured: Measured[] = []
  for (const row of rows) measured.push(await measureRow(stores, row, row.isCached ? cached : uncached, key))
  printResult(measured)
  await compareBatch(stores, databaseUrl, uncached, key)
  await Promise.all([cached.stop(), uncached.stop()])
})

/** Hot requests come from the cache; the same foods without it show what the first request for a food costs. */
async function rowsOf(databaseUrl: string): Promise<Row[]> {
  const sample = await sampleCatalog(databaseUrl, 2_000)
  const foods = sample.foods.map(id => `/food/${id}`)
  const searches = sample.queries.slice(0, 200).map(query => `/search?q=${encodeURIComponent(query)}`)
  return [
    { name: '/food/{id}, cached', paths: foods, isCached: true, target: 0.6 },
    { name: '/food/{id}, from the database', paths: foods, isCached: false, target: 0.45 },
    { name: '/foods/categories, cached', paths: ['/foods/categories'], isCached: true, target: 0.4 },
    { name: '/foods/popular, cached', paths: ['/foods/popular'], isCached: true, target: 0.4 },
    { name: '/search, cached', paths: searches, isCached: true, target: 0.35 },
  ]
}

/** One client that waits for each response: lookups at the same time share a statement and cost less. */
async function compareBatch(stores: Stores, databaseUrl: string, larder: Server, key: string): Promise<void> {
  const { foods } = await sampleCatalog(databaseUrl, 2_000)
  const batches = Array.from({ length: 200 }, (_, index) =>
    Array.from({ length: foodsPerBatch }, (_, n) => foods[(index * 7 + n * 31) % foods.length]),
  )
  const paths = {
    single: foods.map(id => `/food/${id}`),
    batch: batches.map(ids => `/foods/batch?ids=${ids}`),
  }
  const timeOf = async (kind: keyof typeof paths) => {
    const file = join(stores.folder, `${kind}-paths`)
    writeFileSync(file, paths[kind].join('\n'))
    return loadAndTime(larder, file, { ...load, connections: 1, key })
  }
  await timeOf('batch')
  const costs: number[] = []
  for (let round = 1; round <= Number(options.rounds); round++) {
    const single = await timeOf('single')
    const batch = await timeOf('batch')
    costs.push(batch.cpuMicroseconds / single.cpuMicroseconds)
  }
  const cost = median(costs)
  if (!(cost <= maxBatchCost)) process.exitCode = 1
  console.log(
    `CPU time of /foods/batch with ${foodsPerBatch} foods, in lookups of one: ${cost.toFixed(2)} (target ${maxBatchCost}); each round ${costs.map(each => each.toFixed(2)).join(' ')}`,
  )
}

async function measureRow(stores: Stores, row: Row, larder: Server, key: string): Promise<Measured> {
  const body = await typicalBody(larder.url, row.paths, key)
  const pathsFile = join(stores.folder, 'paths')
  writeFileSync(pathsFile, row.paths.join('\n'))
  const constant = await startBaseline('application/json', [['*', body]], join(stores.folder, 'body.json'))
  const rounds: Measured['rounds'] = []
  for (const { url } of [constant, larder]) await loadPaths(url, pathsFile, { ...load, seconds: 2, key })
  for (let round = 1; round <= Number(options.rounds); round++) {
    rounds.push({
      constant: await loadAndTime(constant, pathsFile, { ...load, key }),
      larder: await loadAndTime(larder, pathsFile, { ...load, key }),
    })
  }
  await constant.stop()
  process.stderr.write(`${row.name}: done\n`)
  return { row, bytes: Buffer.byteLength(body), rounds }
}

/** The response of median length. Every path is requested once, so that the cache is filled. */
async function typicalBody(url: string, paths: string[], key: string): Promise<string> {
  const bodies: string[] = []
  for (const path of paths) {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
    if (!response.ok) throw new Error(`${response.url} returned ${response.status}`)
    bodies.push(await response.text())
  }
  return bodies.sort((a, b) => a.length - b.length)[Math.floor(bodies.length / 2)] ?? ''
}

function printResult(measured: Measured[]): void {
  const rows = measured.map(({ row, bytes, rounds }) => {
    const ratios = rounds.map(({ constant, larder }) => larder.perSecond / constant.perSecond)
    const ratio = median(ratios)
    // Negated, so that NaN fails too.
    if (row.target !== undefined && !(ratio >= row.target)) process.exitCode = 1
    return [
      row.name,
      String(bytes),
      median(rounds.map(({ constant }) => constant.perSecond)).toFixed(0),
      median(rounds.map(({ larder }) => larder.perSecond)).toFixed(0),
      median(rounds.map(({ larder }) => larder.p99Ms)).toFixed(1),
      ratio.toFixed(2),
      row.target?.toFixed(2) ?? '',
      median(rounds.map(({ constant, larder }) => constant.cpuMicroseconds / larder.cpuMicroseconds)).toFixed(
        2,
      ),
      // If these differ widely, something else was running on the machine.
      ratios.map(each => each.toFixed(2)).join(' '),
    ]
  })
  console.log(
    table(
      [
        'request',
        'bytes',
        'constant/s',
        'Larder/s',
        'p99 ms',
        'ratio',
        'target',
        'CPU ratio',
        'ratio of each round',
      ],
      rows,
    ),
  )
}
