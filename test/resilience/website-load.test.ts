// Readers of the website never slow paying clients of the API down, also where both share a process (rule website-isolation).

import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { ask } from '../../lab/clients/http.ts'
import { type PageReaders, type StatusCounts, startPageReaders } from '../../lab/clients/page-readers.ts'
import { spawnService } from '../../lab/service.ts'
import { median, quantile } from '../../lab/statistics.ts'
import type { Food } from '../../src/food/food.ts'
import { createStores } from '../support/database.ts'
import { accountKey } from '../support/keys.ts'

const connections = 50

it(`${connections} connections of one address hardly delay lookups`, async () => {
  const stores = await createStores('fixture-foods')
  onTestFinished(stores.drop)
  // Without the limit per minute and the cache, every page is rendered.
  const service = await spawnService(stores, { RESPONSE_CACHE_MB: '0' })
  onTestFinished(() => service.stop())
  const { apiUrl, websiteUrl } = service
  const key = await accountKey(stores, 'payer', 'scale')
  const { json: foods } = await ask(apiUrl, '/foods/popular?limit=50&has_image=false', { key })
  const paths = foods.map((food: Food) => food.static_url)

  const { quietMs, loadedMs, p95Ratio, pages } = await measureIsolation({
    apiUrl,
    key,
    readers: { websiteUrl, paths, connections, addresses: [] },
    rounds: 2,
    secondsPerRound: 2,
  })
  const [quiet, loaded] = [median(quietMs), median(loadedMs)]
  console.log(
    `p50 of /food ${quiet.toFixed(1)} → ${loaded.toFixed(1)} ms, p95 ratio ${p95Ratio.toFixed(2)} (target 2)`,
    pages,
  )
  // The median, because p95 depends on what else the machine does. Without turns the
  // median is 20 to 35 times as long.
  expect(loaded).toBeLessThan(Math.max(4 * quiet, 50))
  expect(pages['200']).toBeGreaterThan(0)
  // More than wait in the queue of one address.
  expect(pages['429']).toBeGreaterThan(0)
})

// How much readers of the website slow a paying client of the API down.

interface IsolationOptions {
  apiUrl: string
  key: string
  readers: PageReaders
  /** Alternating without and with readers, so that other load on the machine affects both alike. */
  rounds: number
  secondsPerRound: number
}

interface Isolation {
  quietMs: number[]
  loadedMs: number[]
  /** p95 with readers relative to p95 without. */
  p95Ratio: number
  pages: StatusCounts
}

const lookupsPerSecond = 50
const warmUpPages = 100

async function measureIsolation(options: IsolationOptions): Promise<Isolation> {
  const quietMs: number[] = []
  const loadedMs: number[] = []
  const pages: StatusCounts = {}
  await warmUp(options)
  for (let round = 0; round < options.rounds; round++) {
    quietMs.push(...(await lookUpFoods(options)))
    const readers = startPageReaders(options.readers)
    await wait(200)
    loadedMs.push(...(await lookUpFoods(options)))
    for (const [status, count] of Object.entries(await readers.stop())) {
      pages[status] = (pages[status] ?? 0) + count
    }
  }
  return { quietMs, loadedMs, p95Ratio: quantile(loadedMs, 0.95) / quantile(quietMs, 0.95), pages }
}

/** A server that has just started is slow. */
async function warmUp(options: IsolationOptions): Promise<void> {
  const { websiteUrl, paths } = options.readers
  for (const path of paths.slice(-warmUpPages)) await ask(websiteUrl, path)
  await lookUpFoods(options)
}

async function lookUpFoods({ apiUrl, key, secondsPerRound }: IsolationOptions): Promise<number[]> {
  const lookups: Promise<number>[] = []
  for (let n = 0; n < secondsPerRound * lookupsPerSecond; n++) {
    lookups.push(lookUpFood(apiUrl, key, 1 + (n % 100)))
    await wait(1_000 / lookupsPerSecond)
  }
  return Promise.all(lookups)
}

async function lookUpFood(apiUrl: string, key: string, id: number): Promise<number> {
  const start = performance.now()
  const { status } = await ask(apiUrl, `/food/${id}`, { key })
  const ms = performance.now() - start
  if (status !== 200) throw new Error(`/food/${id} returned ${status}`)
  return ms
}
