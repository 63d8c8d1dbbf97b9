// `larder export`: what is in the packs, and the download from the website.
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programArguments } from '../../lab/build.ts'
import { environmentFor, startService } from '../../lab/service.ts'
import type { RunningService } from '../../src/main/serve.ts'
import { exportPack } from '../../src/packs/export.ts'
import type { PackEntry, PackSelection } from '../../src/packs/pack.ts'
import { readPackIndex } from '../../src/packs/pack-index.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { createStores, storesForTest, type TestStores } from '../support/database.ts'

const run = promisify(execFile)
const root = mkdtempSync(join(tmpdir(), 'larder-packs-'))
const folder = join(root, 'packs')
const lean: PackSelection = { country: null, top: null, fields: 'lean' }
const full = { ...lean, fields: 'full' } as const

let stores: TestStores
let service: RunningService

beforeAll(async () => {
  stores = await createStores('fixture-foods')
  // Two foods of one name and brand, one sold in Germany and one everywhere, and one that nobody could log.
  await stores.sql(`
    insert into food_details (food_id, details)
      select id, jsonb_build_object('countries', jsonb_build_array(case id % 2 when 0 then 'Germany' else 'World' end),
                                    'ingredients', 'water, "salt"', 'portions', '[{"description":"1 cup","grams":240}]'::jsonb)
        from foods where id in (2, 3)
      on conflict (food_id) do update set details = excluded.details;
    update foods set name = 'Whole Milk', normalized_name = 'whole milk' where id = 3;
    update foods set calories_kcal = null where id = 5`)
  service = await startService(stores, { PACKS_DIR: folder })
})

afterAll(async () => {
  await service.stop()
  await stores.drop()
  rmSync(root, { recursive: true })
})

const exported = (selection: PackSelection, into = folder, from = stores): Promise<PackEntry> =>
  withConnection(from.databaseUrl, client =>
    exportPack(client, {
      selection,
      folder: into,
      onFoods: () => undefined,
      onPhase: () => undefined,
    }),
  )

const fileOf = ({ url }: PackEntry, from = folder) => join(from, url)

/** Decompresses a pack and opens it. */
function openPack(entry: PackEntry, from = folder): DatabaseSync {
  const path = join(root, `${entry.url}.sqlite`)
  writeFileSync(path, gunzipSync(readFileSync(fileOf(entry, from))))
  return new DatabaseSync(path)
}

const usable = 'calories_kcal is not null and num_nonnulls(protein_g, fat_g, carbs_g) >= 2'

