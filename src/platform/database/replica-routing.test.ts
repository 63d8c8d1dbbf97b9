// Which server is queried next, and which is ejected. The servers here are functions;
// test/resilience/operations/replicas.test.ts covers real ones.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { type Database, type DatabasePool, DatabaseTimeout, DatabaseUnavailable } from './pool.ts'
import { readFromPrimary, readFromServers } from './replica-routing.ts'

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
  /** Replicas first, as for the catalog. */
  const order = { indexes: [1, 2, 0] }
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
    inOrder: () => order.indexes.filter(index => !ejected.includes(index)),
    isUp: index => !ejected.includes(index),
    eject: index => ejected.push(index),
  })
  return { reads, queried, ejected, order }
}

const succeed = async () => undefined as never
const fail = (error: unknown) => async () => {
  throw error
}

describe('routing after a failure', () => {
  it.each([
    ['42P01', databaseError('42P01')],
    ['55P03', new DatabaseTimeout(databaseError('55P03'))],
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

describe('a write', () => {
  const readOnly = new DatabaseUnavailable(databaseError('25006'))

  it('that a replica rejects is not retried, and the replica stays in rotation', async () => {
    const { reads, queried, ejected } = queryServers(succeed, fail(readOnly), succeed)
    await expect(reads.query({ text: 'update' })).rejects.toBe(readOnly)
    expect([queried, ejected]).toEqual([[first], []])
  })

  it('that fails on the primary is not passed from replica to replica', async () => {
    const isDown = fail(new DatabaseUnavailable(new Error('gone')))
    const { reads, queried, ejected, order } = queryServers(isDown, fail(readOnly), succeed)
    order.indexes = [0, 1, 2]
    await expect(reads.query({ text: 'update' })).rejects.toBe(readOnly)
    expect([queried, ejected]).toEqual([[primary, first], [primary]])
  })

  it('without replicas runs once', async () => {
    const queried: string[] = []
    const gone = new DatabaseUnavailable(new Error('gone'))
    const query = async ({ text }: { text: string }) => {
      queried.push(text)
      throw gone
    }
    const reads = readFromPrimary({ query, withDeadline: () => ({ query }) } as unknown as DatabasePool)
    await expect(reads.query({ text: 'insert' })).rejects.toBe(gone)
    await expect(reads.onSingleServer(database => database.query({ text: 'update' }))).rejects.toBe(gone)
    expect(queried).toEqual(['insert', 'update'])
  })
})

describe('a read', () => {
  const timeout = new DatabaseTimeout(databaseError('57014'))

  it('that timed out is not retried, since that would double the load', async () => {
    const { reads, queried, ejected } = queryServers(succeed, fail(timeout), succeed)
    await expect(reads.query({ text: 'select' })).rejects.toBe(timeout)
    expect([queried, ejected]).toEqual([[first], []])
  })

  it('that timed out is retried if the server is known to be down', async () => {
    const { reads, queried, ejected } = queryServers(
      succeed,
      async () => {
        ejected.push(1)
        throw timeout
      },
      succeed,
    )
    expect((await reads.query({ text: 'select' })).rows).toEqual([{ index: second }])
    expect([queried, ejected]).toEqual([[first, second], [first]])
  })

  it('is retried without ejecting a server whose connections are all in use', async () => {
    const busy = async () => {
      await wait(70)
      throw new DatabaseUnavailable(new Error('no connection became free'))
    }
    const { reads, queried, ejected } = queryServers(succeed, busy, succeed)
    expect((await reads.query({ text: 'select' })).rows).toEqual([{ index: second }])
    expect([queried, ejected]).toEqual([[first, second], []])
  })

  it('is retried, and the server ejected, if it reports at any time that it is shutting down', async () => {
    const shutDown = async () => {
      await wait(70)
      throw new DatabaseUnavailable(databaseError('57P01'))
    }
    const { reads, queried, ejected } = queryServers(succeed, shutDown, succeed)
    expect((await reads.query({ text: 'select' })).rows).toEqual([{ index: second }])
    expect([queried, ejected]).toEqual([[first, second], [first]])
  })

  it('is not retried if no time is left', async () => {
    const late = new DatabaseUnavailable(new Error('gone after a while'))
    const { reads, queried } = queryServers(
      succeed,
      async () => {
        await wait(175)
        throw late
      },
      succeed,
    )
    await expect(reads.query({ text: 'select' })).rejects.toBe(late)
    expect(queried).toEqual([first])
  })

  it('is retried with all its statements on one server', async () => {
    const { reads, queried } = queryServers(
      succeed,
      fail(new DatabaseUnavailable(new Error('gone'))),
      succeed,
    )
    const rows = await reads.onSingleServer(async database => [
      (await database.query({ text: 'select' })).rows,
      (await database.query({ text: 'select' })).rows,
    ])
    expect(rows).toEqual([[{ index: second }], [{ index: second }]])
    expect(queried).toEqual([first, second, second])
  })

  it('is not retried after an error of Larder', async () => {
    const mistake = new TypeError('undefined is not a function')
    const { reads, queried, ejected } = queryServers(succeed, fail(mistake), succeed)
    await expect(reads.query({ text: 'select' })).rejects.toBe(mistake)
    expect([queried, ejected]).toEqual([[first], []])
  })

  it('goes to the primary while no server is in rotation', async () => {
    const { reads, order } = queryServers(succeed, succeed, succeed)
    order.indexes = []
    expect((await reads.query({ text: 'select' })).rows).toEqual([{ index: primary }])
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
