// The everyday foods of data/everyday-foods, imported from the records of two tables.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startService } from '../../../lab/service.ts'
import { inspect } from '../../../src/catalog/inspect.ts'
import { everydayFoods } from '../../../src/food/everyday-foods.ts'
import { runImport } from '../../../src/importer/run.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { createStores, type TestStores } from '../../support/database.ts'
import { openTestPool } from '../../support/keys.ts'

let stores: TestStores
let service: RunningService
const folder = mkdtempSync(join(tmpdir(), 'larder-everyday-'))

const importFile = (file: string) =>
  withConnection(stores.databaseUrl, client =>
    runImport(client, { inputs: [{ file, origin: { from: 'jsonl', source: 'usda' } }] }),
  )

beforeAll(async () => {
  stores = await createStores()
  await importFile('data/everyday-foods/usda.jsonl')
  service = await startService(stores)
})
afterAll(async () => {
  await service.stop()
  await stores.drop()
  rmSync(folder, { recursive: true })
})

const firstResult = async (q: string) =>
  (await ask(service.apiUrl, `/search?${new URLSearchParams({ q, limit: '1' })}`)).json[0]

describe('an everyday food', () => {
  it.each([
    'boiled egg',
    'eggs, boiled',
    'gekochtes Ei',
    'Eier gekocht',
    'œuf dur',
    'oeufs durs',
    'huevo duro',
    'jajko na twardo',
    'Jajka na twardo',
  ])('is the first result for %s', async q => {
    expect(await firstResult(q)).toMatchObject({
      name: 'Egg, hard-boiled',
      category: 'Eggs',
      serving_desc: '1 egg',
      serving_size_g: 50,
      calories_kcal: 155,
      source: 'usda',
    })
  })

  it('keeps its name if another food has a similar one in another language', async () => {
    expect((await firstResult('pomme')).name).toBe('Apple')
    expect((await firstResult('Tomate')).name).toBe('Tomato')
    expect((await firstResult('raw salmon')).name).toBe('Salmon, raw')
  })

  it.each([
    ['rice', 'Rice, white, cooked'],
    ['Reis', 'Rice, white, cooked'],
    ['raw rice', 'Rice, white, raw'],
    ['Reis roh', 'Rice, white, raw'],
    ['lentils', 'Lentils, cooked'],
    ['pâtes', 'Pasta, cooked'],
    ['bacon', 'Bacon, fried'],
    ['ground beef', 'Minced beef, cooked'],
    ['beef stew', 'Beef stew with vegetables'],
    ['porridge', 'Oatmeal, cooked with water'],
    ['owsianka', 'Oatmeal, cooked with water'],
  ])('%s is %s for searches and meals', async (q, name) => {
    expect((await firstResult(q)).name).toBe(name)
    const { json } = await ask(service.apiUrl, `/meals?${new URLSearchParams({ q })}`)
    expect(json.items.map(({ food }: { food: { name: string } }) => food.name)).toEqual([name])
  })

  it('is found by the parts of its name that no other food has', async () => {
    expect((await firstResult('cooked rice')).name).toBe('Rice, white, cooked')
    expect((await firstResult('Reis gekocht')).name).toBe('Rice, white, cooked')
  })

  it('has an illustration, which the website serves', async () => {
    const { image_url, image_thumb_url } = await firstResult('banana')
    const { pathname, port } = new URL(image_url)
    expect([pathname, port]).toEqual(['/illustrations/1f34c.webp', new URL(service.websiteUrl).port])
    expect(image_thumb_url).toBe(image_url)
    const image = await fetch(service.websiteUrl + pathname)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(
      Buffer.from(await image.arrayBuffer())
        .subarray(8, 12)
        .toString(),
    ).toBe('WEBP')
    const drawing = await fetch(`${service.websiteUrl}/illustrations/glass-orange.webp`)
    expect([drawing.status, drawing.headers.get('content-type')]).toEqual([200, 'image/webp'])
    for (const other of ['..%2Fassets.tsx', '1f34c.svg', 'ffff.webp', 'glass-plaid.webp'])
      expect((await fetch(`${service.websiteUrl}/illustrations/${other}`)).status).toBe(404)
  })

  it('has a page with the name of the source, the illustration and its credit', async () => {
    const { static_url } = await firstResult('banana')
    const page = await (await fetch(service.websiteUrl + static_url)).text()
    const isIn = (text: string) => page.includes(text)
    expect(isIn('<h1 lang="en">Banana</h1>')).toBe(true)
    expect(isIn('<dd>Bananas, raw</dd>')).toBe(true)
    expect(isIn('src="/illustrations/1f34c.webp"')).toBe(true)
    expect(isIn('Illustration: <a href="https://github.com/microsoft/fluentui-emoji">Fluent Emoji</a>')).toBe(
      true,
    )
    expect(page).toMatch(/property="og:image" content="http:[^"]*\/illustrations\/1f34c\.webp"/)
  })

  it('comes first among popular foods if it is eaten daily', async () => {
    const daily = everydayFoods.filter(({ popularity }) => popularity === 20_000)
    const isDaily = ({ name }: { name: string }) => daily.some(({ names }) => names.en[0] === name)
    const { json } = await ask(service.apiUrl, '/foods/popular?limit=20')
    expect(json.filter(isDaily)).toHaveLength(20)
  })

  it('has an estimate of how often people eat it, and no scans', async () => {
    const { id } = await firstResult('banana')
    const [banana] = await stores.sql('select popularity, everyday_popularity from foods where id = $1', [id])
    expect(banana).toEqual({ popularity: 0, everyday_popularity: 20_000 })
    const database = openTestPool(stores)
    const { confidence } = await inspect(database, String(id))
    await database.close()
    expect(confidence.join(' ')).toContain('The energy matches the nutrients (')
  })

  it('stays the same food when another record of it is imported', async () => {
    const { id } = await firstResult('banana')
    const file = join(folder, 'banana.jsonl')
    const foundation = {
      source_id: 'ndb:9040',
      name: 'Bananas, ripe',
      calories_kcal: 97,
      protein_g: 0.7,
      fat_g: 0.3,
      carbs_g: 23,
    }
    writeFileSync(file, `${JSON.stringify(foundation)}\n`)
    await importFile(file)
    // It states fewer values than the one that is shown.
    const now = await firstResult('banana')
    expect([now.id, now.name, now.calories_kcal]).toEqual([id, 'Banana', 89])
    const [{ count } = {}] = await stores.sql(
      `select count(*)::int from superseded_records where food_id = $1`,
      [id],
    )
    expect(count).toBe(1)
  })
})
