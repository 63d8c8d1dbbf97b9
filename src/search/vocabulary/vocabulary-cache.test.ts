import { expect, it } from 'vitest'
import type { Database } from '../../platform/database/pool.ts'
import { buildSearchIndex } from '../index/search-index.ts'
import { createVocabularyCache } from './vocabulary-cache.ts'

/** A database whose catalog changes with its version. */
function fakeDatabase() {
  const state = { version: 'v1', build: 1, loads: 0, indexReads: 0, fails: false, partsMissing: 0 }
  const index = buildSearchIndex([{ term: 'milk', documentFrequency: 3 }])
  const answers: Record<string, () => Promise<object>> = {
    'vocabulary-state': async () => {
      state.loads++
      if (state.fails) throw new Error('down')
      const changed = `only${state.version} 1`
      return { ...state, foods: 3, synonyms_fingerprint: 'f1', changed_terms: changed }
    },
    'search-index-size': async () => ({ size: (await index).bytes.length, parts: 1 }),
    'search-index-part': async () => {
      state.indexReads++
      return { data: Buffer.from((await index).bytes) }
    },
    'read-synonyms': async () => ({ synonyms: 'leche\tmilk' }),
  }
  const query = async ({ name }: { name: string }) => {
    const answer = await answers[name]?.()
    return { rows: name === 'search-index-part' && state.partsMissing-- > 0 ? [] : [answer] }
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

it('reads the index again only when an import has built another one', async () => {
  const { state, database } = fakeDatabase()
  const cache = createVocabularyCache(database)
  await cache.current()
  state.version = 'v2'
  expect((await cache.reload('v2')).documentFrequency('onlyv2')).toBe(1)
  expect(state.indexReads).toBe(1)
  state.version = 'v3'
  state.build = 2
  await cache.reload('v3')
  expect(state.indexReads).toBe(2)
})

it('starts again when an import replaces the index while it is read', async () => {
  const { state, database } = fakeDatabase()
  state.partsMissing = 1
  expect((await createVocabularyCache(database).current()).documentFrequency('milk')).toBe(3)
  expect(state.loads).toBe(2)
})

it('says that the index is incomplete instead of trying forever', async () => {
  const { state, database } = fakeDatabase()
  state.partsMissing = 1_000
  await expect(createVocabularyCache(database).current()).rejects.toThrow('search index 1 is incomplete')
})
