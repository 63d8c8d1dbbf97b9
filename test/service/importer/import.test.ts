import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startService } from '../../../lab/service.ts'
import type { ImportOptions } from '../../../src/importer/begin.ts'
import { runImport } from '../../../src/importer/run.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { createStores, emptyCatalog, type TestStores } from '../../support/database.ts'

let stores: TestStores
const folder = mkdtempSync(join(tmpdir(), 'larder-import-'))
beforeAll(async () => {
  stores = await createStores()
})
beforeEach(() => stores.sql(emptyCatalog))
afterAll(async () => {
  await stores.drop()
  rmSync(folder, { recursive: true })
})

const product = (code: string, name: string, more: object = {}) => ({
  code,
  lang: 'en',
  product_name: name,
  product_type: 'food',
  nutriments: {
    'energy-kcal_100g': 250,
    fat_100g: 10,
    carbohydrates_100g: 30,
    proteins_100g: 10,
    sugars_100g: 5,
    'saturated-fat_100g': 2,
    salt_100g: 1,
  },
  ...more,
})

function dump(name: string, lines: (object | string)[], gzip = false): string {
  const path = join(folder, name)
  const text = lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  writeFileSync(path, gzip ? gzipSync(text) : text)
  return path
}

const importOff = (
  path: string,
  { reprocess = false, ...whole }: Partial<ImportOptions> & { reprocess?: boolean } = {},
) =>
  withConnection(stores.databaseUrl, client =>
    runImport(client, { inputs: [{ file: path, origin: { from: 'off' }, reprocess }], ...whole }),
  )
const foods = () =>
  stores.sql('select id, source_id, barcode, name, fat_g, sodium_mg, calories_kcal from foods order by id')

it.each([
  ['in this thread', 0],
  ['in worker threads', 5 * 1024 * 1024],
])('applies the image hosts of the operator to unchanged lines too, %s', async (_, bytes) => {
  const image = {
    image_front_url: 'https://cdn.photos.test/soup.jpg',
    image_url: 'https://cdn.photos.test/soup.jpg',
  }
  // Large files are judged in worker threads.
  const other = product('20000011', 'Bread', { padding: 'x'.repeat(bytes / 10) })
  const path = dump(`images-${bytes}.jsonl`, [
    product('4006381333931', 'Soup', image),
    ...Array.from({ length: 10 }, () => other),
  ])
  const imageOf = async () =>
    (await stores.sql(`select image_url from foods where barcode = '4006381333931'`))[0]?.['image_url']
  await importOff(path)
  expect(await imageOf()).toBeNull()
  const imageHosts = ['photos.test']
  expect(await importOff(path, { imageHosts })).toMatchObject({ skipped: 0, foods: { changed: 1 } })
  expect(await imageOf()).toBe('https://cdn.photos.test/soup.jpg')
  expect(await importOff(path, { imageHosts })).toMatchObject({ foods: { changed: 0 } })
  expect(await importOff(path)).toMatchObject({ foods: { changed: 1 } })
  expect(await imageOf()).toBeNull()
})