describe('larder export', () => {
  it('is a command with JSON output, and names the mistake in a wrong option', async () => {
    const larder = (...args: string[]) =>
      run(process.execPath, [...programArguments(), 'export', ...args], {
        env: { PATH: process.env['PATH'] ?? '', ...environmentFor(stores) },
      })
    const [{ stdout }, mistake] = await Promise.all([
      larder('--country', 'DE', '--top', '7', '--out', join(root, 'cli'), '--json'),
      larder('--top', '1e5', '--out', folder).catch(error => error),
    ])
    const { pack } = JSON.parse(stdout)
    expect(pack).toMatchObject({ name: 'foods-de-top7-lean', format: 'sqlite', country: 'de', top: 7 })
    expect(await readPackIndex(join(root, 'cli'))).toEqual([pack])
    expect([mistake.code, mistake.stderr]).toEqual([
      2,
      expect.stringContaining('--top is the number of foods'),
    ])
    await expect(exported({ ...lean, country: 'zz' })).rejects.toThrow('"zz" is not a country')
  })

  it('writes an SQLite pack with the foods in order, searchable by prefix and barcode', async () => {
    const entry = await exported(full)
    const database = openPack(entry)
    const foods = await stores.sql(
      `select foods.*, details from foods left join food_details on food_id = id where ${usable} order by popular_order, id`,
    )
    const rows = database.prepare('select * from foods order by popularity_rank').all()
    expect(rows).toHaveLength(foods.length)
    expect(
      rows.map(({ details, barcode, confidence, ...row }) => [
        row['popularity_rank'],
        row['id'],
        row['name'],
        row['brand'],
        row['fiber_g'],
        row['potassium_mg'],
        row['serving_size_g'],
        row['image_url'],
        row['source'],
        confidence,
        barcode,
        details === null ? null : JSON.parse(String(details)),
      ]),
    ).toEqual(
      foods.map((food, index) => [
        index + 1,
        food['id'],
        food['name'],
        food['brand'],
        food['fiber_g'],
        food['potassium_mg'],
        food['serving_size_g'],
        food['image_url'],
        food['source'],
        food['confidence'],
        food['barcode'] === null ? null : Number(food['barcode']),
        food['details'],
      ]),
    )
    expect(rows.some(({ fiber_g }) => fiber_g === null)).toBe(true)

    const search = database.prepare(
      'select id from foods_fts join foods on popularity_rank = foods_fts.rowid where foods_fts match ? order by foods_fts.rowid',
    )
    const found = (text: string) => search.all(text).map(({ id }) => id)
    // One of the two foods of this name, and the more popular one.
    expect(found('"whole" "mil"*')).toContain(2)
    expect(found('"whole" "mil"*')).not.toContain(3)
    const withA = foods.filter(({ name, brand }) => /(^|[^a-z])a/i.test(`${name} ${brand ?? ''}`))
    expect(found('a*').length).toBeGreaterThan(10)
    expect(found('a*').length).toBeLessThanOrEqual(withA.length)
    expect(database.prepare('select id from foods where barcode = ?').all(15887170128)).toEqual([{ id: 2 }])
    const [plan] = database.prepare('explain query plan select id from foods where barcode = 1').all()
    expect(plan?.['detail']).toContain('foods_barcode')

    const meta = Object.fromEntries(
      database
        .prepare('select key, value from meta')
        .all()
        .map(({ key, value }) => [key, value]),
    )
    expect(meta).toMatchObject({
      licence: 'ODbL-1.0',
      licence_url: 'https://opendatacommons.org/licenses/odbl/1-0/',
      attribution:
        'Open Food Facts contributors, ODbL 1.0, https://openfoodfacts.org; U.S. Department of Agriculture, FoodData Central, https://fdc.nal.usda.gov; Community; AI estimates',
      schema_version: '1',
      catalog_version: entry.catalog_version,
      fields: 'full',
    })
    expect(() => database.exec(`update foods set calories_kcal = 'many' where popularity_rank = 1`)).toThrow()
    database.close()
  })

  it('selects by country, with generic foods, and by rank', async () => {
    const names = async (selection: PackSelection) => {
      const entry = await exported(selection)
      const database = openPack(entry)
      const rows = database.prepare('select id, source, brand from foods order by popularity_rank').all()
      database.close()
      return rows
    }
    const german = await names({ ...lean, country: 'de' })
    const french = await names({ ...lean, country: 'fr' })
    expect(german.map(({ id }) => id)).toEqual(expect.arrayContaining([2, 3]))
    expect(french.map(({ id }) => id)).toContain(3)
    expect(french.map(({ id }) => id)).not.toContain(2)
    expect(french.every(({ id, source, brand }) => id === 3 || (source === 'usda' && brand === null))).toBe(
      true,
    )
    expect(await names({ ...lean, top: 5 })).toEqual((await names(lean)).slice(0, 5))
  })

  it('keeps the earlier pack if the catalog has no foods for a new one', async () => {
    const changing = await storesForTest('fixture-foods')
    const into = join(root, 'emptied')
    const exportAgain = () => exported(lean, into, changing)
    const entry = await exportAgain()
    await changing.sql('update foods set calories_kcal = null')
    await changing.sql('update catalog_stats set refreshed_at = now()')
    await expect(exportAgain()).rejects.toThrow('so the pack would be empty: import a source')
    expect(await readPackIndex(into)).toEqual([entry])
    expect(readdirSync(into).sort()).toEqual(['packs.json', entry.url].sort())
  })

  it('licenses and credits a pack without foods of Open Food Facts as its sources do', async () => {
    const laboratory = await storesForTest('fixture-foods')
    await laboratory.sql(`delete from foods where source <> 'usda'`)
    const into = join(root, 'laboratory')
    const credit = {
      licence: 'CC0-1.0',
      attribution: 'U.S. Department of Agriculture, FoodData Central, https://fdc.nal.usda.gov',
    }
    const entry = await exported(lean, into, laboratory)
    expect(entry).toMatchObject({ ...credit, sources: ['usda'] })
    const database = openPack(entry, into)
    const meta = database
      .prepare(`select key, value from meta where key like 'licence%' or key = 'attribution'`)
      .all()
    database.close()
    expect(Object.fromEntries(meta.map(({ key, value }) => [key, value]))).toEqual({
      ...credit,
      licence_url: 'https://creativecommons.org/publicdomain/zero/1.0/',
    })
    await laboratory.sql(`update foods set source = 'community' where source = 'usda'`)
    const own = await exported(lean, into, laboratory)
    expect(own).toMatchObject({ licence: 'ODbL-1.0', attribution: 'Community', sources: ['community'] })
  })

  it('replaces the earlier pack, and lists only files that are there', async () => {
    const changing = await storesForTest('fixture-foods')
    const into = join(root, 'replaced')
    const gone = await exported({ ...lean, top: 5 }, into, changing)
    const first = await exported(lean, into, changing)
    await changing.sql(`
      update foods set fat_g = fat_g + 1 where id in (7, 8);
      update catalog_stats set refreshed_at = refreshed_at + interval '1 day'`)
    rmSync(fileOf(gone, into))
    const second = await exported(lean, into, changing)
    expect(second.url).not.toBe(first.url)
    expect(await readPackIndex(into)).toEqual([second])
    expect(readdirSync(into).sort()).toEqual(['packs.json', second.url].sort())
  })
})

