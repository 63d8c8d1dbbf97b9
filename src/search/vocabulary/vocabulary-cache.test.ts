import { expect, it } from 'vitest'
import type { Database } from '../../platform/database/pool.ts'
import { createVocabularyCache } from './vocabulary-cache.ts'

/** A database whose catalog changes with its version. */
function fakeDatabase() {
  const state = { version: 'v1', loads: 0, fails: false }
  const query = async () => {
    state.loads++
    if (state.fails) throw new Error('down')
    const terms = `milk 3\nonly${state.version} 1`
    return { rows: [{ version: state.version, foods: 3, terms, synonyms: 'leche\tmilk' }] }
  }
  return { state, database: { query } as unknown as Database }
}

it('loads the vocabulary once', async () => {
  const { state, database } = fakeDatabase()
  const cache = createVocabularyCache(database)
  const [first, second] = await Promise.all([cache.current(), cache.current()])
  expect(first).toBe(second)
  expect(first.documentFrequency('milk')).toBe(3)
  expect(first.synonymsOf('leche')).toEqual([{ words: ['milk'] }])
  expect(state.loads).toBe(1)
})

it('reloads it once for all callers', async () => {
  const { state, database } = fakeDatabase()
  const cache = createVocabularyCache(database)
  await cache.current()
  state.version = 'v2'
  const [first, second] = await Promise.all([cache.reload('v2'), cache.reload('v2')])
  expect(first).toBe(second)
  expect(first.documentFrequency('onlyv2')).toBe(1)
  expect(await cache.current()).toBe(first)
  expect(state.loads).toBe(2)
})

it('is not reloaded again and again for replicas that lag behind', async () => {
  const { state, database } = fakeDatabase()
  const cache = createVocabularyCache(database)
  state.version = 'v3'
  await cache.current()
  for (const seen of ['v1', 'v2', 'v1', 'v2', 'v1']) expect((await cache.reload(seen)).version).toBe('v3')
  expect(state.loads).toBe(3)
  state.version = 'v4'
  expect((await cache.reload('v4')).version).toBe('v4')
})

it('keeps the old vocabulary when a reload fails, and tries again', async () => {
  const { state, database } = fakeDatabase()
  const cache = createVocabularyCache(database)
  const old = await cache.current()
  state.version = 'v2'
  state.fails = true
  await expect(cache.reload('v2')).rejects.toThrow('down')
  expect(await cache.current()).toBe(old)
  state.fails = false
  expect((await cache.reload('v2')).version).toBe('v2')
})
