// How well and how fast search finds foods in a catalog that is there already. See bench/README.md.
//   npm run bench:search -- --database-url URL [--queries FILE.jsonl] [--sample N] [--only PART,…] …

import { parseArgs } from 'node:util'
import { createClient, type LarderClient } from '@larder/client'
import { readGenericFoods, readQueries } from '../lab/catalogs/search-queries.ts'
import { atMost, printMissed, printTable } from '../lab/report.ts'
import { mean, median, quantile } from '../lab/statistics.ts'
import { type Catalog, withCatalog } from './search-catalog.ts'
import { type Search, searchAt, timesOf } from './search-client.ts'
import { measureGrowth } from './search-growth.ts'
import { compareWithNaive } from './search-naive.ts'
import { measureQuality, wordsOf } from './search-quality.ts'
import { measureRepetition } from './search-repeat.ts'
import { measureThroughput } from './search-throughput.ts'
import { type CatalogWords, readCatalogWords } from './search-worst-case.ts'
import { measureNasty, measureUnicode } from './search-worst-case-bounds.ts'

const meanBarMs = 4
const p99BarMs = 20
const warmUpQueries = 500

const { values: options } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    'redis-url': { type: 'string', default: process.env['REDIS_URL'] || 'redis://127.0.0.1:6379/15' },
    queries: { type: 'string' },
    sample: { type: 'string', default: '0' },
    misses: { type: 'string' },
    only: { type: 'string', default: 'quality,latency,bounded,throughput' },
    unicode: { type: 'boolean', default: false },
    naive: { type: 'boolean', default: false },
    repeat: { type: 'boolean', default: false },
    growth: { type: 'string' },
    clients: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
  },
})

const queries = readQueries(options.queries, Number(options.sample))
const genericFoods = readGenericFoods()
const allQueries = [...queries, ...genericFoods].map(({ q }) => q)
// A catalog for which nobody wrote queries has the plain foods at least.
const meantQueries =
  queries.length > 0 ? queries : genericFoods.map(({ q }) => ({ q, kind: 'generic', intent: wordsOf(q) }))

type Part = (catalog: Catalog, search: Search) => Promise<void>
const parts: Record<string, Part> = {
  quality: catalog => measureQuality(clientOf(catalog), queries, genericFoods, options.misses),
  latency: (_, search) => measureLatency(search),
  bounded: async (catalog, search) => measureNasty(search, await wordsIn(catalog)),
  unicode: async (catalog, search) => measureUnicode(search, await wordsIn(catalog)),
  throughput: catalog => measureThroughput(catalog, allQueries, loadWanted()),
  naive: catalog => compareWithNaive(catalog, meantQueries),
  repeat: catalog => measureRepetition(catalog, allQueries),
}
const wanted = new Set([
  ...options.only.split(','),
  ...(['unicode', 'naive', 'repeat'] as const).filter(part => options[part]),
])
const unknown = [...wanted].filter(part => !(part in parts))
if (unknown.length > 0)
  throw new Error(`there is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`)

const databaseUrl = options['database-url']
if (databaseUrl === undefined && options.growth === undefined)
  throw new Error('give a catalog that is loaded: --database-url URL, or several: --growth URL,URL,URL')
if (databaseUrl !== undefined) await withCatalog(databaseUrl, options['redis-url'], measure)
if (options.growth !== undefined) {
  console.log('\n### growth')
  await measureGrowth(options.growth.split(','), options['redis-url'], allQueries)
}
printMissed()

async function measure(catalog: Catalog): Promise<void> {
  console.log(
    `${catalog.foods.toLocaleString('en')} foods; ${queries.length} queries, ${genericFoods.length} plain foods`,
  )
  await timesOf(searchAt(catalog.endpoint()), allQueries.slice(0, warmUpQueries))
  for (const [name, run] of Object.entries(parts)) {
    if (!wanted.has(name)) continue
    console.log(`\n### ${name}`)
    await run(catalog, searchAt(catalog.endpoint()))
  }
}

function clientOf(catalog: Catalog): LarderClient {
  const { url, key } = catalog.endpoint()
  return createClient({ baseUrl: url, apiKey: key })
}

async function measureLatency(search: Search): Promise<void> {
  const times = await timesOf(search, allQueries)
  printTable(
    ['queries', 'mean ms', 'p50', 'p95', 'p99', 'max'],
    [
      [
        String(times.length),
        atMost(mean(times), { of: 'mean ms', bar: meanBarMs, digits: 2 }),
        median(times).toFixed(2),
        quantile(times, 0.95).toFixed(2),
        atMost(quantile(times, 0.99), { of: 'p99 ms', bar: p99BarMs, digits: 2 }),
        Math.max(...times).toFixed(2),
      ],
    ],
  )
}

function wordsIn({ databaseUrl, foods }: Catalog): Promise<CatalogWords> {
  return readCatalogWords(databaseUrl, foods)
}

function loadWanted() {
  return {
    clients: Number(options.clients),
    seconds: Number(options.seconds),
    rounds: Number(options.rounds),
  }
}