it('killed in the middle, leaves the packs as they were, and the next export cleans up', async () => {
  const into = join(root, 'killed')
  await exported(lean, into)
  const before = readdirSync(into).sort()
  const index = readFileSync(join(into, 'packs.json'))
  const script = `
    import { exportPack } from ${JSON.stringify(`${process.cwd()}/src/packs/export.ts`)}
    import { withConnection } from ${JSON.stringify(`${process.cwd()}/src/platform/database/pool.ts`)}
    await withConnection(process.env.DATABASE_URL, client => exportPack(client, {
      selection: ${JSON.stringify(lean)},
      folder: ${JSON.stringify(into)},
      onFoods: () => process.kill(process.pid, 'SIGKILL'),
      onPhase: () => undefined,
    }))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: stores.databaseUrl },
    stdio: 'ignore',
  })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  const left = readdirSync(into).filter(file => !before.includes(file))
  expect(left).toEqual([expect.stringMatching(/^\..*\.unfinished$/)])
  expect(readFileSync(join(into, 'packs.json'))).toEqual(index)

  const entry = await exported(lean, into)
  expect(readdirSync(into).sort()).toEqual([entry.url, 'packs.json'].sort())
})

describe('the website', () => {
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(service.websiteUrl + path, { headers, method })

  it('offers the packs, with their licence and a link in the footer', async () => {
    const entry = await exported(lean)
    const page = await (await get('/packs')).text()
    expect(page).toContain(`href="/packs/${entry.url}"`)
    expect(page).toContain(entry.sha256)
    expect(page).toContain('Share alike')
    expect(page).toContain('U.S. Department of Agriculture, FoodData Central')
    const index = await get('/packs/packs.json')
    expect(index.headers.get('content-type')).toContain('application/json')
    expect(await index.json()).toEqual({ packs: await readPackIndex(folder) })
    expect(await (await get('/categories')).text()).toContain('<a href="/packs">Offline packs</a>')
  })

  it('sends whole files and parts of them', async () => {
    const entry = await exported(lean)
    const path = `/packs/${entry.url}`
    const file = readFileSync(fileOf(entry))
    const whole = await get(path, { 'accept-encoding': 'gzip' })
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(entry.sha256)
    const etag = whole.headers.get('etag') ?? ''
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'application/gzip',
      'content-length': String(file.length),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': `attachment; filename="${entry.url}"`,
      etag: `"${entry.sha256}"`,
      'x-attribution': 'Open Food Facts (ODbL), USDA FoodData Central (CC0), Community (ODbL), AI estimates',
    })
    expect(whole.headers.get('content-encoding')).toBeNull()

    const part = await get(path, { range: 'bytes=100-', 'if-range': etag })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 100-${file.length - 1}/${file.length}`)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(file.subarray(100))
    // Resumed after the file was replaced: the whole new file.
    expect((await get(path, { range: 'bytes=100-', 'if-range': '"another"' })).status).toBe(200)
    const beyond = await get(path, { range: `bytes=${file.length}-` })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${file.length}`])
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
    const head = await get(path, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(file.length)])
  })

  it('sends only listed files', async () => {
    writeFileSync(join(folder, 'foods-secret.sqlite.gz'), 'not listed')
    writeFileSync(join(root, 'outside.txt'), 'outside')
    for (const path of [
      'foods-secret.sqlite.gz',
      '..%2Foutside.txt',
      '%2Fetc%2Fpasswd',
      '.packs.json.unfinished',
    ]) {
      expect((await get(`/packs/${path}`)).status).toBe(404)
    }
  })
})
