// `larder estimate`, from a product without values to its labelled estimate and back (rules one-food-per-product, estimate-confidence and
// details-estimate).
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildIfOutdated } from '../../lab/build.ts'
import { ask } from '../../lab/clients/http.ts'
import { environmentFor, startService } from '../../lab/service.ts'
import type { ApiFood } from '../../src/food/api-food.ts'
import { runImport } from '../../src/importer/run.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { createStores, emptyCatalog, type TestStores } from '../support/database.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'larder-test-estimates-'))
let stores: TestStores
let service: Awaited<ReturnType<typeof startService>>

beforeAll(async () => {
  buildIfOutdated()
  stores = await createStores()
  service = await startService(stores, { RESPONSE_CACHE_MB: '0' })
})
beforeEach(() => stores.sql(emptyCatalog))
afterAll(async () => {
  await service.stop()
  await stores.drop()
  rmSync(folder, { recursive: true })
})

const gtin = '3017620422003'
const withoutGtin = 'own-chips'
const nutriments = {
  ...{ 'energy-kcal_100g': 531, fat_100g: 33, 'saturated-fat_100g': 3, carbohydrates_100g: 52 },
  ...{ sugars_100g: 2, proteins_100g: 6, salt_100g: 1.2 },
}
const tags = { lang: 'en', categories_tags: ['en:crisps'], image_url: undefined }

/** Chips of many flavours, whose values differ a little. */
const knownChips = Array.from({ length: 40 }, (_, number) => ({
  code: `20000${String(10_000 + number)}`,
  product_name: `Potato chips flavour ${['paprika', 'onion', 'salt', 'vinegar'][number % 4]}`,
  ...tags,
  nutriments: { ...nutriments, 'energy-kcal_100g': 528 + (number % 6) },
}))

let files = 0
async function importLines(
  origin: { from: 'off' } | { from: 'jsonl'; source: 'community' },
  lines: object[],
) {
  const file = join(folder, `${files++}.jsonl`)
  writeFileSync(file, lines.map(line => JSON.stringify(line)).join('\n'))
  await withConnection(stores.databaseUrl, client => runImport(client, { inputs: [{ file, origin }] }))
}
const importOff = (products: object[]) => importLines({ from: 'off' }, products)
const importOwn = (foods: object[]) => importLines({ from: 'jsonl', source: 'community' }, foods)

const silent = { code: gtin, product_name: 'Potato chips rosemary', brands: 'Hofgut', ...tags }
const silentOwn = { source_id: withoutGtin, name: 'Potato chips thyme', category: 'Crisps and chips' }

async function larder(args: string) {
  try {
    const { stdout, stderr } = await run(`${process.cwd()}/bin/larder`, args.split(' '), {
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '', ...environmentFor(stores) },
    })
    return { code: 0, stdout, stderr }
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string }
  }
}

async function foodNamed(name: string): Promise<ApiFood> {
  const [row] = await stores.sql<{ id: number }>('select id from foods where name = $1', [name])
  return (await ask(service.apiUrl, `/food/${row?.id}`)).json
}

const estimates = () =>
  stores.sql<{ source_id: string }>(
    `select source_id from foods where source = 'ai_estimate'
     union all select source_id from superseded_records where source = 'ai_estimate' order by 1`,
  )

