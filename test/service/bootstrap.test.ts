// `larder bootstrap` as an operator runs it, against a mirror on loopback.
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programArguments } from '../../lab/build.ts'
import { ask } from '../../lab/clients/http.ts'
import { environmentFor, startService } from '../../lab/service.ts'
import { everydayFoods } from '../../src/food/everyday-foods.ts'
import { syncSource } from '../../src/importer/sync.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { createStores, type TestStores } from '../support/database.ts'
import { type Mirror, startMirror } from '../support/mirror.ts'
import { zip } from '../support/zip.ts'

const changedAt = 1_790_000_000
const countries = ['en:germany', 'en:france', 'en:poland'] as const
type Country = (typeof countries)[number]

/** Every third product is sold in Germany, and every sixth is German and was scanned. */
const product = (number: number, country: Country = countries[number % 3] ?? 'en:germany') => ({
  code: barcodeOf(number),
  lang: country === 'en:germany' ? 'de' : 'fr',
  product_name: `Biscuit ${number}`,
  product_type: 'food',
  brands: 'Oakmill',
  countries_tags: [country],
  categories_tags: ['en:snacks', 'en:biscuits'],
  unique_scans_n: number % 2,
  last_modified_t: changedAt + number,
  nutriments: {
    'energy-kcal_100g': 400 + (number % 90),
    fat_100g: 20,
    carbohydrates_100g: 60,
    proteins_100g: 7,
  },
})

