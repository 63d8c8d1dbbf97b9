// GET /changes after imports of every kind.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startService } from '../../../lab/service.ts'
import { runImport } from '../../../src/importer/run.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { createStores, emptyCatalog, type TestStores } from '../../support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-changes-'))
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
let stores: TestStores
let service: RunningService

const initialFoods = 2_000

beforeAll(async () => {
  stores = await createStores()
  service = await startService(stores)
})
beforeEach(async () => {
  const cursorBefore = await newestCursor()
  await stores.sql(emptyCatalog)
  await importFoods(Array.from({ length: initialFoods }, (_, n) => foodOf(n)))
  await afterImport().not.toBe(cursorBefore)
})
afterAll(async () => {
  await service.stop()
  await stores.drop()
  rmSync(folder, { recursive: true })
})

const foodOf = (n: number, more: object = {}) => ({
  source_id: `food-${n}`,
  name: `Food number ${n}`,
  calories_kcal: 100,
  ...more,
})

/** A full dump removes the foods that it does not contain. */
async function importFoods(foods: object[], { isFullDump = false } = {}) {
  const file = join(folder, 'foods.jsonl')
  writeFileSync(file, foods.map(food => JSON.stringify(food)).join('\n'))
  return withConnection(stores.databaseUrl, client =>
    runImport(client, {
      inputs: [{ file, origin: { from: 'jsonl', source: 'community' } }],
      ...(isFullDump && { fullDumpOf: 'community', allowMassRemoval: true }),
    }),
  )
}

interface Change {
  food_id: number
  change: string
  merged_into_food_id: number | null
  changed_at: string
}

async function pageSince(since?: string): Promise<{ changes: Change[]; next: string; has_more: boolean }> {
  const { status, json } = await ask(
    service.apiUrl,
    since === undefined ? '/changes' : `/changes?since=${since}`,
  )
  expect(status).toBe(200)
  return json
}

const newestCursor = async () => (await pageSince()).next

/** All pages, as a client reads them. */
async function changesSince(cursor: string): Promise<{ changes: Change[]; next: string }> {
  const changes: Change[] = []
  for (let since = cursor; ; ) {
    const page = await pageSince(since)
    changes.push(...page.changes)
    since = page.next
    if (!page.has_more) return { changes, next: since }
  }
}

const idsOf = async (where = 'true') =>
  (await stores.sql<{ id: number }>(`select id from foods where ${where} order by id`)).map(({ id }) => id)

/** Until the node has noticed the import. */
const afterImport = () => expect.poll(newestCursor, { timeout: 30_000 })

it('is empty after the first import, and refuses cursors from before', async () => {
  const { changes, has_more } = await pageSince()
  expect([changes, has_more]).toEqual([[], false])
  expect(await stores.sql('select from food_changes')).toEqual([])
  const earlier = new Date(Date.now() - 3_600_000).toISOString()
  const answer = await ask(service.apiUrl, `/changes?since=${earlier}`)
  expect([answer.status, answer.headers['cache-control'], answer.json]).toEqual([
    410,
    'no-store',
    { detail: expect.stringContaining('Load all foods again, for example from a pack') },
  ])
})

