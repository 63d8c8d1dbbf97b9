import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { importTaxonomy } from '../../../src/importer/import-taxonomy.ts'
import { runImport } from '../../../src/importer/run.ts'
import { loadTaxonomy, taxonomyFingerprint } from '../../../src/importer/taxonomy.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { storesForTest } from '../../support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-taxonomy-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const taxonomy = {
  'en:cheeses': { name: { en: 'Cheeses', fr: 'Fromages' }, parents: [] },
  'en:hill-cheeses': { name: { en: 'Hill cheeses' }, synonyms: { en: ['Hilly'] }, parents: ['en:cheeses'] },
}
const plain = file('categories.json', JSON.stringify(taxonomy))
const compressed = file('categories.json.gz', gzipSync(JSON.stringify(taxonomy)))
const dump = file(
  'foods.jsonl',
  JSON.stringify({ code: '4099999000012', product_name: 'Round one', categories_tags: ['en:hill-cheeses'] }),
)

it('replaces the taxonomy, and the next import of an unchanged dump applies it', async () => {
  const { databaseUrl, sql } = await storesForTest()
  const importDump = () =>
    withConnection(databaseUrl, client =>
      runImport(client, { inputs: [{ file: dump, origin: { from: 'off' } }] }),
    )
  const category = async () =>
    (await sql<{ category: string | null }>('select category from foods'))[0]?.category
  await importDump()
  expect(await category()).toBeNull()

  await withConnection(databaseUrl, async client => {
    const before = await taxonomyFingerprint(client)
    expect(await importTaxonomy(client, plain, { dryRun: true })).toEqual({
      categories: 2,
      languages: 2,
      changed: null,
    })
    expect(await taxonomyFingerprint(client)).toBe(before)
    expect(await importTaxonomy(client, plain, { dryRun: false })).toMatchObject({ changed: true })
    expect(await importTaxonomy(client, compressed, { dryRun: false })).toMatchObject({ changed: false })
    expect(await taxonomyFingerprint(client)).not.toBe(before)
    expect(await loadTaxonomy(client)).toEqual([
      { id: 'en:cheeses', parents: [], names: { en: 'Cheeses', fr: 'Fromages' }, synonyms: {} },
      {
        id: 'en:hill-cheeses',
        parents: ['en:cheeses'],
        names: { en: 'Hill cheeses' },
        synonyms: { en: ['Hilly'] },
      },
    ])
  })
  expect(await category()).toBeNull()
  expect(await importDump()).toMatchObject({ skipped: 0, foods: { changed: 1 } })
  expect(await category()).toBe('Cheeses')
  expect(await importDump()).toMatchObject({ skipped: 1, foods: { changed: 0 } })
})

it.each([
  ['a truncated file', gzipSync(JSON.stringify(taxonomy)).subarray(0, 60), 'download it again'],
  [
    'another file',
    JSON.stringify({ 'en:organic': { name: { en: 'Organic' } } }),
    'not the category taxonomy',
  ],
])('rejects %s and keeps the taxonomy', async (_, content, message) => {
  const { databaseUrl } = await storesForTest()
  await withConnection(databaseUrl, async client => {
    await importTaxonomy(client, plain, { dryRun: false })
    const path = file('other.json', content)
    await expect(importTaxonomy(client, path, { dryRun: false })).rejects.toThrow(message)
    expect(await loadTaxonomy(client)).toHaveLength(2)
  })
})
