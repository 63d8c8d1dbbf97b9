// The size of packs, how fast they are read, what writing them costs, and the size of deltas.
//   npm run bench -- packs --database-url URL [--top 100000] [--formats] [--nightly-url URL --shares 0.1,0.5,1,2]
// --formats measures time and memory of every format. --nightly-url changes that catalog: give the URL of a copy.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs, promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { applyDelta, differencesOf } from '../lab/catalogs/apply-delta.ts'
import { atMost, printMissed, printTable } from '../lab/report.ts'
import { quantile } from '../lab/statistics.ts'
import { runImport } from '../src/importer/run.ts'
import { exportPack } from '../src/packs/export.ts'
import { type PackEntry, type PackSelection, packFieldSets, packFormats } from '../src/packs/pack.ts'
import { withConnection } from '../src/platform/database/pool.ts'

const { values: options } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    top: { type: 'string', default: '100000' },
    formats: { type: 'boolean', default: false },
    'nightly-url': { type: 'string' },
    shares: { type: 'string', default: '0.1,0.5,1,2' },
  },
})
const databaseUrl = options['database-url']
if (databaseUrl === undefined) throw new Error('--database-url is required')
const lean: PackSelection = { format: 'sqlite', country: null, top: Number(options.top), fields: 'lean' }
const folder = mkdtempSync(join(tmpdir(), 'larder-bench-packs-'))

try {
  await measureReads(databaseUrl)
  if (options.formats) await measureFormats(databaseUrl)
  const nightlyUrl = options['nightly-url']
  if (nightlyUrl !== undefined) await measureDeltas(nightlyUrl, options.shares.split(',').map(Number))
  printMissed()
} finally {
  rmSync(folder, { recursive: true })
}

function writePack(
  url: string,
  selection: PackSelection,
  into: string,
  deltaFrom?: string,
): Promise<PackEntry[]> {
  return withConnection(url, client =>
    exportPack(client, {
      selection,
      folder: into,
      deltaFrom,
      onFoods: () => undefined,
      onPhase: () => undefined,
    }),
  )
}

function decompressed({ url }: Pick<PackEntry, 'url'>, from: string): string {
  const file = join(folder, `${url}.sqlite`)
  writeFileSync(file, gunzipSync(readFileSync(join(from, url))))
  return file
}

async function measureReads(url: string): Promise<void> {
  const into = join(folder, 'reads')
  const [pack] = await writePack(url, lean, into)
  if (pack === undefined) throw new Error('no pack was written')
  const database = new DatabaseSync(decompressed(pack, into), { readOnly: true })
  printTable(
    ['foods', 'SQLite, MB', 'compressed, MB'],
    [
      [
        String(pack.foods),
        atMost(pack.uncompressed_bytes / 1e6, { of: 'the size of the pack', target: 20, digits: 2 }),
        atMost(pack.bytes / 1e6, { of: 'the compressed size of the pack', target: 7, digits: 2 }),
      ],
    ],
  )
  const search = database.prepare(
    'select foods.* from foods_fts join foods on popularity_rank = foods_fts.rowid where foods_fts match ? order by foods_fts.rowid limit 20',
  )
  const rows: string[][] = []
  const measure = (name: string, work: () => unknown, target: number) => {
    const first = elapsed(work)
    const before = process.threadCpuUsage()
    const times = Array.from({ length: 200 }, () => elapsed(work))
    const { user, system } = process.threadCpuUsage(before)
    rows.push([
      name,
      first.toFixed(3),
      atMost(quantile(times, 0.5), { of: name, target, digits: 3 }),
      quantile(times, 0.99).toFixed(3),
      ((user + system) / 1000 / times.length).toFixed(3),
    ])
  }
  const lookup = database.prepare('select * from foods where barcode = ?')
  const barcodes = database
    .prepare('select barcode from foods where barcode is not null order by id % 7919, id limit 201')
    .all()
  let next = 0
  measure('barcode', () => lookup.all(barcodes[next++ % barcodes.length]?.['barcode'] ?? 0), 1)
  for (const prefix of new Set([
    ...['a*', 's*', 'c*', 'ch*', 'cho*', 'choc*', 'chocolate*', 'mil*', 'whole mil*', 'organic ch*'],
    ...worstPrefixes(database),
  ])) {
    const match = prefix
      .split(' ')
      .map(word => (word.endsWith('*') ? `"${word.slice(0, -1)}"*` : `"${word}"`))
      .join(' ')
    measure(`prefix ${prefix}`, () => search.all(match), 10)
  }
  database.close()
  printTable(['query', 'first, ms', 'median, ms', 'p99, ms', 'CPU, ms'], rows)
}

/** The lists of longer prefixes are merged for each query: those with the most foods take longest. */
function worstPrefixes(database: DatabaseSync): string[] {
  const words = new Map<string, number>()
  for (const { name } of database.prepare('select name from foods where is_group_best = 1').iterate()) {
    const prefixes = String(name)
      .toLowerCase()
      .match(/[a-z]{4,}/g)
    for (const prefix of new Set(prefixes?.map(word => word.slice(0, 4)) ?? []))
      words.set(prefix, (words.get(prefix) ?? 0) + 1)
  }
  return [...words]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 3)
    .map(([prefix]) => `${prefix}*`)
}

function elapsed(work: () => unknown): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

