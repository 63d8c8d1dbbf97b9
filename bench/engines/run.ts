// The same queries on Larder and on other search engines, on the same catalog. See bench/README.md.
//   npm run bench:engines -- --database-url URL [--queries FILE.jsonl] [--people FILE.tsv] [--only ENGINE,…] …
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { everyNth, readQueries } from '../../lab/catalogs/search-queries.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { readPeopleSet } from '../people/query-set.ts'
import { withCatalog } from '../search-catalog.ts'
import { type Engine, type ExportedCatalog, timed } from './engine.ts'
import { exportCatalog } from './export-catalog.ts'
import { useLarder } from './larder.ts'
import { startLucene } from './lucene.ts'
import { measureEngines } from './measure.ts'
import { printResults } from './results.ts'
import { startSqlite } from './sqlite.ts'
import { startTrgm } from './trgm.ts'

const { values: options } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    'redis-url': { type: 'string', default: process.env['REDIS_URL'] || 'redis://127.0.0.1:6379/15' },
    queries: { type: 'string' },
    people: { type: 'string' },
    only: { type: 'string', default: 'larder,lucene,sqlite,trgm' },
    sample: { type: 'string', default: '0' },
    'trgm-sample': { type: 'string', default: '50' },
    'trgm-database': { type: 'string', default: 'larder_bench_trgm' },
    keep: { type: 'boolean', default: false },
  },
})

const databaseUrl = options['database-url']
if (databaseUrl === undefined) throw new Error('--database-url is required: the URL of a loaded catalog')
if (options.queries === undefined && options.people === undefined)
  throw new Error('queries are required: --queries FILE.jsonl, --people FILE.tsv or both')
const sample = Number(options.sample)
const queries = options.queries === undefined ? [] : readQueries(options.queries, sample)
const allPeople = options.people === undefined ? [] : readPeopleSet(readFileSync(options.people, 'utf8'))
const people = sample === 0 ? allPeople : everyNth(allPeople, sample)

const builders: Record<string, (catalog: ExportedCatalog) => Promise<Engine>> = {
  lucene: startLucene,
  sqlite: startSqlite,
  trgm: catalog =>
    startTrgm(catalog, {
      serverUrl: databaseUrl,
      database: options['trgm-database'],
      sample: Number(options['trgm-sample']),
    }),
}
const selected = options.only.split(',')
const unknown = selected.filter(name => name !== 'larder' && !(name in builders))
if (unknown.length > 0)
  throw new Error(
    `unknown engine ${unknown.join(', ')}; choose from larder, ${Object.keys(builders).join(', ')}`,
  )

const folder = mkdtempSync(join(tmpdir(), 'larder-engines-'))
process.once('exit', () => {
  if (options.keep) console.log(`\nThe indexes are in ${folder}.`)
  else rmSync(folder, { recursive: true, force: true })
})

const engines: Engine[] = []
try {
  await buildEngines(databaseUrl)
  if (selected.includes('larder')) {
    await withCatalog(databaseUrl, options['redis-url'], catalog =>
      withConnection(databaseUrl, async client => {
        await measure([await useLarder(catalog, client), ...engines])
      }),
    )
  } else await measure(engines)
} finally {
  for (const engine of engines) await engine.close()
}

async function buildEngines(url: string): Promise<void> {
  const names = Object.keys(builders).filter(name => selected.includes(name))
  if (names.length === 0) return
  let catalog: ExportedCatalog | undefined
  const seconds = await timed(async () => {
    catalog = await exportCatalog(url, folder)
  })
  if (catalog === undefined) return
  console.log(`${catalog.foods.toLocaleString('en')} foods exported in ${seconds.toFixed(0)} s`)
  for (const name of names) {
    const engine = await builders[name]?.(catalog)
    if (engine !== undefined) engines.push(engine)
  }
}

async function measure(all: Engine[]): Promise<void> {
  printResults(await measureEngines(all, { queries, people }))
}
