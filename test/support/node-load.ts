// The load on nodes while they are killed or replaced.
import { expect } from 'vitest'
import { type Outcome, startOpenLoopLoad } from '../../lab/clients/open-loop-load.ts'
import type { TestStores } from './database.ts'
import { accountKey } from './keys.ts'

interface NodeLoadOptions {
  readsPerSecond: number
  /** The path of the next read. */
  nextRead: () => string
  /** The addresses that the next request goes to. */
  apiUrl: () => string
  websiteUrl: () => string
}

/** Creates the accounts; the result starts the load. */
export async function createNodeLoad(stores: TestStores, options: NodeLoadOptions) {
  const key = await accountKey(stores, 'nodes', 'scale')
  // An account has at most 50 named keys, and a test on a slow machine may create more.
  const writers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => accountKey(stores, `writer-${index}`, 'scale')),
  )
  return { key, start: () => startLoad(stores, options, key, writers) }
}

/** Reads with and without a key, pages, and new keys, which must exist once acknowledged. */
function startLoad(
  stores: TestStores,
  { readsPerSecond, nextRead, apiUrl, websiteUrl }: NodeLoadOptions,
  key: string,
  writers: string[],
) {
  const outcomes: Outcome[] = []
  let turn = 0
  const keep = (outcome: Outcome) => void outcomes.push(outcome)
  const loads = [
    startOpenLoopLoad(
      readsPerSecond,
      () => ({
        kind: 'read',
        url: apiUrl(),
        path: nextRead(),
        ...(++turn % 2 === 0 && { headers: { authorization: `Bearer ${key}` } }),
      }),
      keep,
    ),
    startOpenLoopLoad(
      readsPerSecond / 8,
      () => ({ kind: 'page', url: websiteUrl(), path: '/categories' }),
      keep,
    ),
    startOpenLoopLoad(
      1,
      () => ({
        kind: 'write',
        url: apiUrl(),
        path: '/auth/keys',
        method: 'POST',
        headers: {
          authorization: `Bearer ${writers[++turn % writers.length]}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ name: `k${Math.random()}`, scope: 'read' }),
      }),
      keep,
    ),
  ]
  return {
    inFlight: () => loads.reduce((sum, load) => sum + load.inFlight(), 0),
    async stop() {
      await Promise.all(loads.map(load => load.stop()))
      const made = outcomes.filter(({ status }) => status === 201).map(({ text }) => JSON.parse(text).id)
      const found = await stores.sql<{ id: number }>('select id from api_keys where id = any($1)', [made])
      expect(found).toHaveLength(made.length)
      await stores.sql("delete from api_keys where kind = 'named'")
      return outcomes
    },
  }
}

export const failuresOf = (outcomes: Outcome[]) =>
  outcomes
    .filter(({ status }) => status !== 200 && status !== 201)
    .map(({ request, status, error, text }) => [request.kind, request.path, status, error, text])
