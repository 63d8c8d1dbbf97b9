// A killed import leaves the catalog unchanged: readers see the old or the new catalog, never a mix.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { programArguments } from '../../../lab/build.ts'
import { checksums } from '../../../lab/catalogs/checksum.ts'
import { ask } from '../../../lab/clients/http.ts'
import { printMeasurement } from '../../../lab/report.ts'
import { environmentFor, startService } from '../../../lab/service.ts'
import { runImport } from '../../../src/importer/run.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { createStores, storesForTest, type TestStores } from '../../support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-killed-'))
afterAll(() => rmSync(folder, { recursive: true }))

const foods = 4_000
const kills = 20

/** Every food has the number of its edition in its name, so that a mixed answer shows. */
function dump(edition: number, few = foods): string {
  const path = join(folder, `${edition}.jsonl`)
  const lines = Array.from({ length: few }, (_, n) =>
    JSON.stringify({
      code: String(4_000_000_000_000 + n),
      product_name: `Food ${n} edition-${edition}`,
      last_modified_t: 1_700_000_000 + edition,
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
  const stores = await createStores()
  const undisturbed = await storesForTest()
  let edition = 1
  await importFile(stores, dump(edition))
  await importFile(undisturbed, dump(edition))
  const idsBefore = await stores.sql('select id, source_id from foods order by id')
  let current = await sums(stores)
  edition++
  await importFile(undisturbed, dump(edition))
  let next = await sums(undisturbed)

  const service = await startService(stores, { RESPONSE_CACHE_MB: '0' })
  const reading = readers(service.apiUrl)
  let killed = 0
  for (let kill = 0; kill < kills; kill++) {
    // At a random time, from before the first line to after the last.
    if (await killedAfter(stores, dump(edition), 200 + Math.random() * 2_500)) killed++
    const { withIds } = await sums(stores)
    expect([current.withIds, next.withIds]).toContain(withIds)
    if (withIds === next.withIds) {
      current = next
      edition++
      await importFile(undisturbed, dump(edition))
      next = await sums(undisturbed)
    }
  }
  expect(killed).toBeGreaterThan(kills / 4)
  await importFile(stores, dump(edition))
  const { seen, answers } = await reading.stop()
  await service.stop()

  expect(await sums(stores)).toEqual(next)
  expect(await stores.sql('select id, source_id from foods order by id')).toEqual(idsBefore)
  expect([...seen].sort()).toEqual(Array.from({ length: edition }, (_, n) => `edition-${n + 1}`).sort())
  expect(answers).toBeGreaterThan(100)
  // `readers` has looked at each of them.
  printMeasurement('import killed: answers read, none mixed', answers, 'answers')
  printMeasurement('import killed: times', killed, `of ${kills}`)
  await stores.drop()
})

it('waits for a long-running reader without blocking the others', async () => {
  const stores = await storesForTest()
  await importFile(stores, dump(1, 100))
  const service = await startService(stores, { RESPONSE_CACHE_MB: '0' })
  await withConnection(stores.databaseUrl, async longReader => {
    await longReader.query('begin; select from foods limit 1')
    const importing = importFile(stores, dump(2, 100))
    const slowest: number[] = []
    for (const end = performance.now() + 2_000; performance.now() < end; await wait(20)) {
      const started = performance.now()
      expect((await ask(service.apiUrl, '/foods/popular?has_image=false')).json[0].name).toContain(
        'edition-1',
      )
      slowest.push(performance.now() - started)
    }
    expect(Math.max(...slowest)).toBeLessThan(800)
    await longReader.query('commit')
    await importing
  })
  expect((await ask(service.apiUrl, '/foods/popular?has_image=false')).json[0].name).toContain('edition-2')
  await service.stop()
})

it('keeps the privileges on a rebuilt table', async () => {
  const stores = await storesForTest()
  await stores.sql('grant select on foods to public')
  await importFile(stores, dump(1, 100))
  const [table] = await stores.sql<{ acl: string }>(
    "select relacl::text as acl from pg_class where relname = 'foods'",
  )
  expect(table?.acl).toContain('=r/')
})
