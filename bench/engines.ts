// Other engines behind the same understanding of queries and the same ranking: quality, time, CPU and size. See bench/README.md.
//   npm run bench -- engines --database-url URL --queries FILE.jsonl [--engines postgresql,sphinx,…] [--sample 1500] [--enlarge 4] [--folder FOLDER]
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readQueries } from '../lab/catalogs/search-queries.ts'
import { printTable } from '../lab/report.ts'
import { root } from '../lab/servers/temporary-stores.ts'
import { mean, quantile } from '../lab/statistics.ts'
import type { Food } from '../src/food/food.ts'
import { openPool, withConnection } from '../src/platform/database/pool.ts'
import { readFromPrimary } from '../src/platform/database/replica-routing.ts'
import { retrieveFromPostgresql } from '../src/search/query/retrieve/postgresql.ts'
import { createFoodSearch } from '../src/search/query/search.ts'
import type { Engine, StartEngine } from './engines/engine.ts'
import { enlargeCatalog } from './engines/enlarge.ts'
import { startGroonga } from './engines/groonga.ts'
import { searchSize, startCoordinated, startScattered } from './engines/shards.ts'
import { startSphinx } from './engines/sphinx.ts'
import { backendsCpuSeconds } from './http/cpu-time.ts'
import { judgePeople } from './search/judge.ts'
import { isRelevant } from './search/quality.ts'
import { readPeopleSet } from './search/query-set.ts'

const engines: Record<string, StartEngine> = {
  postgresql: startPostgresql,
  sphinx: startSphinx,
  groonga: startGroonga,
  scattered: startScattered,
  coordinated: startCoordinated,
}

const { values: options } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    queries: { type: 'string' },
    sample: { type: 'string', default: '0' },
    engines: { type: 'string', default: Object.keys(engines).join(',') },
    folder: { type: 'string' },
    enlarge: { type: 'string' },
  },
})
const { 'database-url': givenUrl, queries: file } = options
if (givenUrl === undefined || file === undefined)
  throw new Error('--database-url URL of a loaded catalog and --queries FILE.jsonl are required')

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const databaseUrl =
  options.enlarge === undefined ? givenUrl : await enlargeCatalog(givenUrl, Number(options.enlarge))
const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'larder-engines-'))
// PostgreSQL runs as another user.
chmodSync(folder, 0o755)
const spelling = readQueries(file, Number(options.sample))
const people = ['people', 'people-2'].map(name =>
  readPeopleSet(readFileSync(join(root, `lab/catalogs/${name}.tsv`), 'utf8')),
)
const limit = 10

const rows: string[][] = []
const pool = openPool({
  url: databaseUrl,
  connections: 4,
  connectTimeoutMs: 5_000,
  queryTimeoutMs: 60_000,
  applicationName: 'engines',
  onIdleError() {},
})
const { rows: counted } = await pool.query<{ foods: number }>({ text: 'select foods from catalog_stats' })
const millions = (counted[0]?.foods ?? 0) / 1e6
try {
  for (const name of options.engines.split(',')) {
    const start = engines[name]
    if (start === undefined)
      throw new Error(`unknown engine ${name}; choose from ${Object.keys(engines).join(', ')}`)
    rows.push([name, ...(await measure(start, join(folder, name)))])
    console.log(rows.at(-1)?.join(' | '))
  }
} finally {
  await pool.close()
  // After the servers, which also end then.
  if (options.folder === undefined)
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}
console.log(`\n${millions.toFixed(2)} million foods`)
printTable(
  [
    'engine',
    ...['people', 'people-2'].map(set => `right@1 ${set}`),
    'S@1',
    'mean ms',
    'p99 ms',
    'CPU ms, engine',
    'CPU ms, node',
    'MB per million foods',
    'index s',
  ],
  rows,
)

async function measure(start: StartEngine, folder: string): Promise<string[]> {
  const began = performance.now()
  const engine = await start(databaseUrl, folder)
  const indexSeconds = (performance.now() - began) / 1000
  try {
    const search = createFoodSearch(readFromPrimary(pool), { retrieveFoods: engine.retrieveFoods })
    await search.prepare()
    const find = (q: string) => search.find({ q, limit })
    const shares: number[] = []
    for (const set of people) {
      const answers = new Map<string, Food[]>()
      for (const { query } of set) answers.set(query, answers.get(query) ?? (await find(query)))
      const { figures } = judgePeople(set, answers)
      shares.push(figures[0]?.['right@1'] ?? Number.NaN)
    }
    // The first pass reads the files into memory, the second is measured.
    const found = new Map<string, Food[]>()
    for (const { q } of spelling) found.set(q, await find(q))
    const right = spelling.map(query => {
      const [first] = found.get(query.q) ?? []
      return Number(first !== undefined && isRelevant(query, first))
    })
    const cpuBefore = await engine.cpuSeconds()
    const nodeBefore = process.cpuUsage()
    const times: number[] = []
    for (const { q } of spelling) {
      const asked = performance.now()
      await find(q)
      times.push(performance.now() - asked)
    }
    const node = process.cpuUsage(nodeBefore)
    const perQuery = (seconds: number) => ((seconds * 1000) / spelling.length).toFixed(2)
    return [
      ...shares.map(share => share.toFixed(3)),
      mean(right).toFixed(3),
      mean(times).toFixed(2),
      quantile(times, 0.99).toFixed(1),
      perQuery((await engine.cpuSeconds()) - cpuBefore),
      perQuery((node.user + node.system) / 1e6),
      (engine.bytes / 1e6 / millions).toFixed(0),
      indexSeconds.toFixed(0),
    ]
  } finally {
    await engine.stop()
  }
}

/** The catalog's own server, which has an index already. */
async function startPostgresql(url: string): Promise<Engine> {
  return await withConnection(url, async client => {
    const { rows: sizes } = await client.query<{ bytes: number }>(searchSize)
    return {
      retrieveFoods: retrieveFromPostgresql,
      cpuSeconds: () => backendsCpuSeconds(url),
      bytes: Number(sizes[0]?.bytes ?? 0),
      async stop() {},
    }
  })
}
