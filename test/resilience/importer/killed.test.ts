// A killed import leaves the catalog unchanged: readers see the old or the new catalog, never a mix.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { programArguments } from '../../../lab/build.ts'
import { ask } from '../../../lab/clients/http.ts'
import { printMeasurement } from '../../../lab/report.ts'
import { environmentFor, startService } from '../../../lab/service.ts'
import { checksums } from '../../../src/importer/checksum.ts'
import { runImport } from '../../../src/importer/run.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { createStores, storesForTest, type TestStores } from '../../support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-killed-'))
afterAll(() => rmSync(folder, { recursive: true }))

const foods = 4_000
const kills = 20

/** Every food has the word of its edition in its name, so that a mixed answer shows. */
function dump(edition: string, few = foods): string {
  const path = join(folder, `${edition}.jsonl`)
  const lines = Array.from({ length: few }, (_, n) =>
    JSON.stringify({
      code: String(4_000_000_000_000 + n),
      product_name: `Food ${n} ${edition}`,
      categories_tags: ['en:cheeses'],
      unique_scans_n: n,
    }),
  )
  writeFileSync(path, lines.join('\n'))
  return path
}

const importFile = (stores: TestStores, file: string) =>
  withConnection(stores.databaseUrl, client =>
    runImport(client, { inputs: [{ file, origin: { from: 'off' } }] }),
  )
const sums = (stores: TestStores) => withConnection(stores.databaseUrl, checksums)

async function killedAfter(stores: TestStores, file: string, ms: number): Promise<boolean> {
  const child = spawn(process.execPath, [...programArguments(), 'import', 'off', file], {
    env: { PATH: process.env['PATH'] ?? '', ...environmentFor(stores) },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  await Promise.race([wait(ms), exited])
  child.kill('SIGKILL')
  const [, signal] = await exited
  return signal === 'SIGKILL'
}

/** Reads lists, searches and foods until stopped; every response must come from one catalog version. */
function readers(apiUrl: string) {
  let isOver = false
  const seen = new Set<string>()
  let answers = 0
  const read = async (path: string) => {
    while (!isOver) {
      const { status, json } = await ask(apiUrl, path)
      expect(status).toBe(200)
      const editions = new Set((json as { name: string }[]).map(({ name }) => name.split(' ')[2]))
      expect(editions.size).toBe(1)
      for (const edition of editions) if (edition) seen.add(edition)
      answers++
    }
  }
  const running = Promise.all(
    ['/foods/popular?limit=50&has_image=false', '/search?q=food&limit=25', '/search?q=foood&limit=25'].map(
      read,
    ),
  )
  return {
    async stop() {
      isOver = true
      await running
      return { seen, answers }
    },
  }
}

it(`serves no mixed response and ends with the same catalog when killed ${kills} times`, async () => {
  const [old, fresh] = [dump('old'), dump('fresh')]
  const stores = await createStores()
  await importFile(stores, old)
  const idsBefore = await stores.sql('select id, source_id from foods order by id')
  const before = await sums(stores)

  const undisturbed = await storesForTest()
  await importFile(undisturbed, old)
  await importFile(undisturbed, fresh)
  const expected = await sums(undisturbed)

  const service = await startService(stores, { RESPONSE_CACHE_MB: '0' })
  const reading = readers(service.apiUrl)
  let killed = 0
  for (let kill = 0; kill < kills; kill++) {
    // At a random time, from before the first line to after the last.
    if (await killedAfter(stores, fresh, 200 + Math.random() * 2_500)) killed++
    expect([before.withIds, expected.withIds]).toContain((await sums(stores)).withIds)
    if ((await sums(stores)).withIds === expected.withIds) {
      await importFile(stores, old)
      expect((await sums(stores)).withIds).toBe(before.withIds)
    }
  }
  expect(killed).toBeGreaterThan(kills / 4)
  await importFile(stores, fresh)
  const { seen, answers } = await reading.stop()
  await service.stop()

  expect(await sums(stores)).toEqual(expected)
  expect(await stores.sql('select id, source_id from foods order by id')).toEqual(idsBefore)
  expect(seen).toEqual(new Set(['old', 'fresh']))
  expect(answers).toBeGreaterThan(100)
  // `readers` has looked at each of them.
  printMeasurement('import killed: answers read, none mixed', answers, 'answers')
  printMeasurement('import killed: times', killed, `of ${kills}`)
  await stores.drop()
})

it('waits for a long-running reader without blocking the others', async () => {
  const stores = await storesForTest()
  await importFile(stores, dump('old', 100))
  const service = await startService(stores, { RESPONSE_CACHE_MB: '0' })
  await withConnection(stores.databaseUrl, async longReader => {
    await longReader.query('begin; select from foods limit 1')
    const importing = importFile(stores, dump('fresh', 100))
    const slowest: number[] = []
    for (const end = performance.now() + 2_000; performance.now() < end; await wait(20)) {
      const started = performance.now()
      expect((await ask(service.apiUrl, '/foods/popular?has_image=false')).json[0].name).toContain('old')
      slowest.push(performance.now() - started)
    }
    expect(Math.max(...slowest)).toBeLessThan(800)
    await longReader.query('commit')
    await importing
  })
  expect((await ask(service.apiUrl, '/foods/popular?has_image=false')).json[0].name).toContain('fresh')
  await service.stop()
})

it('keeps the privileges on a rebuilt table', async () => {
  const stores = await storesForTest()
  await stores.sql('grant select on foods to public')
  await importFile(stores, dump('old', 100))
  const [table] = await stores.sql<{ acl: string }>(
    "select relacl::text as acl from pg_class where relname = 'foods'",
  )
  expect(table?.acl).toContain('=r/')
})
