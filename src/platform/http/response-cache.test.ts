import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ResponseBody } from './response-body.ts'
import { type CachedResponse, cacheKey, createResponseCache } from './response-cache.ts'

const response = (text: string): CachedResponse => ({
  body: new ResponseBody(text, 'text/plain'),
  headers: [],
})

function setup({ maxBytes = 1_000_000, isSettled = (_version: string | undefined): boolean => true } = {}) {
  const catalog = { version: 'first' as string | undefined }
  const cache = createResponseCache({ maxBytes, version: () => catalog.version, isSettled })
  const ask = async (key: string, text: string) =>
    (await cache.respond(key, async () => response(text))).body.text
  return { catalog, cache, ask }
}

it('has a different key for every input', () => {
  const text = fc.oneof(
    fc.constantFrom('undefined', 'null', '', '1', 'true', '{}', '[]', '"', ',', '\\', '","', '"],"query":["'),
    fc.string(),
  )
  const value = fc.oneof(
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(undefined),
    fc.array(text, { maxLength: 3 }),
  )
  const input = fc.record({ limit: value, name: value })
  const route = fc.constantFrom('/', '/food/:id', '/food/:id {}')
  fc.assert(
    fc.property(route, input, route, input, (oneRoute, one, otherRoute, other) => {
      const isEqual = oneRoute === otherRoute && isDeepStrictEqual({ ...one }, { ...other })
      expect(cacheKey('api', oneRoute, one) === cacheKey('api', otherRoute, other)).toBe(isEqual)
      expect(cacheKey('api', oneRoute, one)).not.toBe(cacheKey('website', oneRoute, one))
      expect(cacheKey('api', oneRoute, { ...one })).toBe(cacheKey('api', oneRoute, one))
    }),
    { numRuns: 500 },
  )
})

it('makes a response once', async () => {
  const { ask, cache } = setup()
  expect(await ask('/food/1', 'milk')).toBe('milk')
  expect(await ask('/food/1', 'cream')).toBe('milk')
  expect(cache.figures()).toMatchObject({ hits: 1, misses: 1, responses: 1 })
})

it('makes responses again after the catalog changed', async () => {
  const { ask, catalog } = setup()
  await ask('/food/1', 'milk')
  catalog.version = 'second'
  expect(await ask('/food/1', 'cream')).toBe('cream')
})

it('does not store a response that was begun before the catalog changed', async () => {
  const { ask, cache, catalog } = setup()
  const { promise, resolve } = Promise.withResolvers<CachedResponse>()
  const begun = cache.respond('/food/1', () => promise)
  catalog.version = 'second'
  resolve(response('milk'))
  expect((await begun)?.body.text).toBe('milk')
  expect(await ask('/food/1', 'cream')).toBe('cream')
})

it('does not share a response that was begun before the catalog changed', async () => {
  const { ask, cache, catalog } = setup()
  const begun = cache.respond('/food/1', () => new Promise(() => undefined))
  catalog.version = 'second'
  expect(await ask('/food/1', 'cream')).toBe('cream')
  expect(begun).toBeInstanceOf(Promise)
})

it('stores nothing while replicas may have the previous version, and keeps what it has', async () => {
  const settled = new Set(['first'])
  const { ask, cache, catalog } = setup({ isSettled: version => settled.has(version ?? '') })
  expect(await ask('/food/1', 'milk')).toBe('milk')
  const { promise, resolve } = Promise.withResolvers<CachedResponse>()
  const begun = cache.respond('/food/2', () => promise)
  settled.clear()
  resolve(response('old bread from a replica'))
  await begun
  expect(await ask('/food/2', 'bread')).toBe('bread')
  expect(await ask('/food/1', 'cream')).toBe('milk')
  catalog.version = 'second'
  expect(await ask('/food/1', 'old milk from a replica')).toBe('old milk from a replica')
  expect(await ask('/food/1', 'cream')).toBe('cream')
})

it('stores nothing while the version is unknown', async () => {
  const { ask, catalog } = setup()
  catalog.version = undefined
  await ask('/food/1', 'milk')
  expect(await ask('/food/1', 'cream')).toBe('cream')
})

it('makes one response for requests at the same time', async () => {
  const { cache } = setup()
  let made = 0
  const make = async () => {
    made++
    await new Promise(resolve => setImmediate(resolve))
    return response('milk')
  }
  await Promise.all(Array.from({ length: 20 }, async () => cache.respond('/food/1', make)))
  expect(made).toBe(1)
})

it('caches neither errors nor missing foods', async () => {
  const { ask, cache } = setup()
  await expect(cache.respond('/food/1', () => Promise.reject(new Error('no database')))).rejects.toThrow()
  expect(await ask('/food/1', 'milk')).toBe('milk')
})

it('stays within its memory and drops what was not used for longest', async () => {
  const { ask, cache } = setup({ maxBytes: 100_000 })
  for (let n = 0; n < 200; n++) {
    await ask(`/food/${n}`, 'x'.repeat(2_000))
    await ask('/food/0', 'made again')
  }
  expect(cache.figures().bytes).toBeLessThanOrEqual(100_000)
  expect(cache.figures().responses).toBeGreaterThan(10)
  expect(await ask('/food/0', 'made again')).toBe('x'.repeat(2_000))
  expect(await ask('/food/1', 'made again')).toBe('made again')
})

it('is off without memory', async () => {
  const { ask } = setup({ maxBytes: 0 })
  await ask('/food/1', 'milk')
  expect(await ask('/food/1', 'cream')).toBe('cream')
})
