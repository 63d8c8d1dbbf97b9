import fc from 'fast-check'
import { expect, it } from 'vitest'
import { consumeLocally, type LocalCounters, shareOf } from './local-counters.ts'

it('all nodes together grant at most the limit, or one request each', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 500 }), (limit, nodes) => {
      expect(shareOf(limit, nodes) * nodes).toBeLessThanOrEqual(Math.max(limit, nodes))
      expect(shareOf(limit, nodes) * nodes).toBeGreaterThan(limit - nodes)
    }),
  )
})

it('a node grants its share and reports it', () => {
  const counts: LocalCounters = new Map()
  const results = Array.from({ length: 5 }, () =>
    consumeLocally(counts, [{ name: 'w', limit: 10, lengthMs: 1_000 }], 0, 3),
  )
  expect(results.map(({ allowed, limit, remaining }) => [allowed, limit, remaining])).toEqual([
    [true, 3, 2],
    [true, 3, 1],
    [true, 3, 0],
    [false, 3, 0],
    [false, 3, 0],
  ])
})
