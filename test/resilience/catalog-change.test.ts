// An import under load: every node sends the new catalog within a second, although it keeps responses in memory.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ask } from '../../lab/clients/http.ts'
import { type ServiceProcess, spawnService } from '../../lab/service.ts'
import { runImport } from '../../src/importer/run.ts'
import { inTransaction, withConnection } from '../../src/platform/database/pool.ts'
import { createStores, type TestStores } from '../support/database.ts'

const imports = 4
const clientsPerTarget = 2
const maxStaleMs = 1_000

let stores: TestStores
let nodes: ServiceProcess[]
const folder = mkdtempSync(join(tmpdir(), 'larder-catalog-change-'))

beforeAll(async () => {
  stores = await createStores()
  await importFood(0)
  nodes = await Promise.all([spawnService(stores), spawnService(stores)])
})
afterAll(async () => {
  await Promise.all(nodes.map(node => node.stop()))
  await stores.drop()
  rmSync(folder, { recursive: true })
})

/** One food, whose protein is the number of the import. */
function importFood(n: number): Promise<void> {
  const food = {
    source_id: 'skyr',
    name: 'Skyr',
    barcode: '3017620422003',
    image_url: 'https://images.openfoodfacts.org/images/products/1/front.400.jpg',
    calories_kcal: 60 + 4 * n,
    protein_g: 10 + n,
    carbs_g: 4,
    fat_g: 0.2,
  }
  return importFoods([food])
}

async function importFoods(foods: object[]): Promise<void> {
  const file = join(folder, 'foods.jsonl')
  writeFileSync(file, foods.map(food => JSON.stringify(food)).join('\n'))
  await withConnection(stores.databaseUrl, client =>
    runImport(client, { inputs: [{ file, origin: { from: 'jsonl', source: 'community' } }] }),
  )
}

interface Seen {
  target: string
  askedAt: number
  version: number
}

it('shows on every node within a second', async () => {
  const { id, static_url } = (await ask(nodes[0]?.apiUrl ?? '', '/barcode/3017620422003')).json
  const targets = nodes.flatMap(({ apiUrl, websiteUrl }, node) =>
    [
      [apiUrl, `/food/${id}`],
      [apiUrl, '/barcode/3017620422003'],
      [apiUrl, '/search?q=skyr'],
      [apiUrl, '/foods/popular?has_image=false'],
      [websiteUrl, static_url],
    ].map(([url = '', path = '']) => ({ name: `node ${node} ${path}`, url, path })),
  )
  const seen: Seen[] = []
  let isOver = false
  const readAll = async ({ name, url, path }: (typeof targets)[number]) => {
    while (!isOver) {
      const askedAt = performance.now()
      const { status, text } = await ask(url, path)
      if (status !== 200) throw new Error(`${name} returned ${status}`)
      const protein = /"protein_g":(\d+)|(\d+) g protein/.exec(text)
      seen.push({ target: name, askedAt, version: Number(protein?.[1] ?? protein?.[2]) - 10 })
      await wait(5)
    }
  }
  const readers = targets.flatMap(target => Array.from({ length: clientsPerTarget }, () => readAll(target)))
  const importedAt = [performance.now()]
  for (let n = 1; n <= imports; n++) {
    await wait(1_200)
    await importFood(n)
    importedAt[n] = performance.now()
  }
  await wait(1_500)
  isOver = true
  await Promise.all(readers)

  let maxAgeMs = 0
  for (const { name } of targets) {
    const answers = seen.filter(({ target }) => target === name)
    expect([name, new Set(answers.map(({ version }) => version)).size]).toEqual([name, imports + 1])
    for (const { askedAt, version } of answers) {
      const replacedAt = importedAt[version + 1]
      if (replacedAt !== undefined) maxAgeMs = Math.max(maxAgeMs, askedAt - replacedAt)
    }
  }
  console.log(`${seen.length} responses; an old one was sent up to ${maxAgeMs.toFixed(0)} ms after an import`)
  expect(maxAgeMs).toBeLessThan(maxStaleMs)
})

it('suggests no food of the previous catalog on a node that nobody asked meanwhile', async () => {
  const suggestOn = async (node: ServiceProcess | undefined) =>
    (await ask(node?.apiUrl ?? '', '/suggest?q=zorg')).json
  await importFoods([{ source_id: 'zorg', name: 'Zorgbread' }])
  await vi.waitFor(async () => expect(await suggestOn(nodes[0])).toHaveLength(1), 15_000)
  await wait(11_000)
  await importFoods([{ source_id: 'zorg', name: 'Plain rusk' }])
  await wait(11_000)
  for (const node of nodes) expect(await suggestOn(node)).toEqual([])
})

it('does not keep searches for unknown words waiting for the new vocabulary', async () => {
  const changed = Array.from({ length: 2_000 }, (_, n) => ({
    source_id: `c${n}`,
    name: `Bread ${wordOf(n)}`,
  }))
  await importFoods(changed)
  const times = await withConnection(stores.databaseUrl, client =>
    inTransaction(client, async () => {
      // No node can read the vocabulary.
      await client.query('lock table changed_terms in access exclusive mode')
      const asked = Array.from({ length: 30 }, async (_, n) => {
        await wait(20 * n)
        const startedAt = performance.now()
        const { status } = await ask(nodes[n % 2]?.apiUrl ?? '', `/search?q=${wordOf(3_000 + n)}`)
        expect(status).toBe(200)
        return performance.now() - startedAt
      })
      return await Promise.all(asked)
    }),
  )
  console.log(`without the new vocabulary, searches took up to ${Math.max(...times).toFixed(0)} ms`)
  expect(Math.max(...times)).toBeLessThan(maxStaleMs)
  for (const { apiUrl } of nodes)
    await vi.waitFor(async () => {
      const { json } = await ask(apiUrl, `/search?q=${wordOf(1_999)}`)
      expect(json[0]?.name.toLowerCase()).toBe(changed[1_999]?.name.toLowerCase())
    }, 5_000)
})

/** Words that resemble no other. */
function wordOf(n: number): string {
  return Array.from({ length: 6 }, (_, place) => 'aklmnor'[Math.floor((n * 997) / 7 ** place) % 7]).join('')
}
