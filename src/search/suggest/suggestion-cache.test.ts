import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { everydayFoods } from '../../food/everyday-foods.ts'
import type { Database } from '../../platform/database/pool.ts'
import { createSuggestionCache } from './suggestion-cache.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const [banana = ''] = everydayFoods.find(({ id }) => id === 'banana-raw')?.records ?? []
const [source = '', sourceId = ''] = banana.split(/:(.*)/)

/** A database whose catalog changes with its version. */
function fakeDatabase() {
  const state = { version: 'v1', loads: 0, fails: false }
  const answers: Record<string, () => object> = {
    'catalog-version': () => {
      state.loads++
      if (state.fails) throw new Error('down')
      return { version: state.version }
    },
    'everyday-foods-of-catalog': () => ({ id: 1, source, source_id: sourceId, popularity: 20_000 }),
    'popular-food-names': () => ({
      foods: [
        `1\t${source}\t${sourceId}\t20000\tBanana`,
        `2\toff\t400\t7\tSpread ${state.version}\tFernhollow`,
        '3\toff\t401\t9\tFernhollow spread\tFernhollow',
      ].join('\n'),
    }),
    'suggested-brands': () => ({ name: 'Fernhollow', count: 12 }),
  }
  const query = async ({ name }: { name: string }) => ({ rows: [answers[name]?.()] })
  return { state, database: { query } as unknown as Database }
}

const textsOf = async ({ current }: ReturnType<typeof createSuggestionCache>, word: string) =>
  (await current()).find([word], 'en', 8).map(({ name }) => name)

it('loads names of everyday foods, products and brands once', async () => {
  const { state, database } = fakeDatabase()
  const cache = createSuggestionCache(database)
  await Promise.all([cache.current(), cache.current()])
  expect(await textsOf(cache, 'bana')).toEqual(['Banana'])
  expect(await textsOf(cache, 'spread')).toEqual(['Spread v1, Fernhollow', 'Fernhollow spread'])
  expect(await textsOf(cache, 'fern')).toEqual(['Fernhollow', 'Fernhollow spread', 'Spread v1, Fernhollow'])
  expect([state.loads, cache.version()]).toEqual([1, 'v1'])
})

it('loads them again in the background when the catalog has changed, but not all the time', async () => {
  const { state, database } = fakeDatabase()
  const cache = createSuggestionCache(database)
  await cache.current()
  state.version = 'v2'
  cache.refresh('v1')
  cache.refresh(undefined)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(state.loads).toBe(1)
  cache.refresh('v2')
  await vi.advanceTimersByTimeAsync(1)
  expect(await textsOf(cache, 'spread')).toContain('Spread v2, Fernhollow')
  state.version = 'v4'
  cache.refresh('v3')
  cache.refresh('v4')
  await vi.advanceTimersByTimeAsync(9_900)
  expect([state.loads, cache.version()]).toEqual([2, 'v2'])
  // Nobody asks for suggestions meanwhile.
  await vi.advanceTimersByTimeAsync(100)
  expect([state.loads, cache.version()]).toEqual([3, 'v4'])
})

it('keeps what it has when loading fails, and tries again', async () => {
  const { state, database } = fakeDatabase()
  state.fails = true
  const cache = createSuggestionCache(database)
  await expect(cache.current()).rejects.toThrow('down')
  state.fails = false
  expect(await textsOf(cache, 'bana')).toEqual(['Banana'])
  state.fails = true
  cache.refresh('v2')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(state.loads).toBe(3)
  expect(await textsOf(cache, 'bana')).toEqual(['Banana'])
})
