// Relevance, latency and throughput of search on an existing catalog. See bench/README.md.
//   npm run bench:search -- --database-url URL --queries FILE.jsonl [--sample N] [--only SECTION,…] …

import { parseArgs } from 'node:util'
import { createClient, type LarderClient } from '@larder/client'
import { readGenericFoods, readQueries } from '../lab/catalogs/search-queries.ts'
import { atMost, printMissed, printTable } from '../lab/report.ts'
import { mean, median, quantile } from '../lab/statistics.ts'
import { type Catalog, withCatalog } from './search-catalog.ts'
import { type Search, searchAt, timeQueries } from './search-client.ts'
import { measureGrowth } from './search-growth.ts'
import { compareWithNaive } from './search-naive.ts'
import { measureQuality } from './search-quality.ts'
import { measureRepetition } from './search-repeat.ts'
import { measureThroughput } from './search-throughput.ts'
import { type CatalogWords, readCatalogWords } from './search-worst-case.ts'
import { measureUnicode, measureWorstCases } from './search-worst-case-bounds.ts'

const maxMeanMs = 4
const maxP99Ms = 20
const warmUpQueries = 500

const { values: options } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    'redis-url': { type: 'string', default: process.env['REDIS_URL'] || 'redis://127.0.0.1:6379/15' },
    queries: { type: 'string' },
    sample: { type: 'string', default: '0' },
    misses: { type: 'string' },
    only: { type: 'string', default: 'quality,latency,worst-case,throughput' },
    unicode: { type: 'boolean', default: false },
    naive: { type: 'boolean', default: false },
    repeat: { type: 'boolean', default: false },
    growth: { type: 'string' },
    clients: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
  },
})

if (options.queries === undefined)
  throw new Error('--queries is required: a JSONL file with one {"q", "kind", "intent"} per line')
const queries = readQueries(options.queries, Number(options.sample))
const genericFoods = readGenericFoods()
const allQueries = [...queries, ...genericFoods].map(({ q }) => q)

type Section = (catalog: Catalog, search: Search) => Promise<void>
const sections: Record<string, Section> = {
  quality: catalog => measureQuality(clientOf(catalog), queries, genericFoods, options.misses),
  latency: (_, search) => measureLatency(search),
  'worst-case': async (catalog, search) => measureWorstCases(search, await wordsIn(catalog)),
  unicode: async (catalog, search) => measureUnicode(search, await wordsIn(catalog)),
  throughput: catalog => measureThroughput(catalog, allQueries, loadOptions()),
  naive: catalog => compareWithNaive(catalog, queries),
  repeat: catalog => measureRepetition(catalog, allQueries),
}
const selected = new Set([
  ...options.only.split(','),
  ...(['unicode', 'naive', 'repeat'] as const).filter(section => options[section]),
])
const unknown = [...selected].filter(section => !(section in sections))
if (unknown.length > 0)
  throw new Error(`unknown section ${unknown.join(', ')}; choose from ${Object.keys(sections).join(', ')}`)

const databaseUrl = options['database-url']
if (databaseUrl === undefined && options.growth === undefined)
  throw new Error('a loaded catalog is required: --database-url URL, or several: --growth URL,URL,URL')
if (databaseUrl !== undefined) await withCatalog(databaseUrl, options['redis-url'], measure)
if (options.growth !== undefined) {
  console.log('\n### growth')
  await measureGrowth(options.growth.split(','), options['redis-url'], allQueries)
}
printMissed()

async function measure(catalog: Catalog): Promise<void> {
  console.log(
    `${catalog.foods.toLocaleString('en')} foods; ${queries.length} queries, ${genericFoods.length} generic foods`,
  )
  await timeQueries(searchAt(catalog.endpoint()), allQueries.slice(0, warmUpQueries))
  for (const [name, run] of Object.entries(sections)) {
    if (!selected.has(name)) continue
    console.log(`\n### ${name}`)
    await run(catalog, searchAt(catalog.endpoint()))
  }
}

function clientOf(catalog: Catalog): LarderClient {
  const { url, key } = catalog.endpoint()
  return createClient({ baseUrl: url, apiKey: key })
}

async function measureLatency(search: Search): Promise<void> {
  const times = await timeQueries(search, allQueries)
  printTable(
    ['queries', 'mean ms', 'p50', 'p95', 'p99', 'max'],
    [
      [
        String(times.length),
        atMost(mean(times), { of: 'mean ms', target: maxMeanMs, digits: 2 }),
        median(times).toFixed(2),
        quantile(times, 0.95).toFixed(2),
        atMost(quantile(times, 0.99), { of: 'p99 ms', target: maxP99Ms, digits: 2 }),
        Math.max(...times).toFixed(2),
      ],
    ],
  )
}

function wordsIn({ databaseUrl, foods }: Catalog): Promise<CatalogWords> {
  return readCatalogWords(databaseUrl, foods)
}

function loadOptions() {
  return {
    clients: Number(options.clients),
    seconds: Number(options.seconds),
    rounds: Number(options.rounds),
  }
}
