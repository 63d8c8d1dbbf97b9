import { describe, expect, it } from 'vitest'
import type { Availability } from './availability.ts'
import { createReadiness } from './readiness.ts'

type State = 'up' | 'down' | 'never reached'

const availability = (state: () => State): Availability => ({
  isUp: () => state() === 'up',
  wasReached: () => state() !== 'never reached',
  reason: () => 'refused the connection',
  succeeded: () => undefined,
  failed: () => undefined,
})

function node() {
  const state = { database: 'up' as State, redis: 'up' as State, isVerified: true, isPrepared: true, ms: 0 }
  const stopping = { isBegun: false }
  const readiness = createReadiness({
    database: availability(() => state.database),
    redis: availability(() => state.redis),
    isSchemaVerified: () => state.isVerified,
    isSearchPrepared: () => state.isPrepared,
    stopping,
    now: () => state.ms,
  })
  return { state, stopping, readiness }
}

describe('a starting node', () => {
  it('is ready when the database, its schema and Redis are there', () => {
    expect(node().readiness()).toEqual({
      isReady: true,
      checks: { node: 'ok', database: 'ok', schema: 'ok', search: 'ok', redis: 'ok' },
    })
  })
  it('is never ready without the database', () => {
    const { state, readiness } = node()
    state.database = 'never reached'
    state.ms = 86_400_000
    expect(readiness().isReady).toBe(false)
    expect(readiness().checks.database).toBe('refused the connection')
  })
  it('is never ready before the schema is verified', () => {
    const { state, readiness } = node()
    state.isVerified = false
    state.ms = 86_400_000
    expect(readiness().isReady).toBe(false)
  })
  it('is not ready while searches are slower than usual', () => {
    const { state, readiness } = node()
    state.isPrepared = false
    expect(readiness()).toMatchObject({
      isReady: false,
      checks: { search: 'not prepared yet: the search index is being loaded' },
    })
  })
  it('waits ten seconds for Redis, then serves without it', () => {
    const { state, readiness } = node()
    state.redis = 'never reached'
    state.ms = 9_999
    expect(readiness().isReady).toBe(false)
    state.ms = 10_000
    expect(readiness()).toMatchObject({ isReady: true, checks: { redis: 'refused the connection' } })
  })
})

describe('a node that was ready', () => {
  it.each(['database', 'redis'] as const)('stays ready when only the %s is down', name => {
    const { state, readiness } = node()
    state[name] = 'down'
    expect(readiness()).toMatchObject({ isReady: true, checks: { [name]: 'refused the connection' } })
  })
  it('is not ready while it reaches neither, and is ready again when it reaches one of them', () => {
    const { state, readiness } = node()
    state.database = 'down'
    state.redis = 'down'
    expect(readiness().isReady).toBe(false)
    state.redis = 'up'
    expect(readiness().isReady).toBe(true)
  })
  it('is not ready while it stops', () => {
    const { stopping, readiness } = node()
    stopping.isBegun = true
    expect(readiness()).toMatchObject({ isReady: false, checks: { node: 'stopping' } })
  })
})