it('lists exactly the foods of an import of 1,000 changes, in pages, also after a restart', async () => {
  const cursor = await newestCursor()
  const changed = Array.from({ length: 600 }, (_, n) => foodOf(n, { calories_kcal: 101 }))
  const created = Array.from({ length: 400 }, (_, n) => foodOf(initialFoods + n))
  const unchanged = Array.from({ length: 300 }, (_, n) => foodOf(700 + n))
  const report = await importFoods([...changed, ...created, ...unchanged])
  expect(report.foods).toMatchObject({ added: 400, changed: 600, removed: 0 })
  await afterImport().not.toBe(cursor)
  const { changes, next } = await changesSince(cursor)
  const wanted = [
    ...(await idsOf('calories_kcal = 101')).map(food_id => ({ food_id, change: 'changed' })),
    ...(await idsOf(`substr(source_id, 6)::integer >= ${initialFoods}`)).map(food_id => ({
      food_id,
      change: 'created',
    })),
  ]
  expect(wanted).toHaveLength(1_000)
  expect(changes.map(({ food_id, change }) => ({ food_id, change }))).toEqual(wanted)
  expect(new Set(changes.map(({ changed_at }) => changed_at)).size).toBe(1)
  expect(await changesSince(next)).toEqual({ changes: [], next })

  const first = await pageSince(cursor)
  expect([first.changes.length, first.has_more]).toEqual([500, true])
  await service.stop()
  service = await startService(stores)
  const rest = await changesSince(first.next)
  expect([...first.changes, ...rest.changes]).toEqual(changes)
})

it('serves a client that is 30 days behind, and refuses one whose changes have expired', async () => {
  const cursor = await newestCursor()
  await importFoods([foodOf(1, { calories_kcal: 102 })])
  const backDate = (days: number) =>
    stores.sql(`
      update food_changes set changed_at = changed_at - interval '${days} days';
      update catalog_stats set changes_begin_at = changes_begin_at - interval '${days} days'`)
  await backDate(30)
  const behind = new Date(Date.now() - 30.5 * 86_400_000).toISOString()
  await stores.sql(`update catalog_stats set changes_begin_at = changes_begin_at - interval '1 day'`)
  await importFoods([foodOf(2, { calories_kcal: 102 })])
  await afterImport().not.toBe(cursor)
  const { changes, next } = await changesSince(behind)
  expect(changes.map(({ food_id, change }) => [food_id, change])).toEqual(
    (await idsOf('calories_kcal = 102')).map(id => [id, 'changed']),
  )
  // The next import deletes what is older than 90 days.
  await backDate(70)
  await importFoods([foodOf(3, { calories_kcal: 102 })])
  expect(await stores.sql('select from food_changes')).toHaveLength(2)
  await afterImport().not.toBe(next)
  const answer = await ask(
    service.apiUrl,
    `/changes?since=${new Date(Date.now() - 100.5 * 86_400_000).toISOString()}`,
  )
  expect(answer.status).toBe(410)
  // What comes after the last deleted entry is complete.
  const [journal] = await stores.sql<{ begin: Date }>('select changes_begin_at as begin from catalog_stats')
  const since = new Date((journal?.begin.getTime() ?? 0) + 1).toISOString()
  expect((await changesSince(since)).changes).toHaveLength(2)
})

it('lists merged, removed and returning foods, each once', async () => {
  const gtin = '3017620422003'
  const cursorBefore = await newestCursor()
  await importFoods([
    foodOf(1, { name: 'Hazelnut spread', brand: 'Grove', barcode: gtin }),
    { ...foodOf(9_000), name: 'Spread', barcode: '4006381333931' },
  ])
  await afterImport().not.toBe(cursorBefore)
  const [kept, merged] = await idsOf(`barcode in ('${gtin}', '4006381333931')`)
  const cursor = await newestCursor()
  // The second food turns out to be the same product, and the third leaves.
  const dump = Array.from({ length: initialFoods }, (_, n) => foodOf(n)).filter((_, n) => n > 2)
  const same = [
    foodOf(1, { name: 'Hazelnut spread', brand: 'Grove', barcode: gtin }),
    { ...foodOf(9_000), name: 'Spread', barcode: gtin },
  ]
  await importFoods([...dump, ...same, foodOf(0)], { isFullDump: true })
  await afterImport().not.toBe(cursor)
  const { changes, next } = await changesSince(cursor)
  expect(changes.filter(({ change }) => change === 'merged')).toMatchObject([
    { food_id: merged, merged_into_food_id: kept },
  ])
  const removed = changes.filter(({ change }) => change === 'removed')
  expect(removed).toHaveLength(1)
  expect(new Set(changes.map(({ food_id }) => food_id)).size).toBe(changes.length)
  expect((await ask(service.apiUrl, `/food/${removed[0]?.food_id}`)).status).toBe(404)
  // Importing the same again changes nothing, and neither does a merged id that stays merged.
  await importFoods([...dump, ...same, foodOf(0)], { isFullDump: true })
  await importFoods([foodOf(2)])
  await expect
    .poll(async () => (await changesSince(next)).changes, { timeout: 30_000 })
    .toMatchObject([{ food_id: removed[0]?.food_id, change: 'created', merged_into_food_id: null }])
})

