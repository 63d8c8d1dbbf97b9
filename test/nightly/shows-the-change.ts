// Copied next to the service tests of a changed copy of the repository, and run there: imports the records of the recipe and
// requests what must show them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask } from '../../lab/clients/http.ts'
import { startService } from '../../lab/service.ts'
import { runImport } from '../../src/importer/run.ts'
import type { RunningService } from '../../src/main/serve.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import type { Request } from '../nightly/recipes.ts'
import { createStores, type TestStores } from '../support/database.ts'

const { origin, records, requests } = JSON.parse(process.env['RECIPE_PROOF'] ?? '{}')

let stores: TestStores
let service: RunningService
const folder = mkdtempSync(join(tmpdir(), 'larder-recipe-'))

beforeAll(async () => {
  stores = await createStores()
  const file = join(folder, 'foods.jsonl')
  writeFileSync(file, records.map((record: object) => JSON.stringify(record)).join('\n'))
  await withConnection(stores.databaseUrl, client => runImport(client, { inputs: [{ file, origin }] }))
  service = await startService(stores)
})
afterAll(async () => {
  await service?.stop()
  await stores.drop()
  rmSync(folder, { recursive: true })
})

it.each<Request>(requests)('$server $path', async ({ server, path, members, contains, known }) => {
  const { status, text } = await ask(server === 'api' ? service.apiUrl : service.websiteUrl, path)
  expect(status).toBe(200)
  if (contains !== undefined) expect(text).toContain(contains)
  if (server === 'website') return
  const foods: Record<string, unknown>[] = [JSON.parse(text)].flat()
  expect(foods.length).toBeGreaterThan(0)
  if (members !== undefined) expect(foods[0]).toMatchObject(members)
  if (known !== undefined) expect(foods.map(food => food[known])).not.toContain(null)
})
