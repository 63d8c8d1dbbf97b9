// Which server is queried next, and which is ejected. The servers here are functions;
// test/resilience/operations/replicas.test.ts covers real ones.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { type Database, type DatabasePool, DatabaseUnavailable } from './pool.ts'
import { readFromServers } from './replica-routing.ts'

const [primary, first, second] = [0, 1, 2]

function databaseError(code: string): pg.DatabaseError {
  const error = new pg.DatabaseError('error response', 0, 'error')
  error.code = code
  return error
}

/** `behaviors`: what each server does when queried, by index. */
function queryServers(...behaviors: (() => Promise<never>)[]) {
  const queried: number[] = []
  const ejected: number[] = []
  const pools = [primary, first, second].map(index => ({
    pool: {
      withDeadline: (): Database => ({
        async query() {
          queried.push(index ?? 0)
          await behaviors[index ?? 0]?.()
          return { rows: [{ index }] } as never
        },
      }),
    } as unknown as DatabasePool,
    connectTimeoutMs: 60,
    queryTimeoutMs: 120,
  }))
  const reads = readFromServers({
    pools,
    inOrder: () => [1, 2, 0].filter(index => !ejected.includes(index)),
    isUp: index => !ejected.includes(index),
    eject: index => ejected.push(index),
  })
  return { reads, queried, ejected }
}

const succeed = async () => undefined as never
const fail = (error: unknown) => async () => {
  throw error
}

describe('routing after a failure', () => {
  it.each([
    ['42P01', databaseError('42P01')],
    ['55P03', new DatabaseUnavailable(databaseError('55P03'))],
    ['40001', new DatabaseUnavailable(databaseError('40001'))],
  ])('retries on the primary after %s, since other replicas may lag too', async (_, error) => {
    const { reads, queried, ejected } = queryServers(succeed, fail(error), fail(error))
    expect((await reads.query({ text: 'select' })).rows).toEqual([{ index: primary }])
    expect([queried, ejected]).toEqual([[1, 0], []])
  })

  it('retries on another replica if a replica is down', async () => {
    const { reads, queried, ejected } = queryServers(
      succeed,
      fail(new DatabaseUnavailable(new Error('gone'))),
      succeed,
    )
    expect((await reads.query({ text: 'select' })).rows).toEqual([{ index: second }])
    expect([queried, ejected]).toEqual([[1, 2], [1]])
  })

  it('tries the remaining servers if two are down, which may be one server with two addresses', async () => {
    const isDown = fail(new DatabaseUnavailable(new Error('gone')))
    const { reads, queried, ejected } = queryServers(succeed, isDown, isDown)
    expect((await reads.query({ text: 'select' })).rows).toEqual([{ index: primary }])
    expect([queried, ejected]).toEqual([
      [1, 2, 0],
      [1, 2],
    ])
  })

  it('retries only once if the second server is up but busy', async () => {
    const busy = async () => {
      await wait(70)
      throw new DatabaseUnavailable(new Error('no connection became free'))
    }
    const { reads, queried, ejected } = queryServers(
      succeed,
      fail(new DatabaseUnavailable(new Error('gone'))),
      busy,
    )
    await expect(reads.query({ text: 'select' })).rejects.toThrow(DatabaseUnavailable)
    expect([queried, ejected]).toEqual([[1, 2], [1]])
  })
})

it('does not eject the second server for exceeding the time that the first one left', async () => {
  const hang = async () => {
    await wait(100)
    throw new DatabaseUnavailable(new Error('gone after a while'))
  }
  const slow = async () => {
    await wait(1_000)
    return undefined as never
  }
  const { reads, ejected } = queryServers(succeed, hang, slow)
  await expect(reads.query({ text: 'select' })).rejects.toThrow(DatabaseUnavailable)
  expect(ejected).not.toContain(second)
})