describe('larder import off', () => {
  it('is idempotent, and keeps the id of a changed product', async () => {
    const first = dump(
      'first.jsonl.gz',
      [product('3017620422003', 'Hazelnut spread'), product('20000011', 'Rye &amp; oat bread')],
      true,
    )
    expect(await importOff(first)).toMatchObject({
      read: 2,
      shown: 2,
      foods: { added: 2, changed: 0, removed: 0, total: 2 },
    })
    const before = await foods()
    expect(before).toEqual([
      {
        id: 1,
        source_id: '3017620422003',
        barcode: '3017620422003',
        name: 'Hazelnut spread',
        fat_g: 10,
        sodium_mg: 400,
        calories_kcal: 250,
      },
      {
        id: 2,
        source_id: '20000011',
        barcode: '20000011',
        name: 'Rye & oat bread',
        fat_g: 10,
        sodium_mg: 400,
        calories_kcal: 250,
      },
    ])
    expect(await importOff(first)).toMatchObject({ skipped: 2, foods: { added: 0, changed: 0, total: 2 } })
    expect(await importOff(first, { reprocess: true })).toMatchObject({ shown: 2, foods: { changed: 0 } })
    expect(await foods()).toEqual(before)

    const second = dump('second.jsonl', [product('20000011', 'Rye bread'), product('4006381333931', 'Soup')])
    expect(await importOff(second)).toMatchObject({ foods: { added: 1, changed: 1, total: 3 } })
    expect((await foods()).map(({ id, name }) => [id, name])).toEqual([
      [1, 'Hazelnut spread'],
      [2, 'Rye bread'],
      [4, 'Soup'],
    ])
  })

  it('drops implausible values, and rejects records that are no food with a reason', async () => {
    const report = await importOff(
      dump('odd.jsonl', [
        product('3017620422003', 'Butter', { nutriments: { fat_100g: 140, proteins_100g: 1 } }),
        product('20000011', '???'),
        product('20000028', 'Shampoo', { product_type: 'beauty' }),
        product('20000035', 'Old cake', { obsolete: 'on' }),
      ]),
    )
    expect(report.rejected).toEqual({ 'no-name': 1, 'not-food': 1, obsolete: 1 })
    expect(report.quality_flags).toMatchObject({ 'over-100-g': 1 })
    expect(await foods()).toMatchObject([{ name: 'Butter', fat_g: null, sodium_mg: null }])
  })

  it('merges UPC and EAN forms and duplicate ids into one food with a stable id', async () => {
    const report = await importOff(
      dump('same.jsonl', [
        product('042100005264', 'Milk'),
        product('0042100005264', 'Milk', { unique_scans_n: 9 }),
        product('20000011', 'New name', { last_modified_t: 2 }),
        product('20000011', 'Old name', { last_modified_t: 1 }),
      ]),
    )
    expect(report).toMatchObject({ repeated: 1, superseded: 1, foods: { added: 2 } })
    expect((await foods()).map(({ id, name, source_id }) => [id, name, source_id])).toEqual([
      [2, 'Milk', '0042100005264'],
      [5, 'New name', '20000011'],
    ])
    // The other record is the better one now; the id stays.
    await importOff(
      dump('later.jsonl', [
        product('042100005264', 'Milk', { unique_scans_n: 999 }),
        product('0042100005264', 'Milk'),
      ]),
    )
    expect((await foods()).map(({ id, source_id }) => [id, source_id])).toEqual([
      [2, '042100005264'],
      [5, '20000011'],
    ])
  })

  it('refreshes derived tables, so that a running service finds the foods immediately', async () => {
    const service = await startService(stores)
    await importOff(
      dump('new.jsonl', [product('3017620422003', 'Cloudberry jam', { categories_tags: ['en:jams'] })]),
    )
    expect((await ask(service.apiUrl, '/search?q=cloudbery')).json).toMatchObject([
      { name: 'Cloudberry jam' },
    ])
    expect((await ask(service.apiUrl, '/foods/categories')).json).toEqual([
      { category: 'Jams and marmalades', count: 1 },
      { category: 'Spreads', count: 1 },
    ])
    expect((await ask(service.apiUrl, '/foods/popular?has_image=false')).json).toHaveLength(1)
    await service.stop()
  })
})

