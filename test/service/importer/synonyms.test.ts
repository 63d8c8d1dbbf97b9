import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { importTaxonomy } from '../../../src/importer/import-taxonomy.ts'
import { runImport } from '../../../src/importer/run.ts'
import { syncSource } from '../../../src/importer/sync.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { storesForTest, type TestStores } from '../../support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-synonyms-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const dump = file('foods.jsonl', JSON.stringify({ code: '4099999000012', product_name: 'Round one' }))
const taxonomy = file(
  'categories.json',
  JSON.stringify({ 'en:cheeses': { name: { en: 'Cheeses', lv: 'Sieri cieti' }, parents: [] } }),
)

const importDump = ({ databaseUrl }: TestStores, synonymsFile?: string) =>
  withConnection(databaseUrl, client =>
    runImport(client, { inputs: [{ file: dump, origin: { from: 'off' } }], synonymsFile }),
  )

async function targets({ databaseUrl }: TestStores, phrase: string) {
  return await withConnection(databaseUrl, async client => {
    const { rows } = await client.query(
      'select target, kind from synonyms where phrase = $1 order by position',
      [phrase],
    )
    return rows.length === 0 ? undefined : rows
  })
}

const version = async ({ sql }: TestStores) =>
  (await sql<{ version: string }>('select refreshed_at::text || xmin as version from catalog_stats'))[0]
    ?.version

it('applies the file of the operator with the next import, although no food has changed', async () => {
  const stores = await storesForTest()
  const mine = file('mine.txt', 'round thing => Runde Sache')
  await importDump(stores, mine)
  expect(await targets(stores, 'round thing')).toEqual([{ target: 'runde sache', kind: 'operator' }])
  expect(await targets(stores, 'courgette')).toEqual([{ target: 'zucchini', kind: 'shipped' }])

  file('mine.txt', 'round thing => wheel, disc\ncourgette => baby marrow')
  expect(await importDump(stores, mine)).toMatchObject({ skipped: 1, foods: { changed: 0 } })
  expect(await targets(stores, 'round thing')).toEqual([
    { target: 'wheel', kind: 'operator' },
    { target: 'disc', kind: 'operator' },
  ])
  expect(await targets(stores, 'courgette')).toEqual([
    { target: 'baby marrow', kind: 'operator' },
    { target: 'zucchini', kind: 'shipped' },
  ])

  const before = await version(stores)
  await importDump(stores, mine)
  expect(await version(stores)).toBe(before)

  await importDump(stores)
  expect(await targets(stores, 'round thing')).toBeUndefined()
  expect(await version(stores)).not.toBe(before)
})

it('applies it with a sync that has no deltas, and applies a new taxonomy', async () => {
  const stores = await storesForTest()
  const deltas = join(folder, 'deltas')
  mkdirSync(deltas)
  writeFileSync(
    join(deltas, 'openfoodfacts_products_1790000000_1790000100.json.gz'),
    gzipSync(readFileSync(dump)),
  )
  const sync = (synonymsFile?: string) =>
    withConnection(stores.databaseUrl, client => syncSource(client, 'off', { from: deltas, synonymsFile }))
  expect((await sync()).files).toHaveLength(1)
  const mine = file('synced.txt', 'round thing => wheel')
  expect((await sync(mine)).files).toEqual([])
  expect(await targets(stores, 'round thing')).toEqual([{ target: 'wheel', kind: 'operator' }])
  await withConnection(stores.databaseUrl, client =>
    importTaxonomy(client, taxonomy, { dryRun: false, synonymsFile: mine }),
  )
  expect(await targets(stores, 'cieti sieri')).toEqual([{ target: 'cheeses', kind: 'taxonomy' }])
  expect(await targets(stores, 'round thing')).toEqual([{ target: 'wheel', kind: 'operator' }])
})

it.each([
  [
    'a mistake',
    () => file('wrong.txt', 'one, two\nround'),
    /wrong\.txt, line 2: "round" is a single name\. Write/,
  ],
  ['a missing file', () => join(folder, 'absent.txt'), /SYNONYMS_FILE cannot be read: .*absent\.txt/],
])('stops before the import because of %s', async (_, path, message) => {
  const stores = await storesForTest()
  await expect(importDump(stores, path())).rejects.toThrow(message)
  expect(await stores.sql('select from foods')).toEqual([])
})