describe('larder estimate peers', () => {
  it('shows an estimate of a product without values, under the same id and with its range', async () => {
    await importOff([...knownChips, silent])
    const before = await foodNamed(silent.product_name)
    expect(before).toMatchObject({ source: 'off', calories_kcal: null })
    const { stdout } = await larder('estimate peers --json')
    expect(JSON.parse(stdout)).toMatchObject({ considered: 1, made: 1 })

    const { json: food } = await ask(service.apiUrl, `/barcode/${gtin}`)
    expect(food).toMatchObject({ id: before.id, source: 'ai_estimate', brand: 'Hofgut', fat_g: 33 })
    expect(food.calories_kcal).toBeGreaterThanOrEqual(528)
    expect(food.calories_kcal).toBeLessThanOrEqual(533)
    expect(food.confidence).toBeLessThanOrEqual(0.5)
    const { json: details } = await ask(service.apiUrl, `/food/${food.id}/details`)
    expect(details.estimate).toMatchObject({
      estimator: 'peers',
      inputs: { name: silent.product_name, brand: 'Hofgut', category: 'Crisps and chips' },
      stands_in_for: `off:${gtin}`,
    })
    const [low, high] = details.estimate.ranges.calories_kcal
    expect([low <= food.calories_kcal, high >= food.calories_kcal]).toEqual([true, true])
    const originOf = (field: string) =>
      details.origins.find(({ fields }: { fields: string[] }) => fields.includes(field))
    expect(originOf('calories_kcal').source).toBe('ai_estimate')
    expect(originOf('name')).toMatchObject({
      source: 'off',
      record_id: gtin,
      licence: { spdx_id: 'ODbL-1.0' },
    })
  })

  it('labels it on the page and ranks it below everything else', async () => {
    await importOff([
      ...knownChips,
      silent,
      { ...knownChips[0], code: '4008400402222', product_name: silent.product_name },
    ])
    await larder('estimate peers')
    const path = `/search?q=${encodeURIComponent(silent.product_name)}&limit=50`
    // A search does not wait long for the vocabulary of the imported foods.
    await vi.waitFor(async () => {
      const { json } = await ask(service.apiUrl, path)
      expect(json.length).toBeGreaterThan(10)
      expect(json[0].source).toBe('off')
    }, 10_000)
    const [id] = await stores.sql<{ id: number }>(`select id from foods where source = 'ai_estimate'`)
    const page = await ask(service.websiteUrl, `/food/${id?.id}`, { headers: { 'accept-language': 'de' } })
    const location = page.headers['location']
    const { text } = location ? await ask(service.websiteUrl, String(location)) : page
    expect(text).toContain('badge-estimate')
    expect(text).toMatch(/Estimated from \d+ comparable foods: \d{3} to \d{3} kcal/)
  })

  it('gives way to a real record, with and without a GTIN, and the food keeps its id', async () => {
    await importOff([...knownChips, silent])
    await importOwn([silentOwn])
    expect(JSON.parse((await larder('estimate peers --json')).stdout)).toMatchObject({ made: 2 })
    const [scanned, own] = [await foodNamed(silent.product_name), await foodNamed(silentOwn.name)]
    expect([scanned.source, own.source]).toEqual(['ai_estimate', 'ai_estimate'])

    await importOff([{ ...silent, nutriments }])
    await importOwn([{ ...silentOwn, calories_kcal: 520, protein_g: 6, fat_g: 31, carbs_g: 53 }])
    expect(await foodNamed(silent.product_name)).toMatchObject({
      id: scanned.id,
      source: 'off',
      calories_kcal: 531,
    })
    expect(await foodNamed(silentOwn.name)).toMatchObject({
      id: own.id,
      source: 'community',
      calories_kcal: 520,
    })
  })

  it('keeps what it has made, follows a changed product and leaves with a removed one', async () => {
    await importOff([...knownChips, silent])
    await larder('estimate peers')
    expect(JSON.parse((await larder('estimate peers --json')).stdout)).toMatchObject({ made: 0, kept: 1 })
    await importOff([{ ...silent, product_name: 'Potato chips with rosemary and salt', last_modified_t: 2 }])
    expect(JSON.parse((await larder('estimate peers --json')).stdout)).toMatchObject({ made: 1, kept: 0 })
    expect((await ask(service.apiUrl, `/barcode/${gtin}`)).json).toMatchObject({
      name: 'Potato chips with rosemary and salt',
      source: 'ai_estimate',
    })
    await importOff([{ ...silent, obsolete: true }])
    expect((await ask(service.apiUrl, `/barcode/${gtin}`)).status).toBe(404)
    expect(await estimates()).toEqual([])
  })

  it('never replaces values that a label states, and abstains from what it does not know', async () => {
    const stated = {
      ...silent,
      code: '4008400402222',
      product_name: 'Potato chips dill',
      nutriments: { fat_100g: 30 },
    }
    const odd = { ...silent, code: '4006381333931', product_name: 'Zzyzx', categories_tags: ['en:meals'] }
    await importOff([...knownChips, stated, odd])
    const { stdout } = await larder('estimate peers')
    expect(stdout).toContain('abstained')
    expect(await estimates()).toEqual([])
  })

  it('changes nothing in a dry run', async () => {
    await importOff([...knownChips, silent])
    const { stdout } = await larder('estimate peers --dry-run')
    expect(stdout).toContain('Dry run: nothing was changed')
    expect(await estimates()).toEqual([])
  })
})

describe('larder estimate remove', () => {
  it('removes all of them, and products show their own record again', async () => {
    await importOff([...knownChips, silent])
    const { id } = await foodNamed(silent.product_name)
    await larder('estimate peers')
    expect((await larder('estimate remove')).code).toBe(2)
    expect((await larder('estimate remove --yes')).stdout).toContain('removed all AI estimates: 1 foods')
    expect(await estimates()).toEqual([])
    expect(await foodNamed(silent.product_name)).toMatchObject({ id, source: 'off', calories_kcal: null })
  })
})

describe('larder import jsonl --source ai_estimate', () => {
  it('shows what a model of the operator estimated under the id of its product, and how it was made', async () => {
    await importOff([silent])
    const { id } = await foodNamed(silent.product_name)
    const made = {
      ...{ estimator: 'model', version: '1', model: 'recorded-1', made_at: '2026-11-18' },
      inputs: { name: silent.product_name, category: 'Crisps and chips' },
      ranges: { calories_kcal: [500, 560] },
      stands_in_for: `off:${gtin}`,
    }
    const line = {
      ...{ source_id: `model:off:${gtin}`, stands_in_for: `off:${gtin}` },
      ...{ name: silent.product_name, category: 'Crisps and chips' },
      ...{ calories_kcal: 530, protein_g: 6, fat_g: 33, carbs_g: 51 },
      details: { estimate: made },
    }
    const file = join(folder, 'model.jsonl')
    writeFileSync(file, JSON.stringify(line))
    expect((await larder(`import jsonl ${file} --source ai_estimate`)).code).toBe(0)
    expect((await ask(service.apiUrl, `/barcode/${gtin}`)).json).toMatchObject({
      ...{ id, source: 'ai_estimate', calories_kcal: 530, carbs_g: 51 },
    })
    expect((await ask(service.apiUrl, `/food/${id}/details`)).json.estimate).toMatchObject(made)
    await importOff([{ ...silent, nutriments }])
    expect(await foodNamed(silent.product_name)).toMatchObject({ id, source: 'off', calories_kcal: 531 })
  })
})