it('begins with the version of a pack', async () => {
  await importFoods([foodOf(1, { calories_kcal: 103 })])
  const [catalog] = await stores.sql<{ version: string }>(
    `select to_char(refreshed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as version from catalog_stats`,
  )
  const version = catalog?.version ?? ''
  expect((await pageSince(version)).changes).toEqual([])
  await importFoods([foodOf(2, { calories_kcal: 103 })])
  await expect.poll(async () => (await pageSince(version)).changes, { timeout: 30_000 }).toHaveLength(1)
})

it('does not serve an old end from the cache after an import', async () => {
  const cursor = await newestCursor()
  for (let n = 0; n < 5; n++) {
    expect((await pageSince(cursor)).changes).toHaveLength(n)
    await importFoods([foodOf(n, { calories_kcal: 104 })])
    await expect.poll(async () => (await pageSince(cursor)).changes.length, { timeout: 30_000 }).toBe(n + 1)
  }
})

it('has times that grow even if the clock was set back', async () => {
  await importFoods([foodOf(1, { calories_kcal: 105 })])
  await stores.sql(`update food_changes set changed_at = changed_at + interval '1 hour'`)
  await importFoods([foodOf(2, { calories_kcal: 105 })])
  const entries = await stores.sql<{ food_id: number }>(
    'select food_id from food_changes order by changed_at',
  )
  expect(entries.map(({ food_id }) => food_id)).toEqual(await idsOf('calories_kcal = 105'))
})

// One test for all, because each test begins with an import of many foods.
it('is 422 for what is neither a cursor nor a time', async () => {
  for (const since of ['', 'x', '2026-11-17', '2026-02-30T00:00:00Z', '2026-11-17T04:12:09', 'MjAyNg']) {
    const { status, json } = await ask(service.apiUrl, `/changes?since=${since}`)
    expect([status, json]).toEqual([
      422,
      {
        detail: [
          {
            type: 'value_error',
            loc: ['query', 'since'],
            msg: 'Value error, not a cursor of an earlier response nor a time such as 2026-11-17T04:12:09Z',
            input: since,
          },
        ],
      },
    ])
  }
})

it('matches its schema in 200 responses, and may be cached for ten seconds', async () => {
  const cursor = await newestCursor()
  await importFoods(Array.from({ length: 1_500 }, (_, n) => foodOf(n, { calories_kcal: 106 })))
  await afterImport().not.toBe(cursor)
  const { json: description } = await ask(service.apiUrl, '/openapi.json')
  const { schema } = description.paths['/changes'].get.responses[200].content['application/json']
  const fits = new Ajv2020({ strict: false, formats: { 'date-time': rfc3339 } }).compile({
    ...schema,
    components: description.components,
  })
  const { changes } = await changesSince(cursor)
  expect(changes).toHaveLength(1_500)
  const { headers } = await ask(service.apiUrl, '/changes')
  expect(headers).toMatchObject({ 'cache-control': 'private, max-age=10', etag: expect.any(String) })
  for (const { changed_at, food_id } of changes.filter((_, index) => index % 7 === 0).slice(0, 200)) {
    const since = Buffer.from(`${changed_at} ${food_id}`).toString('base64url')
    const page = await pageSince(since)
    expect([since, fits(page), fits.errors, page.changes.length > 0]).toEqual([since, true, null, true])
  }
})
