// Fourteen days of changes, applied day by day or at once, have the same result as a full import of the last state.
import { copyFileSync, createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { checksums } from '../../../lab/catalogs/checksum.ts'
import { runImport } from '../../../src/importer/run.ts'
import { syncSource } from '../../../src/importer/sync.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { storesForTest, type TestStores } from '../../support/database.ts'

const categories = ['en:dairies', 'en:cheeses', 'en:yogurts', 'en:jams', 'en:frozen-foods']
const start = 1_790_000_000
const day = 86_400
const days = 14
const productsAtFirst = 2_000

type Product = Record<string, unknown> & { code: string }

/** The same changes every time. */
function randomNumbers(): (below: number) => number {
  let state = 42
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A folder with deltas, and what the two official dumps would hold at the end. */
function makeDeltas() {
  const below = randomNumbers()
  const folder = mkdtempSync(join(tmpdir(), 'larder-deltas-'))
  const products = new Map<string, Product>()
  const obsolete: Product[] = []
  let made = 0
  const make = (time: number): Product => {
    const kind = below(20)
    // Some have in-store codes, some an unusable name, some are no food.
    const code = `${kind === 0 ? '2' : '4'}${String(100_000_000_000 + made++)}`
    return {
      _id: code,
      code,
      lang: 'en',
      product_name: kind === 1 ? '???' : `Food ${below(600)} of kind ${below(3)}`,
      product_type: kind === 2 ? 'petfood' : 'food',
      brands: `Brand ${below(9)}`,
      categories_tags: [categories[below(categories.length)]],
      unique_scans_n: below(50),
      last_modified_t: time,
      nutriments: { 'energy-kcal_100g': below(900), fat_100g: below(120), proteins_100g: below(20) },
    }
  }
  for (let n = 0; n < productsAtFirst; n++) {
    const product = make(start - below(1000))
    products.set(product.code, product)
  }
  const write = (name: string, lines: Iterable<Product>) => {
    const path = join(folder, name)
    writeFileSync(path, gzipSync([...lines].map(line => JSON.stringify(line)).join('\n')))
    return path
  }
  const first = write('first.jsonl.gz', products.values())
  const names: string[] = []
  for (let today = 0; today < days; today++) {
    const [from, to] = [start + today * day, start + (today + 1) * day]
    const touched = new Map<string, Product>()
    for (let n = 0; n < 60; n++) {
      const codes = [...products.keys()]
      const code = codes[below(codes.length)] ?? ''
      const action = below(10)
      if (action === 0) {
        // It moves to the dump of withdrawn products, and no delta contains it.
        obsolete.push({ ...products.get(code), obsolete: 'on', code })
        products.delete(code)
        touched.delete(code)
      } else {
        const change = make(from + below(day))
        const changed = action < 4 ? change : { ...change, code, _id: code }
        products.set(changed.code, changed)
        touched.set(changed.code, changed)
      }
    }
    const name = `openfoodfacts_products_${from}_${to}.json.gz`
    write(name, touched.values())
    names.unshift(name)
  }
  writeFileSync(join(folder, 'index.txt'), `${names.join('\n')}\n`)
  return {
    folder,
    first,
    names,
    last: write('last.jsonl.gz', products.values()),
    obsolete: write('obsolete.jsonl.gz', obsolete),
    products: products.size,
  }
}

const made = makeDeltas()
afterAll(() => rmSync(made.folder, { recursive: true }))

const connected = <T>(stores: TestStores, work: Parameters<typeof withConnection<T>>[1]) =>
  withConnection(stores.databaseUrl, work)
const importWhole = (stores: TestStores, file: string) =>
  connected(stores, client =>
    runImport(client, { inputs: [{ file, origin: { from: 'off' } }], fullDumpOf: 'off' }),
  )
const sums = (stores: TestStores) => connected(stores, checksums)
const ids = async (stores: TestStores) =>
  new Map(
    (await stores.sql<{ source_id: string; id: number }>('select source_id, id from foods')).map(row => [
      row.source_id,
      row.id,
    ]),
  )

async function servingFolder<T>(work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => {
    createReadStream(join(made.folder, request.url ?? ''))
      .on('error', () => response.writeHead(404).end())
      .pipe(response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe('larder sync off', () => {
  it('equals a full import of the last state, from a directory and over HTTP', async () => {
    const whole = await storesForTest()
    await importWhole(whole, made.last)
    const expected = await sums(whole)
    expect(expected.foods).toBeGreaterThan(productsAtFirst / 2)

    const fromFolder = await storesForTest()
    await importWhole(fromFolder, made.first)
    const idsBefore = await ids(fromFolder)
    const report = await connected(fromFolder, client =>
      syncSource(client, 'off', { from: made.folder, obsolete: made.obsolete }),
    )
    expect(report).toMatchObject({ cursor: start + days * day, files: made.names.toReversed() })
    const idsAfter = await ids(fromFolder)

    const overHttp = await storesForTest()
    await importWhole(overHttp, made.first)
    await servingFolder(url =>
      connected(overHttp, client => syncSource(client, 'off', { from: url, obsolete: made.obsolete })),
    )

    expect((await sums(fromFolder)).content).toBe(expected.content)
    expect(await sums(overHttp)).toEqual(await sums(fromFolder))
    for (const [source_id, id] of idsBefore) expect([id, undefined]).toContain(idsAfter.get(source_id))
  })

  it('has the same result day by day as at once, and is idempotent', async () => {
    const stores = await storesForTest()
    await importWhole(stores, made.first)
    const seen = mkdtempSync(join(tmpdir(), 'larder-day-'))
    for (const name of made.names.toReversed()) {
      copyFileSync(join(made.folder, name), join(seen, name))
      const { files } = await connected(stores, client => syncSource(client, 'off', { from: seen }))
      expect(files).toEqual([name])
    }
    await connected(stores, client => syncSource(client, 'off', { from: seen, obsolete: made.obsolete }))
    const whole = await storesForTest()
    await importWhole(whole, made.last)
    expect((await sums(stores)).content).toBe((await sums(whole)).content)
    expect(await connected(stores, client => syncSource(client, 'off', { from: seen }))).toMatchObject({
      files: [],
      imported: null,
    })
    rmSync(seen, { recursive: true })
  })

  it('reports a gap with advice and changes nothing', async () => {
    const stores = await storesForTest()
    await importWhole(stores, made.first)
    await stores.sql(`update sync_cursors set cursor = ${start - 3 * day}`)
    const before = await sums(stores)
    await expect(
      connected(stores, client => syncSource(client, 'off', { from: made.folder })),
    ).rejects.toThrow('larder import off FILE --full')
    expect(await sums(stores)).toEqual(before)
    const { files } = await connected(stores, client =>
      syncSource(client, 'off', { from: made.folder, allowGap: true }),
    )
    expect(files).toHaveLength(days)
  })

  it('restores the id of a product that returns', async () => {
    const stores = await storesForTest()
    await importWhole(stores, made.first)
    const before = await ids(stores)
    await connected(stores, client =>
      runImport(client, { inputs: [{ file: made.first, origin: { from: 'off', obsolete: true } }] }),
    )
    expect((await ids(stores)).size).toBe(0)
    await connected(stores, client =>
      runImport(client, { inputs: [{ file: made.first, origin: { from: 'off' } }] }),
    )
    expect(await ids(stores)).toEqual(before)
  })
})