/** Each in a separate process, whose peak memory is known. */
async function measureFormats(url: string): Promise<void> {
  const rows: string[][] = []
  for (const top of [lean.top, null]) {
    for (const format of packFormats) {
      for (const fields of packFieldSets) {
        const selection: PackSelection = { ...lean, format, fields, top }
        const { stdout } = await promisify(execFile)(process.execPath, [
          '--input-type=module',
          '-e',
          childScript(url, selection),
        ])
        const { pack, seconds, cpuSeconds, maxRssMb } = JSON.parse(stdout)
        rows.push([
          `${format}, ${fields}`,
          pack.foods.toLocaleString('en-US'),
          (pack.bytes / 1e6).toFixed(1),
          (pack.uncompressed_bytes / 1e6).toFixed(1),
          seconds.toFixed(1),
          cpuSeconds.toFixed(1),
          String(maxRssMb),
        ])
        console.error(rows.at(-1)?.join('  '))
      }
    }
  }
  printTable(['pack', 'foods', 'MB', 'decompressed, MB', 'seconds', 'CPU seconds', 'peak memory, MB'], rows)
}

function childScript(url: string, selection: PackSelection): string {
  return `
  import { exportPack } from ${JSON.stringify(join(import.meta.dirname, '../src/packs/export.ts'))}
  import { withConnection } from ${JSON.stringify(join(import.meta.dirname, '../src/platform/database/pool.ts'))}
  const started = performance.now()
  const [pack] = await withConnection(${JSON.stringify(url)}, client => exportPack(client, {
    selection: ${JSON.stringify(selection)},
    folder: ${JSON.stringify(join(folder, 'formats'))},
    onFoods: () => undefined,
    onPhase: () => undefined,
  }))
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  console.log(JSON.stringify({
    pack,
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    maxRssMb: Math.round(maxRSS / 1000),
  }))`
}

/** Each share is a night: products change, some are new and a few are withdrawn, all through the importer. */
async function measureDeltas(url: string, shares: number[]): Promise<void> {
  const into = join(folder, 'deltas')
  const selections = [lean, { ...lean, format: 'jsonl' as const }]
  for (const selection of selections) await writePack(url, selection, into, 'previous')
  let [old] = await writePack(url, lean, into, 'previous')
  const rows: string[][] = []
  for (const [night, share] of shares.entries()) {
    if (old === undefined) throw new Error('no pack was written')
    const oldFile = decompressed(old, into)
    const changes = await importNight(url, share / 100, night + 1)
    const [pack, delta] = await writePack(url, lean, into, 'previous')
    const [jsonl, jsonlDelta] = await writePack(url, { ...lean, format: 'jsonl' }, into, 'previous')
    if (!pack || !delta || !jsonl || !jsonlDelta) throw new Error('no delta was written')
    const started = performance.now()
    applyDelta(oldFile, decompressed(delta, into))
    const seconds = (performance.now() - started) / 1000
    const differences = differencesOf(oldFile, decompressed(pack, into))
    rows.push([
      `${share} %`,
      changes,
      `${delta.foods} + ${delta.deletions}`,
      `${delta.bytes / 1000} KB`,
      percent(delta, pack, share),
      percent(jsonlDelta, jsonl, share),
      seconds.toFixed(1),
      differences.length === 0 ? 'equal' : `differs in ${differences.join()}`,
    ])
    console.error(rows.at(-1)?.join('  '))
    old = pack
  }
  printTable(
    [
      'share of the catalog',
      'imported',
      'changed and removed in the pack',
      'SQLite delta',
      '% of the SQLite pack',
      '% of the JSONL pack',
      'applied in, s',
      'old pack with delta, and new pack',
    ],
    rows,
  )
}

function percent(delta: PackEntry, pack: PackEntry, share: number): string {
  const of = `the ${delta.format} delta of ${share} %`
  return atMost((100 * delta.bytes) / pack.bytes, { of, target: 5, digits: 2 })
}

/** Nine of ten edits change a food of the catalog, one adds a food; one in fifty withdraws one. */
async function importNight(url: string, share: number, night: number): Promise<string> {
  return withConnection(url, async client => {
    const { rows } = await client.query<{ line: string }>(`
      with edited as (
        select *, row_number() over () as n from foods
          where source = 'off' and barcode is not null and hashint8extended(id, ${night}) / 9.3e18 between 0 and ${2 * share}
      )
      select json_strip_nulls(json_build_object(
          'code', case n % 10 when 0 then '29' || lpad((n * 100 + ${night})::text, 10, '0') || '0' else source_id end,
          'product_name', case n % 3 when 0 then name || ' new' else name end,
          'brands', brand, 'categories', category, 'serving_size', serving_desc, 'unique_scans_n', popularity,
          'obsolete', case when n % 50 = 1 then 'on' end,
          'last_modified_t', extract(epoch from now())::bigint,
          'nutriments', json_build_object(
            'energy-kcal_100g', calories_kcal, 'proteins_100g', protein_g, 'fat_100g', fat_g,
            'carbohydrates_100g', carbs_g, 'fiber_100g', fiber_g, 'sugars_100g', sugar_g,
            'salt_100g', round((coalesce(sodium_mg, 0) * 0.0025 + 0.01)::numeric, 4), 'saturated-fat_100g', saturated_fat_g)
        ))::text as line from edited`)
    const file = join(folder, `night-${night}.jsonl`)
    writeFileSync(file, rows.map(({ line }) => `${line}\n`).join(''))
    const report = await runImport(client, { inputs: [{ file, origin: { from: 'off' } }] })
    return `${rows.length} lines: ${report.foods.added} added, ${report.foods.changed} changed, ${report.foods.removed} removed`
  })
}
