// How much readers of the website slow a paying client of the API down.
import { setTimeout as wait } from 'node:timers/promises'
import { ask } from './clients/http.ts'
import { type PageReaders, type StatusCounts, startPageReaders } from './clients/page-readers.ts'
import { quantile } from './statistics.ts'

export interface IsolationOptions {
  apiUrl: string
  key: string
  readers: PageReaders
  /** Alternating without and with readers, so that other load on the machine affects both alike. */
  rounds: number
  secondsPerRound: number
}

export interface Isolation {
  quietMs: number[]
  loadedMs: number[]
  /** p95 with readers relative to p95 without. */
  p95Ratio: number
  pages: StatusCounts
}

const lookupsPerSecond = 50
const warmUpPages = 100

export async function measureIsolation(options: IsolationOptions): Promise<Isolation> {
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
