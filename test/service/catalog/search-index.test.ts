// Nodes read the search index that the import has built, and after a small change only what has changed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { printMeasurement } from '../../../lab/report.ts'
import { runImport } from '../../../src/importer/run.ts'
import { migrateAndBuildSearchIndex } from '../../../src/main/commands/migrate.ts'
import { type DatabasePool, withConnection } from '../../../src/platform/database/pool.ts'
import { buildSearchIndex } from '../../../src/search/index/search-index.ts'
import { createVocabularyCache } from '../../../src/search/vocabulary/vocabulary-cache.ts'
import { createStores, type TestStores } from '../../support/database.ts'
import { openTestPool } from '../../support/keys.ts'

const products = 3_000
const wordsPerProduct = 6
const folder = mkdtempSync(join(tmpdir(), 'larder-index-'))
let stores: TestStores
let database: DatabasePool
beforeAll(async () => {
  stores = await createStores()
  database = openTestPool(stores, 2)
  await importProducts(Array.from({ length: products }, (_, n) => n))
})
afterAll(async () => {
  await database.close()
  await stores.drop()
  rmSync(folder, { recursive: true })
})

/** Words that no other product has. */
const wordsOf = (n: number) =>
  Array.from({ length: wordsPerProduct }, (_, word) => {
    let number = n * wordsPerProduct + word
    let letters = ''
    for (let length = 0; length < 7; length++, number = Math.floor(number / 7))
      letters += 'aklmnor'[number % 7]
    return letters
  })

function importProducts(numbers: number[]) {
  const file = join(folder, 'products.jsonl')
  const lines = numbers.map(n =>
    JSON.stringify({ code: String(4_006_381_000_000 + n), product_name: wordsOf(n).join(' ') }),
  )
  writeFileSync(file, lines.join('\n'))
  return withConnection(stores.databaseUrl, client =>
    runImport(client, { inputs: [{ file, origin: { from: 'off' } }] }),
  )
}

async function processorTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

it('takes a small part of the time to learn of a small change that it takes to build the index', async () => {
  const cache = createVocabularyCache(database)
  const before = await cache.current()
  const terms = (await stores.sql<{ term: string; document_frequency: number }>('select * from terms')).map(
    each => ({ term: each.term, documentFrequency: each.document_frequency }),
  )
  expect(terms.length).toBeGreaterThan(products * wordsPerProduct * 0.9)

  await importProducts([products + 1, products + 2])
  const [word = ''] = wordsOf(products + 1)
  expect(before.documentFrequency(word)).toBe(0)
  const learning = await processorTimeOf(() => cache.reload('another version'))
  expect((await cache.current()).documentFrequency(word)).toBe(1)
  expect((await cache.current()).documentFrequency(terms[0]?.term ?? '')).toBe(1)

  const building = await processorTimeOf(() => buildSearchIndex(terms))
  printMeasurement('learning of a small change, of building the index', (100 * learning) / building, '%')
  expect(learning).toBeLessThan(building / 3)
})

it('builds the index again when many terms have changed', async () => {
  const changes = () => stores.sql<{ count: number }>('select count(*) from changed_terms')
  const builds = () => stores.sql('select search_index_build from catalog_stats')
  const before = await builds()
  await importProducts(Array.from({ length: 100 }, (_, n) => products + 100 + n))
  expect((await changes())[0]?.count).toBeGreaterThan(500)
  expect(await builds()).toEqual(before)
  await importProducts(Array.from({ length: 900 }, (_, n) => products + 200 + n))
  expect(await changes()).toEqual([{ count: 0 }])
  expect(await builds()).not.toEqual(before)
  const [word = ''] = wordsOf(products + 1_000)
  expect((await createVocabularyCache(database).current()).documentFrequency(word)).toBe(1)
})

it('is built by larder migrate for a catalog that an earlier release has imported', async () => {
  await stores.sql('delete from search_index_parts')
  await stores.sql('update catalog_stats set search_index_build = null')
  const migrate = () => withConnection(stores.databaseUrl, migrateAndBuildSearchIndex)
  expect(await migrate()).toMatchObject({ builtSearchIndex: true })
  expect(await migrate()).toMatchObject({ builtSearchIndex: false })
  expect((await createVocabularyCache(database).current()).documentFrequency(wordsOf(1)[0] ?? '')).toBe(1)
})
