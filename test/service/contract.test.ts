// The contract suite against two nodes, with the checks that exhaust rate limits and wait for their windows to end.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createContractKeys } from '../../lab/contract-keys.ts'
import { type HttpProxy, startProxy } from '../../lab/proxies/http-proxy.ts'
import { keySecret, type ServiceProcess, spawnService } from '../../lab/service.ts'
import { runImport } from '../../src/importer/run.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { checks, runChecks } from '../contract/run.ts'
import { createStores, type StoresWithPool } from '../support/database.ts'

// The limits of the specification instead of the high limits of other tests.
const specified = {
  RATE_LIMIT_ANONYMOUS_PER_MINUTE: '30',
  RATE_LIMIT_STARTER_PER_MINUTE: '30',
  RATE_LIMIT_FREE_PER_HOUR: '600',
  FAIRNESS_DELAY_MS: '350',
  // Clients see one service: without these, each node would describe itself with its own port.
  API_PUBLIC_URL: 'http://api.larder.test',
  WEB_PUBLIC_URL: 'http://larder.test',
}

/** Words that mean the same and words that are spelt alike, as every large catalog has, and the fixture foods do not. */
const alike = [
  // A synonym.
  ...['Tomato Ketchup', 'Catsup', 'Bio Tomato Ketchup'],
  // Two spellings of one word.
  ...['Yoghurt', 'Yogurt', 'Small Yoghurt', 'Small Yogurt'],
  // A correction, of words that name no food.
  ...['Tarvel', 'Torvel', 'Tarvel Biscuits'],
]

const completeLabel = {
  calories_kcal: 120,
  protein_g: 4,
  fat_g: 3,
  carbs_g: 18,
  fiber_g: 2,
  sugar_g: 5,
  sodium_mg: 300,
  saturated_fat_g: 1,
}

/** A product whose label states nothing, and foods with some of its words. */
const unlabelled = { source: 'off', source_id: 'unlabelled', name: 'Fennel Crackers', brand: 'Zorpel' }
const crackers = ['Crackers', 'Spelt Crackers', 'Fennel'].map(name => ({ name, ...completeLabel }))

/** Two foods with one name, of which the one with an image has the less usual energy. */
const oneName = [
  { name: 'Quince Paste', brand: 'Kelt', ...completeLabel },
  { name: 'Quince Paste', brand: 'Marl', ...completeLabel },
  {
    ...{ name: 'Quince Paste', brand: 'Fernhollow', ...completeLabel },
    ...{ calories_kcal: 171, carbs_g: 31, image_url: 'https://images.example/quince.400.jpg' },
  },
]

async function loadFoods(databaseUrl: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-contract-'))
  const file = join(folder, 'foods.jsonl')
  // The suite searches for names that several foods bear.
  const lines = ['Fernhollow', 'Kelt', 'Marl'].flatMap(brand =>
    alike.map(name =>
      JSON.stringify({ source_id: `${brand} ${name}`, source: 'usda', name, brand, ...completeLabel }),
    ),
  )
  const products = [...crackers, ...oneName].map((food, index) => ({
    ...{ source: 'off', source_id: `product ${index}`, ...food },
  }))
  lines.push(...[unlabelled, ...products].map(food => JSON.stringify(food)))
  writeFileSync(file, [readFileSync('lab/catalogs/fixture-foods.jsonl', 'utf8').trim(), ...lines].join('\n'))
  await withConnection(databaseUrl, client =>
    runImport(client, { inputs: [{ file, origin: { from: 'jsonl', source: 'per-line' } }] }),
  )
  rmSync(folder, { recursive: true })
}

let stores: StoresWithPool
let nodes: ServiceProcess[]
let proxy: HttpProxy
beforeAll(async () => {
  stores = await createStores()
  await loadFoods(stores.databaseUrl)
  nodes = await Promise.all([spawnService(stores, specified), spawnService(stores, specified)])
  proxy = await startProxy(nodes.map(node => node.apiUrl))
})
afterAll(async () => {
  proxy.stop()
  await Promise.all(nodes.map(node => node.stop()))
  await stores.drop()
})

it('two nodes pass every check of the contract suite', async () => {
  const { keys } = await createContractKeys(stores.pool, keySecret)
  const results = await runChecks({ baseUrl: proxy.url, keys, includeSlow: true, checkDefaults: true })
  expect(results.filter(({ outcome }) => outcome !== 'pass')).toEqual([])
  expect(results.length).toBe(checks.length)
}, 480_000)