describe('removed foods', () => {
  const bread = product('3017620422003', 'Bread')
  const soup = product('4006381333931', 'Soup')
  const cake = product('4006381333948', 'Cake')
  const names = async () => (await foods()).map(({ name }) => name)

  it('removes foods missing from a full dump, and restores their ids when they return', async () => {
    await importOff(dump('three.jsonl', [bread, soup, cake, ...others]))
    const before = await foods()
    const without = dump('two.jsonl', [bread, cake, ...others])
    expect(await importOff(without)).toMatchObject({ foods: { removed: 0 } })
    expect(await importOff(without, { fullDumpOf: 'off' })).toMatchObject({
      skipped: 12,
      foods: { removed: 1 },
    })
    expect(await names()).not.toContain('Soup')
    expect(await stores.sql('select source_id, reason, food_id from excluded_records')).toEqual([
      { source_id: '4006381333931', reason: 'vanished', food_id: 2 },
    ])
    await importOff(dump('new.jsonl', [product('4006381333955', 'Tart')]))
    expect(await importOff(dump('back.jsonl', [soup]))).toMatchObject({ foods: { added: 1 } })
    expect((await foods()).slice(0, before.length)).toEqual(before)
    expect(await stores.sql('select from excluded_records')).toEqual([])
  })
  it('requires --allow-mass-removal to remove more than a fifth', async () => {
    await importOff(dump('three.jsonl', [bread, soup, cake]))
    const one = dump('one.jsonl', [bread])
    await expect(importOff(one, { fullDumpOf: 'off' })).rejects.toThrow('2 of 3 records are not in this file')
    expect(await foods()).toHaveLength(3)
    expect(await importOff(one, { fullDumpOf: 'off', allowMassRemoval: true })).toMatchObject({
      foods: { removed: 2 },
    })
  })
  it('removes a food that is missing, although its peers have changed', async () => {
    const fruit = (n: number, nutriments: object = {}) =>
      product(String(4_006_381_500_000 + n), 'Oddfruit', {
        nutriments: {
          ...{ 'energy-kcal_100g': 55, proteins_100g: 1, fat_100g: 0.3, carbohydrates_100g: 12 + n / 100 },
          ...{ 'saturated-fat_100g': 0.1, sugars_100g: 10, salt_100g: 0.01 },
          ...nutriments,
        },
      })
    const unlike = fruit(99, {
      ...{ 'energy-kcal_100g': 570, proteins_100g: 20, fat_100g: 50, carbohydrates_100g: 10 },
      ...{ 'saturated-fat_100g': 20, sugars_100g: 5 },
    })
    const few = Array.from({ length: 10 }, (_, n) => fruit(n))
    await importOff(dump('few.jsonl', [...few, unlike]))
    const enough = [...few, ...Array.from({ length: 6 }, (_, n) => fruit(10 + n))]
    const report = await importOff(dump('enough.jsonl', enough), { fullDumpOf: 'off' })
    expect(report.foods).toMatchObject({ added: 6, removed: 1, total: 16 })
    expect(await stores.sql('select from foods where calories_kcal > 100')).toEqual([])
  })
  it('removes only foods of the source, including those without a line digest', async () => {
    await withConnection(stores.databaseUrl, client =>
      runImport(client, {
        inputs: [
          {
            file: dump('community.jsonl', [{ source_id: 'a', name: 'Mine' }]),
            origin: { from: 'jsonl', source: 'community' },
          },
        ],
      }),
    )
    await importOff(dump('table.csv', ['code\tproduct_name', '3017620422003\tBread', '4006381333931\tSoup']))
    await importOff(dump('soup.jsonl', [soup]), { fullDumpOf: 'off', allowMassRemoval: true })
    expect(await names()).toEqual(['Mine', 'Soup'])
  })
  it('removes foods that become obsolete, lose their name or are no food', async () => {
    await importOff(dump('three.jsonl', [bread, soup, cake, ...others]))
    const report = await importOff(
      dump('changed.jsonl', [
        { ...bread, obsolete: 'on' },
        { ...soup, product_name: '???', last_modified_t: 2 },
        { ...cake, product_type: 'beauty', last_modified_t: 2 },
      ]),
    )
    expect(report).toMatchObject({
      rejected: { obsolete: 1, 'no-name': 1, 'not-food': 1 },
      foods: { removed: 3 },
    })
    expect(await names()).toEqual(others.map(({ product_name }) => product_name))
  })

  const others = Array.from({ length: 10 }, (_, n) => product(String(40063813400 + n), `Other ${n}`))
})

