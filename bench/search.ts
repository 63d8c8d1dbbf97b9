// Relevance, latency and throughput of search on existing catalogs.
//   npm run bench -- search --people-database-url URL --database-url URL --queries FILE.jsonl [--only SECTION,…] …
import { parseArgs } from 'node:util'
import { createClient, type LarderClient } from '@larder/client'
import { readGenericFoods, readQueries } from '../lab/catalogs/search-queries.ts'
import { atMost, printMissed, printTable } from '../lab/report.ts'
import { mean, median, quantile } from '../lab/statistics.ts'
import { type Catalog, withCatalog } from './search/catalog.ts'
import { type Search, searchAt, timeQueries } from './search/client.ts'
import { type MeasuredFigures, writeFigures } from './search/figures.ts'
import { measureMissing, measurePeople } from './search/people.ts'
import { measureProducts } from './search/products.ts'
import { measureQuality } from './search/quality.ts'
import type { MeasuredRow } from './search/search-benchmark.ts'
import { measureThroughput } from './search/throughput.ts'
import { measureWorstCases } from './search/worst-case.ts'

const maxMeanMs = 4
const maxP99Ms = 20
const warmUpQueries = 500

const { values: options } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    'people-database-url': { type: 'string' },
    'usda-database-url': { type: 'string' },
    'redis-url': { type: 'string', default: process.env['REDIS_URL'] || 'redis://127.0.0.1:6379/15' },
    queries: { type: 'string' },
    sample: { type: 'string', default: '0' },
    misses: { type: 'string' },
    only: { type: 'string', default: 'people,products,missing,quality,latency,worst-case,throughput' },
    'write-figures': { type: 'boolean', default: false },
    clients: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
  },
})

type Section = (catalog: Catalog, search: Search) => Promise<void>
interface Group {
  database: 'people-database-url' | 'usda-database-url' | 'database-url'
  sections: Record<string, Section>
}

const databaseUrl = options['database-url']
if (databaseUrl !== undefined && options.queries === undefined)
  throw new Error('--queries is required: a JSONL file with one {"q", "kind", "intent"} per line')
const queries = options.queries === undefined ? [] : readQueries(options.queries, Number(options.sample))
const genericFoods = readGenericFoods()
const allQueries = [...queries, ...genericFoods].map(({ q }) => q)
const figures: MeasuredFigures = { measurements: {}, speed: [] }

const groups: Group[] = [
  {
    database: 'people-database-url',
    sections: {
      people: async catalog =>
        record('people', catalog, await measurePeople(clientOf(catalog), options.misses)),
      products: async catalog =>
        record(
          'products',
          catalog,
          await measureProducts(clientOf(catalog), catalog.databaseUrl, options.misses),
        ),
    },
  },
  {
    database: 'usda-database-url',
    sections: {
      missing: async catalog =>
        record('missing', catalog, await measureMissing(clientOf(catalog), options.misses)),
    },
  },
  {
    database: 'database-url',
    sections: {
      quality: async catalog =>
        record(
          'spelling',
          catalog,
          await measureQuality(clientOf(catalog), queries, genericFoods, options.misses),
        ),
      latency: (_, search) => measureLatency(search),
      'worst-case': (catalog, search) => measureWorstCases(search, catalog),
      throughput: async catalog => {
        const perSecond = await measureThroughput(catalog, allQueries, loadOptions())
        recordSpeed(`Throughput, ${options.clients} clients`, perSecond, 'searches/s')
      },
    },
  },
]
const selected = new Set(options.only.split(','))
const known = groups.flatMap(({ sections }) => Object.keys(sections))
const unknown = [...selected].filter(section => !known.includes(section))
if (unknown.length > 0)
  throw new Error(`unknown section ${unknown.join(', ')}; choose from ${known.join(', ')}`)
if (groups.every(({ database }) => options[database] === undefined))
  throw new Error(
    'a loaded catalog is required: --people-database-url, --usda-database-url or --database-url URL',
  )

for (const group of groups) await runGroup(group)
if (options['write-figures']) writeFigures(figures)
printMissed()

async function runGroup({ database, sections }: Group): Promise<void> {
  const chosen = Object.entries(sections).filter(([name]) => selected.has(name))
  const url = options[database]
  if (chosen.length === 0) return
  if (url === undefined) {
    console.log(`\nSkipped ${chosen.map(([name]) => name).join(', ')}: --${database} is not set.`)
    return
  }
  await withCatalog(url, options['redis-url'], async catalog => {
    console.log(`\n${catalog.foods.toLocaleString('en')} foods (--${database})`)
    await timeQueries(searchAt(catalog.endpoint), allQueries.slice(0, warmUpQueries))
    for (const [name, run] of chosen) {
      console.log(`\n### ${name}`)
      await run(catalog, searchAt(catalog.endpoint))
    }
  })
}

function clientOf(catalog: Catalog): LarderClient {
  const { url, key } = catalog.endpoint
  return createClient({ baseUrl: url, apiKey: key })
}

function record(name: keyof MeasuredFigures['measurements'], { foods }: Catalog, rows: MeasuredRow[]): void {
  figures.measurements[name] = { foods, rows }
}

function recordSpeed(what: string, value: number, unit: string): void {
  figures.speed.push({ what, value, unit })
}

async function measureLatency(search: Search): Promise<void> {
  const times = await timeQueries(search, allQueries)
  recordSpeed('Mean latency, one HTTP client', mean(times), 'ms')
  recordSpeed('Median latency', median(times), 'ms')
  recordSpeed('99th percentile latency', quantile(times, 0.99), 'ms')
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

function loadOptions() {
  return {
    clients: Number(options.clients),
    seconds: Number(options.seconds),
    rounds: Number(options.rounds),
  }
}