function barcodeOf(number: number): string {
  const digits = `4${String(10_000_000_000 + number * 37)}`.padEnd(12, '0').slice(0, 12)
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

const lines = (products: unknown[]) => gzipSync(products.map(each => `${JSON.stringify(each)}\n`).join(''))
const productCount = 3_000
const germanCount = productCount / 3
const dump = lines(Array.from({ length: productCount }, (_, number) => product(number)))
const dumpPath = '/data/openfoodfacts-products.jsonl.gz'
const taxonomy = { 'en:biscuits': { name: { en: 'Biscuits', de: 'Kekse' }, parents: [] } }

let mirror: Mirror
let stores: TestStores
let folder: string

beforeAll(async () => {
  mirror = await startMirror()
  mirror.files.set(dumpPath, { content: dump, etag: '"dump-1"' })
  mirror.files.set('/data/taxonomies/categories.full.json', {
    content: Buffer.from(JSON.stringify(taxonomy)),
    etag: null,
  })
  mirror.files.set('/usda/bundle.zip', { content: usdaBundle, etag: '"usda-1"' })
  stores = await createStores()
  await stores.sql('drop schema public cascade; create schema public')
  folder = mkdtempSync(join(tmpdir(), 'larder-bootstrap-'))
})

afterAll(async () => {
  await mirror.close()
  await stores.drop()
  rmSync(folder, { recursive: true })
})

function start(...args: string[]): ChildProcess {
  const program = programArguments().map(word => (/^(src|dist)\//.test(word) ? resolve(word) : word))
  const tsx = program.map(word => (word === 'tsx' ? import.meta.resolve('tsx') : word))
  return spawn(process.execPath, [...tsx, 'bootstrap', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...environmentFor(stores) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function run(...args: string[]) {
  const child = start(...args)
  if (child.stdout === null || child.stderr === null) throw new Error('the output is needed')
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, stdout, stderr }
}

const partFile = () =>
  join(
    folder,
    'downloads',
    new URL(mirror.url).host.replace(':', '_'),
    'openfoodfacts-products.jsonl.gz.part',
  )
const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0)
const germany = () => ['--mirror', `${mirror.url}/data`, '--country', 'de', '--languages', 'de,en', '--yes']

/** Of USDA: one food of the list of everyday foods, and one that is not in it. */
const usdaBundle = zip({
  'food.csv': `fdc_id,data_type,description,food_category_id,publication_date
173944,sr_legacy_food,"Bananas, raw",9,2019-04-01
100001,sr_legacy_food,"Medlars, raw",9,2019-04-01
`,
  'sr_legacy_food.csv': 'fdc_id,NDB_number\n173944,9040\n100001,99001\n',
  'nutrient.csv': 'id,name,unit_name,nutrient_nbr,rank\n1003,Protein,G,203,600\n1008,Energy,KCAL,208,300\n',
  'food_nutrient.csv':
    'id,fdc_id,nutrient_id,amount\n1,173944,1008,89\n2,173944,1003,1.09\n3,100001,1008,54\n',
  'food_category.csv': 'id,code,description\n9,0900,Fruits\n',
})
const generic = () => ['--usda', `${mirror.url}/usda/bundle.zip`]

describe('from an empty database to the first barcode', () => {
  const half = Math.floor(dump.length / 2)
  const dumpRequests = () => mirror.requests.filter(({ path }) => path === dumpPath)

  it('continues the download after it was killed in the middle', async () => {
    mirror.interrupt(dumpPath, half, 'hold')
    const first = start(...germany(), '--no-generic')
    await expect.poll(() => sizeOf(partFile())).toBe(half)
    first.kill('SIGKILL')
    await once(first, 'exit')

    const { code, stdout, stderr } = await run(...germany(), '--no-generic', '--json')
    expect([code, stderr]).toEqual([0, expect.stringContaining('continuing the download')])
    expect(dumpRequests()).toMatchObject([
      { range: undefined, sentBytes: half },
      { range: `bytes=${half}-`, ifRange: '"dump-1"', sentBytes: dump.length - half },
    ])
    expect(JSON.parse(stdout)).toMatchObject({
      scope: { countries: ['Germany'], languages: ['de', 'en'], onlyScanned: false },
      file: { name: 'openfoodfacts-products.jsonl.gz', sha256: sha256(dump) },
      imported: {
        read: productCount,
        shown: germanCount,
        rejected: { 'out-of-scope': productCount - germanCount },
      },
      everyday: null,
      usda: null,
      foods: germanCount,
    })
  })

  it('answers over HTTP, without the products of other countries', async () => {
    const service = await startService(stores)
    const [german, french] = await Promise.all([
      ask(service.apiUrl, `/barcode/${barcodeOf(3)}`),
      ask(service.apiUrl, `/barcode/${barcodeOf(4)}`),
    ])
    await service.stop()
    expect([german.status, german.json.name, german.json.category]).toEqual([
      200,
      'Biscuit 3',
      'Biscuits and cookies',
    ])
    expect(french.status).toBe(404)
  })

  it('has nothing to do when it is run again, and removes the download', async () => {
    const requestsBefore = mirror.requests.length
    const { code, stdout } = await run('--mirror', `${mirror.url}/data`)
    expect(code).toBe(0)
    expect(stdout).toContain(`The catalog has ${germanCount.toLocaleString('en-US')} foods.`)
    expect(stdout).toContain(`bin/larder sync off --from ${mirror.url}/data/delta`)
    expect(mirror.requests.length).toBe(requestsBefore)
    expect(sizeOf(partFile().replace('.part', ''))).toBe(0)
  })

  it('adds generic and everyday foods unless told otherwise, once', async () => {
    const sources = `select source, count(*)::int from foods where source <> 'off' group by source order by source`
    expect(await stores.sql(sources)).toEqual([])
    const { code, stdout } = await run(...germany(), ...generic(), '--json')
    expect(code).toBe(0)
    const { imported, everyday, usda, foods } = JSON.parse(stdout)
    expect([imported, everyday.rejected, usda.accepted]).toEqual([null, {}, 2])
    expect(foods).toBe(germanCount + everydayFoods.length + 1)
    expect(await stores.sql(sources)).toEqual([
      { source: 'bls', count: 334 },
      { source: 'ciqual', count: 174 },
      { source: 'cofid', count: 76 },
      { source: 'swiss', count: 113 },
      { source: 'usda', count: 1_368 },
    ])
    expect(await stores.sql(`select calories_kcal from foods where name = 'Banana'`)).toEqual([
      { calories_kcal: 89 },
    ])
    const again = await run(...germany(), ...generic(), '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({ imported: null, everyday: null, foods })
  })

  it('keeps to its countries when it syncs', async () => {
    const deltas = mkdtempSync(join(folder, 'delta-'))
    const to = changedAt + productCount + 60
    const changes = [
      product(0, 'en:france'), // moved away
      product(6_000, 'en:france'), // a new one of another country
      product(6_003, 'en:germany'), // a new one of this country
    ]
    const file = join(deltas, `openfoodfacts_products_${changedAt + productCount - 1}_${to}.json.gz`)
    writeFileSync(file, lines(changes))
    await withConnection(stores.databaseUrl, client => syncSource(client, 'off', { from: deltas }))
    const rows = await stores.sql<{ name: string }>(
      `select name from foods where name in ('Biscuit 0', 'Biscuit 6000', 'Biscuit 6003')`,
    )
    expect(rows).toEqual([{ name: 'Biscuit 6003' }])
    // Products of other countries are not remembered, because there would be millions of them.
    expect(await stores.sql('select reason, source_id from excluded_records')).toEqual([
      { reason: 'out-of-scope', source_id: barcodeOf(0) },
    ])
  })
})

describe('with another file', () => {
  const own = lines(
    [1, 2, 3].map(number => ({
      source: 'off',
      source_id: barcodeOf(number),
      barcode: barcodeOf(number),
      name: `Own ${number}`,
    })),
  )
  const from = (checksum: string) => {
    mirror.files.set('/own.jsonl.gz', { content: own, etag: '"own-1"' })
    return [
      ...['--from', `${mirror.url}/own.jsonl.gz`, '--sha256', checksum],
      ...['--country', 'de', '--no-taxonomy', '--no-generic', '--yes'],
    ]
  }

  it('rejects a wrong checksum with exit code 4, and removes the file', async () => {
    const { code, stderr } = await run(...from('0'.repeat(64)))
    expect([code, stderr]).toEqual([4, expect.stringContaining(`has the SHA-256 checksum ${sha256(own)}`)])
    expect(sizeOf(partFile().replace('openfoodfacts-products.jsonl.gz.part', 'own.jsonl.gz'))).toBe(0)
  })

  it('loads its foods, and adds to what is there', async () => {
    const { code, stdout } = await run(...from(sha256(own)), '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      scope: { countries: ['Germany'] },
      file: { name: 'own.jsonl.gz', sha256: sha256(own) },
      imported: { accepted: 3 },
    })
    expect(await stores.sql(`select name from foods where barcode = '${barcodeOf(2)}'`)).toEqual([
      { name: 'Own 2' },
    ])
  })
})

it('needs --yes where nobody can answer', async () => {
  await stores.sql('delete from catalog_scope')
  const { code, stderr } = await run('--mirror', `${mirror.url}/data`, '--country', 'de')
  expect([code, stderr]).toEqual([2, expect.stringContaining('products sold in Germany')])
  expect(stderr).toContain('pass --yes')
})

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
