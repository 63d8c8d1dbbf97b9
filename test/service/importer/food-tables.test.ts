// National food composition tables, from the files of their owners to the API and the website.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startService } from '../../../lab/service.ts'
import { foodTables, sourceFacts } from '../../../src/food/sources.ts'
import { runImport } from '../../../src/importer/run.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { createStores, type TestStores } from '../../support/database.ts'
import { foodTableFixture, writeFoodTable } from '../../support/food-tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-food-tables-'))
let stores: TestStores
let service: RunningService
beforeAll(async () => {
  stores = await createStores()
  for (const id of foodTables) {
    const file = writeFoodTable(folder, id)
    const report = await withConnection(stores.databaseUrl, client =>
      runImport(client, { inputs: [{ file, origin: { from: id } }], fullDumpOf: id }),
    )
    expect(report).toMatchObject({ rejected: {}, shown: Object.keys(foodTableFixture(id).foods).length })
  }
  service = await startService(stores)
})
afterAll(async () => {
  await service.stop()
  await stores.drop()
  rmSync(folder, { recursive: true })
})

const find = async (query: string) =>
  (await ask(service.apiUrl, `/search?q=${encodeURIComponent(query)}`)).json as Record<string, unknown>[]

describe('the foods of a table', () => {
  it.each([
    ['moor oat flakes', 'bls', 'Moor oat flakes'],
    ['Hafermoorflocken', 'bls', 'Moor oat flakes'],
    ['Torfkohl gekocht', 'bls', 'Moor cabbage, boiled'],
    ['tartelette aux myrtilles', 'ciqual', 'Blueberry tartlet, home-made'],
    ['barley bread', 'cofid', 'Fen barley bread, average'],
    ['sea holly', 'cofid', 'Sea holly, raw'],
    ['Alpennussöl', 'swiss', 'Alpine nut oil'],
  ])('are found by their names in every language: %s', async (query, source, name) => {
    expect((await find(query))[0]).toMatchObject({ source, name, brand: null })
  })

  it('have complete, checked data', async () => {
    expect((await find('moor oat flakes'))[0]).toMatchObject({
      category: 'Grains',
      calories_kcal: 351,
      carbs_g: 54,
      fiber_g: 10.1,
      sodium_mg: 4,
      sugar_g: null,
    })
    for (const query of ['moor oat flakes', 'blueberry tartlet', 'barley bread', 'alpine nut oil'])
      expect((await find(query))[0]?.['confidence']).toBeGreaterThanOrEqual(0.75)
  })

  it('per 100 ml are converted by the density of the table', async () => {
    expect((await find('alpine nut oil'))[0]).toMatchObject({ calories_kcal: 900, fat_g: 100 })
    expect((await find('damson cordial wine'))[0]).toMatchObject({
      calories_kcal: 80,
      carbs_g: 4,
      sodium_mg: 10,
    })
  })

  it('have sugar by weight', async () => {
    expect((await find('fenland sugar'))[0]).toMatchObject({ carbs_g: 100, sugar_g: 100, protein_g: 0 })
  })
})

describe('the website', () => {
  const page = async (path: string) => (await ask(service.websiteUrl, path)).text

  it('credits every table in the catalog', async () => {
    const html = await page('/about')
    for (const id of foodTables) expect(html).toContain(sourceFacts[id].label)
  })

  it('says that carbohydrates exclude fibre', async () => {
    const [food] = await find('moor oat flakes')
    const html = await page(String(food?.['static_url']))
    expect(html).toContain('without fiber')
    expect(html).toContain('Hafer Moorflocken')
  })
})
