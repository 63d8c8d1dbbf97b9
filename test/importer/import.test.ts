// Whole imports into a real database: what comes in, what stays, and what happens when it goes wrong.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withConnection } from '../../src/database/pool.ts'
import { runImport, unwatched } from '../../src/importer/run.ts'
import { createStores, type TestStores } from '../support/database.ts'
import { ask } from '../support/http.ts'
import { environmentFor, startService } from '../support/service.ts'

let stores: TestStores
const folder = mkdtempSync(join(tmpdir(), 'larder-import-'))
beforeAll(async () => {
  stores = await createStores()
})
beforeEach(() => stores.sql('truncate foods restart identity'))
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

const importOff = (path: string) =>
  withConnection(stores.databaseUrl, client => runImport(client, path, { from: 'off' }, unwatched))
const foods = () =>
  stores.sql('select id, source_id, barcode, name, fat_g, sodium_mg, calories_kcal from foods order by id')

describe('larder import off', () => {
  it('brings foods in; again changes nothing; a changed product keeps its id', async () => {
    const first = dump(
      'first.jsonl.gz',
      [product('3017620422003', 'Hazelnut spread'), product('20000011', 'Rye &amp; oat bread')],
      true,
    )
    expect(await importOff(first)).toMatchObject({ read: 2, kept: 2, added: 2, changed: 0, unchanged: 0 })
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
    expect(await importOff(first)).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
    expect(await foods()).toEqual(before)

    const second = dump('second.jsonl', [product('20000011', 'Rye bread'), product('4006381333931', 'Soup')])
    expect(await importOff(second)).toMatchObject({ added: 1, changed: 1, unchanged: 0 })
    expect((await foods()).map(({ id, name }) => [id, name])).toEqual([
      [1, 'Hazelnut spread'],
      [2, 'Rye bread'],
      [3, 'Soup'],
    ])
  })

  it('an implausible value becomes null, the product stays; what is no food is refused with a reason', async () => {
    const report = await importOff(
      dump('odd.jsonl', [
        product('3017620422003', 'Butter', { nutriments: { fat_100g: 140, proteins_100g: 1 } }),
        product('20000011', '???'),
        product('20000028', 'Shampoo', { product_type: 'beauty' }),
        product('20000035', 'Old cake', { obsolete: 'on' }),
      ]),
    )
    expect(report.refused).toEqual({ 'no-name': 1, 'not-food': 1, obsolete: 1 })
    expect(report.notes).toMatchObject({ 'over-100-g': 1 })
    expect(await foods()).toMatchObject([{ name: 'Butter', fat_g: null, sodium_mg: null }])
  })

  it('one article under UPC and EAN spellings, and one told twice, is one food; its id stays', async () => {
    const report = await importOff(
      dump('same.jsonl', [
        product('042100005264', 'Milk'),
        product('0042100005264', 'Milk', { unique_scans_n: 9 }),
        product('20000011', 'Old name'),
        product('20000011', 'New name'),
      ]),
    )
    expect(report).toMatchObject({ duplicates: { sameId: 1, sameBarcode: 1 }, added: 2 })
    expect((await foods()).map(({ id, name, source_id }) => [id, name, source_id])).toEqual([
      [1, 'Milk', '0042100005264'],
      [2, 'New name', '20000011'],
    ])
    // The one that lost is known better now: the one that has the id still survives.
    await importOff(
      dump('later.jsonl', [
        product('042100005264', 'Milk', { unique_scans_n: 999 }),
        product('0042100005264', 'Milk'),
      ]),
    )
    expect((await foods()).map(({ id, source_id }) => [id, source_id])).toEqual([
      [1, '0042100005264'],
      [2, '20000011'],
    ])
  })

  it('a barcode that a food of another source has stays there', async () => {
    const community = dump('community.jsonl', [
      { source_id: 'a', name: 'My spread', barcode: '3017620422003' },
    ])
    await withConnection(stores.databaseUrl, client =>
      runImport(client, community, { from: 'foods', source: 'community' }, unwatched),
    )
    expect(await importOff(dump('off.jsonl', [product('3017620422003', 'Spread')]))).toMatchObject({
      duplicates: { barcodeTaken: 1 },
      added: 1,
    })
    expect((await foods()).map(({ name, barcode }) => [name, barcode])).toEqual([
      ['My spread', '3017620422003'],
      ['Spread', null],
    ])
  })

  it('refreshes what is derived, so that a running service finds the foods at once', async () => {
    const service = await startService(stores)
    await importOff(
      dump('new.jsonl', [product('3017620422003', 'Cloudberry jam', { categories_tags: ['en:jams'] })]),
    )
    expect((await ask(service.apiUrl, '/search?q=cloudbery')).json).toMatchObject([
      { name: 'Cloudberry jam' },
    ])
    expect((await ask(service.apiUrl, '/foods/categories')).json).toEqual([{ category: 'Jams', count: 1 }])
    expect((await ask(service.apiUrl, '/foods/popular?has_image=false')).json).toHaveLength(1)
    await service.stop()
  })
})

describe('an import that goes wrong changes nothing', () => {
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
    await unchanged(importOff(path), 'fetch it again')
  })
  it('too much junk', async () => {
    await unchanged(
      importOff(dump('junk.jsonl', [...many(1500), ...Array.from({ length: 200 }, () => 'junk {')])),
      'are no products',
    )
  })
  it('a little junk is counted and passed over', async () => {
    const report = await importOff(
      dump('some-junk.jsonl', [...many(1500), 'junk', '', '[1]', '{"a": 1e999', '\u0000']),
    )
    expect(report.added).toBe(1500)
    expect(Object.values(report.bad).reduce((sum, each) => sum + each, 0)).toBe(4)
  })
  it('what is no dump', async () => {
    await unchanged(importOff(dump('notes.txt', ['Dear diary,', 'nothing happened today.'])), 'not a dump')
  })
  it('two imports at once: the second is refused', async () => {
    await withConnection(stores.databaseUrl, async client => {
      await client.query('select pg_advisory_lock(7264081947)')
      await unchanged(importOff(dump('one.jsonl', many(3))), 'another import is running')
    })
  })
  it('killed at ten moments: readers see the old catalog or the new one, and a rerun finishes', async () => {
    const old = dump('old.jsonl', many(2000))
    const fresh = dump(
      'fresh.jsonl',
      many(2000).map(each => ({ ...each, product_name: `${each.product_name} new` })),
    )
    await importOff(old)
    const ids = (await foods()).map(({ id }) => id)
    const state = async () =>
      (
        await stores.sql<{ fresh: number }>(
          "select count(*) filter (where name like '% new')::integer as fresh from foods",
        )
      )[0]?.fresh
    for (let moment = 0; moment < 10; moment++) {
      const child = spawn(process.execPath, ['src/cli.ts', 'import', 'off', fresh], {
        env: { PATH: process.env['PATH'] ?? '', ...environmentFor(stores) },
        stdio: 'ignore',
      })
      const exited = once(child, 'exit')
      await wait(250 + moment * 90)
      child.kill('SIGKILL')
      await exited
      expect([0, 2000]).toContain(await state())
    }
    await importOff(fresh)
    expect(await state()).toBe(2000)
    expect((await foods()).map(({ id }) => id)).toEqual(ids)
  }, 60_000)
})
