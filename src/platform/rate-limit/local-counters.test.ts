import { expect, it } from 'vitest'
import { consumeLocally, type LocalCounters } from './local-counters.ts'

const minute = { name: 'minute', limit: 2, lengthMs: 60 }
const hour = { name: 'hour', limit: 3, lengthMs: 3_600 }

it('starts a window with its first request and the next one when it has ended', () => {
  const counts: LocalCounters = new Map()
  const endOf = (now: number) => consumeLocally(counts, [{ ...minute, limit: 9 }], now).endsAt
  expect([0, 59, 60, 100, 120].map(endOf)).toEqual([60, 60, 120, 120, 180])
})

it('counts a request in all windows or in none, and reports the tightest', () => {
  const counts: LocalCounters = new Map()
  const consume = (now: number) => consumeLocally(counts, [minute, hour], now)
  expect(consume(0)).toEqual({ allowed: true, limit: 2, remaining: 1, endsAt: 60, now: 0 })
  expect(consume(1).remaining).toBe(0)
  expect(consume(2)).toEqual({ allowed: false, limit: 2, remaining: 0, endsAt: 60, now: 2 })
  // The rejected request was not counted in the hour.
  expect(consume(60)).toEqual({ allowed: true, limit: 3, remaining: 0, endsAt: 3_600, now: 60 })
  expect(consume(61)).toEqual({ allowed: false, limit: 3, remaining: 0, endsAt: 3_600, now: 61 })
})

it('reports the exhausted window that ends last, in any order', () => {
  for (const windows of [
    [
      { ...minute, limit: 1 },
      { ...hour, limit: 1 },
    ],
    [
      { ...hour, limit: 1 },
      { ...minute, limit: 1 },
    ],
  ]) {
    const counts: LocalCounters = new Map()
    consumeLocally(counts, windows, 0)
    expect(consumeLocally(counts, windows, 1).endsAt).toBe(3_600)
  }
})

it('keeps the 100,000 windows that were opened last', () => {
  const counts: LocalCounters = new Map()
  const open = (name: string, now = 0) => consumeLocally(counts, [{ ...minute, name }], now)
  for (let index = 0; index < 100_000; index++) open(`client ${index}`)
  expect(counts.size).toBe(100_000)
  open('client 0', 60)
  open('one more', 60)
  expect(counts.size).toBe(100_000)
  expect(['client 0', 'client 1', 'client 2'].map(name => counts.has(name))).toEqual([true, false, true])
})
