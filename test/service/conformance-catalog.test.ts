// The conformance suite against a catalog with words that mean the same and words that are spelt alike, as every large one has.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type ProxiedResponse, startProxy } from '../../lab/proxies/http-proxy.ts'
import { startService } from '../../lab/service.ts'
import { runImport } from '../../src/importer/run.ts'
import type { RunningService } from '../../src/main/serve.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { runChecks } from '../support/conformance.ts'
import { createStores, type TestStores } from '../support/database.ts'
import { accountKey } from '../support/keys.ts'

const names = [
  // A synonym.
  ...['Tomato Ketchup', 'Catsup', 'Bio Tomato Ketchup'],
  // Two spellings of one word.
  ...['Yoghurt', 'Yogurt', 'Small Yoghurt', 'Small Yogurt'],
  // A correction.
  ...['Butter', 'Batter', 'Butter Biscuits'],
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

let stores: TestStores
let service: RunningService
let read: string
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-conformance-'))
  const file = join(folder, 'foods.jsonl')
  const lines = names.map(name => JSON.stringify({ source_id: name, name, ...completeLabel }))
  writeFileSync(file, lines.join('\n'))
  stores = await createStores()
  await withConnection(stores.databaseUrl, client =>
    runImport(client, { inputs: [{ file, origin: { from: 'jsonl', source: 'usda' } }] }),
  )
  rmSync(folder, { recursive: true })
  read = await accountKey(stores, 'suite', 'scale')
  service = await startService(stores)
})
afterAll(async () => {
  await service.stop()
  await stores.drop()
})

async function runCheck(alter?: (passing: ProxiedResponse) => void) {
  const proxy = await startProxy([service.apiUrl], alter)
  onTestFinished(proxy.stop)
  return runChecks({ baseUrl: proxy.url, keys: { read }, only: ['relevance-bands/corrected'] })
}

it('takes neither a synonym nor another spelling for a correction', async () => {
  expect(await runCheck()).toMatchObject([{ outcome: 'pass' }])
})

it('fails a server that shows a correction first', async () => {
  const results = await runCheck(passing => {
    if (passing.path.startsWith('/search?q=butter&'))
      passing.body = Buffer.from(JSON.stringify(JSON.parse(passing.body.toString()).reverse()))
  })
  expect(results).toMatchObject([
    { outcome: 'fail', detail: expect.stringMatching(/Batter before \d+ Butter/) },
  ])
})