describe('one product under several in-store codes', () => {
  const cheese = (code: string, more: object = {}) => product(code, 'Gouda cut from the wheel', more)

  it('is one food with a stable id that each of its barcodes finds', async () => {
    const report = await importOff(
      dump('in-store.jsonl', [
        cheese('2012345001239'),
        cheese('2012345004568', { unique_scans_n: 9 }),
        product('2012345007897', 'Another cheese'),
        cheese('4006381333931'),
      ]),
    )
    expect(report).toMatchObject({ superseded: 1, foods: { added: 3 } })
    await importOff(dump('later.jsonl', [cheese('2012345009990', { unique_scans_n: 99 })]))
    // The code of the best record is shown.
    expect((await foods()).map(({ id, barcode }) => [id, barcode])).toEqual([
      [2, '2012345009990'],
      [3, '2012345007897'],
      [4, '4006381333931'],
    ])
    const service = await startService(stores)
    for (const code of ['2012345001239', '2012345004568', '2012345009990']) {
      expect((await ask(service.apiUrl, `/barcode/${code}`)).json).toMatchObject({ id: 2 })
    }
    await service.stop()
  })
  it('is several foods when nutrients differ', async () => {
    await importOff(
      dump('others.jsonl', [
        cheese('2012345001239'),
        cheese('2012345004568', { nutriments: { 'energy-kcal_100g': 300, fat_100g: 25, proteins_100g: 24 } }),
        cheese('2012345007897', { nutriments: { fat_100g: 25 } }),
        cheese('2012345009990', { nutriments: { fat_100g: 25 } }),
      ]),
    )
    expect(await foods()).toHaveLength(3)
  })
})

describe('a failed import changes nothing', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => product(String(20000000000 + n), `Food ${n}`))
  const unchanged = async (attempt: Promise<unknown>, message: string) => {
    await expect(attempt).rejects.toThrow(message)
    expect(await foods()).toEqual([])
  }

  it('a truncated gzip', async () => {
    const whole = gzipSync(
      many(3000)
        .map(line => JSON.stringify(line))
        .join('\n'),
    )
    const path = join(folder, 'truncated.jsonl.gz')
    writeFileSync(path, whole.subarray(0, whole.length / 2))
    await unchanged(importOff(path), 'download it again')
  })
  it('too many malformed lines', async () => {
    await unchanged(
      importOff(dump('junk.jsonl', [...many(1500), ...Array.from({ length: 200 }, () => 'junk {')])),
      'are malformed',
    )
  })
  it('unlike a few malformed lines, which are counted and skipped', async () => {
    const report = await importOff(
      dump('some-junk.jsonl', [...many(1500), 'junk', '', '[1]', '{"a": 1e999', '\u0000']),
    )
    expect(report.foods.added).toBe(1500)
    expect(Object.values(report.malformed).reduce((sum, each) => sum + each, 0)).toBe(4)
  })
  it('too many malformed lines in a short file', async () => {
    await unchanged(
      importOff(dump('short.jsonl', [...many(3), 'junk {'])),
      '1 of 4 lines of this jsonl file are malformed',
    )
  })
  it('no usable record, at the end of the file', async () => {
    await unchanged(
      importOff(dump('others.jsonl', [{ title: 'A book' }, { title: 'Another book' }])),
      'no usable record in 2 lines of this jsonl file. Skipped 2 records without a usable code, which identifies',
    )
  })
  it('no usable record, before the end of a long file', async () => {
    const books = Array.from({ length: 50_000 }, (_, n) => ({ title: `Book ${n}` }))
    const message = await importOff(dump('books.jsonl', books)).catch(error => String(error))
    const [, lines] = /no usable record in (\d+) lines/.exec(String(message)) ?? []
    expect(Number(lines)).toBeLessThan(books.length)
    expect(await foods()).toEqual([])
  })
  it('an empty file', async () => {
    await unchanged(importOff(dump('empty.jsonl', [])), 'the file is empty')
  })
  it('a dry run', async () => {
    const report = await importOff(dump('dry.jsonl', many(3)), { dryRun: true })
    expect(report).toMatchObject({ dry_run: true, read: 3, shown: 3, foods: { added: 3, total: 3 } })
    expect(await foods()).toEqual([])
  })
  it('an unrecognized format', async () => {
    await unchanged(
      importOff(dump('notes.txt', ['Dear diary,', 'nothing happened today.'])),
      'unrecognized file format',
    )
  })
  it('a second import at the same time', async () => {
    await withConnection(stores.databaseUrl, async client => {
      await client.query('select pg_advisory_lock(7264081947)')
      await unchanged(importOff(dump('one.jsonl', many(3))), 'another import is running')
    })
  })
})
