import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { programArguments } from '../../../lab/build.ts'
import { environmentFor } from '../../../lab/service.ts'
import { checksums } from '../../../src/importer/checksum.ts'
import { runImport } from '../../../src/importer/run.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { storesForTest, type TestStores } from '../../support/database.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'larder-snapshot-'))
afterAll(() => rmSync(folder, { recursive: true }))

const larder = (stores: TestStores, ...args: string[]) =>
  run(process.execPath, [...programArguments(), ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...environmentFor(stores) },
  })
const sums = (stores: TestStores) => withConnection(stores.databaseUrl, checksums)

async function catalogWithAPast(): Promise<TestStores> {
  const stores = await storesForTest('fixture-foods')
  const products = [
    { code: '4006381333931', product_name: 'Soup &amp; "bread" \\ \t tab', nutriments: { fat_100g: 140 } },
    { code: '4006381333948', product_name: 'Gone', obsolete: 'on' },
    { code: '4006381333955', product_name: 'Löffel Ž 汤 🍲', ingredients_text: 'Water, "salt"' },
    // The same GTIN as the last one.
    { code: '04006381333955', product_name: 'Another record' },
  ]
  const file = join(folder, 'products.jsonl')
  writeFileSync(file, products.map(product => JSON.stringify(product)).join('\n'))
  await withConnection(stores.databaseUrl, client =>
    runImport(client, {
      inputs: [{ file, origin: { from: 'off' } }],
      cursor: { source: 'off', at: 1_790_000_000 },
    }),
  )
  return stores
}

it('recreates the same catalog, including ids, from an export', async () => {
  const original = await catalogWithAPast()
  const file = join(folder, 'catalog.jsonl.gz')
  await larder(original, 'snapshot', 'export', file)
  const [header = '', ...rest] = gunzipSync(readFileSync(file)).toString().trim().split('\n')
  expect(JSON.parse(header)).toMatchObject({
    larder_snapshot: 2,
    foods: 302,
    excluded_records: 1,
    superseded_records: 1,
    sync_cursors: { off: 1_790_000_000 },
    licence: { attribution: 'Open Food Facts contributors, ODbL 1.0, https://openfoodfacts.org' },
  })
  expect(rest).toHaveLength(304)

  const copy = await storesForTest()
  await larder(copy, 'snapshot', 'import', file)
  expect(await sums(copy)).toEqual(await sums(original))
  const excluded = 'select source, source_id, reason, food_id from excluded_records order by source_id'
  expect(await copy.sql(excluded)).toEqual(await original.sql(excluded))
  const superseded = 'select food_id, source_id, name, barcode from superseded_records'
  expect(await copy.sql(superseded)).toEqual(await original.sql(superseded))
  const details = 'select food_id, details from food_details order by food_id'
  expect(await copy.sql(details)).toEqual(await original.sql(details))
  const derived = 'select category, count from category_counts order by category'
  expect(await copy.sql(derived)).toEqual(await original.sql(derived))
  const brands = 'select normalized_brand, name, count from brand_counts order by normalized_brand'
  expect(await copy.sql(brands)).toEqual(await original.sql(brands))
  expect((await larder(copy, 'snapshot', 'export')).stdout.split('\n').slice(1)).toEqual([...rest, ''])
})

it('imports a snapshot of an earlier release, which does not say whose the ids of excluded records were', async () => {
  const original = await catalogWithAPast()
  const { stdout } = await larder(original, 'snapshot', 'export')
  const file = join(folder, 'earlier.jsonl')
  expect(stdout).toContain('"was_shown_last"')
  writeFileSync(file, stdout.replaceAll(/,"was_shown_last":(?:true|false)/g, ''))
  const copy = await storesForTest()
  await larder(copy, 'snapshot', 'import', file)
  expect(await sums(copy)).toEqual(await sums(original))
  expect(await copy.sql('select was_shown_last from excluded_records')).toEqual([{ was_shown_last: true }])
})

it.each([
  ['into a catalog that is not empty', (whole: string) => whole, true, 'the catalog is not empty'],
  [
    'a file that ends too early',
    (whole: string) => whole.split('\n').slice(0, -9).join('\n'),
    false,
    'download it again',
  ],
  ['a damaged line', (whole: string) => whole.replace('"name"', '"name'), false, 'is damaged'],
  [
    'a source that this version does not know',
    (whole: string) => whole.replace(/("id":\d+,"source":)"off"/, '$1"nowhere"'),
    false,
    'unknown source',
  ],
  ['another kind of file', () => '{"code":"1"}', false, 'not a snapshot'],
  [
    'a later version',
    (whole: string) => whole.replace('"larder_snapshot":2', '"larder_snapshot":9'),
    false,
    'version 9',
  ],
] as const)('rejects %s and changes nothing', async (_, spoil, intoFull, message) => {
  const original = await catalogWithAPast()
  const { stdout } = await larder(original, 'snapshot', 'export')
  const file = join(folder, 'spoiled.jsonl')
  writeFileSync(file, spoil(stdout))
  const target = intoFull ? original : await storesForTest()
  const before = await sums(target)
  const failed = await larder(target, 'snapshot', 'import', file).catch(error => error)
  expect(failed.stderr).toContain(message)
  expect(await sums(target)).toEqual(before)
})
