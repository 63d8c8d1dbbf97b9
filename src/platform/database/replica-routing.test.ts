// Which server is asked next, and which is left out. The servers here are functions: what real ones do is in
// test/resilience/operations/replicas.test.ts.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { type Database, type DatabasePool, DatabaseUnavailable } from './pool.ts'
import { readFromServers } from './replica-routing.ts'

const [primary, first, second] = [0, 1, 2]

function stateOf(code: string): pg.DatabaseError {
  const error = new pg.DatabaseError('said by a server', 0, 'error')
  error.code = code
  return error
}

/** What each server does when it is asked, by place; undefined: it answers. */
function askServers(...answers: (() => Promise<never>)[]) {
  const asked: number[] = []
  const leftOut: number[] = []
  const pools = [primary, first, second].map(place => ({
    withDeadline: (): Database => ({
      async query() {
        asked.push(place ?? 0)
        await answers[place ?? 0]?.()
        return { rows: [{ place }] } as never
      },
    }),
  })) as unknown as DatabasePool[]
  const reads = readFromServers({
    pools,
    inOrder: () => [1, 2, 0].filter(place => !leftOut.includes(place)),
    isUp: place => !leftOut.includes(place),
    eject: place => leftOut.push(place),
    connectTimeoutMs: 60,
    queryTimeoutMs: 120,
  })
  return { reads, asked, leftOut }
}

const answer = async () => undefined as never
const fail = (error: unknown) => async () => {
  throw error
}

describe('the next server', () => {
  it.each([
    ['42P01', stateOf('42P01')],
    ['55P03', new DatabaseUnavailable(stateOf('55P03'))],
    ['40001', new DatabaseUnavailable(stateOf('40001'))],
  ])('after %s is the primary: another replica has not replayed it either', async (_, error) => {
    const { reads, asked, leftOut } = askServers(answer, fail(error), fail(error))
    expect((await reads.query({ text: 'select' })).rows).toEqual([{ place: primary }])
    expect([asked, leftOut]).toEqual([[1, 0], []])
  })

  it('after one that is gone is another replica', async () => {
    const { reads, asked, leftOut } = askServers(
      answer,
      fail(new DatabaseUnavailable(new Error('gone'))),
      answer,
    )
    expect((await reads.query({ text: 'select' })).rows).toEqual([{ place: second }])
    expect([asked, leftOut]).toEqual([[1, 2], [1]])
  })
})

it('a second server is not left out because the time that the first had left over was too short', async () => {
  const hang = async () => {
    await wait(100)
    throw new DatabaseUnavailable(new Error('gone after a while'))
  }
  const slow = async () => {
    await wait(1_000)
    return undefined as never
  }
  const { reads, leftOut } = askServers(answer, hang, slow)
  await expect(reads.query({ text: 'select' })).rejects.toThrow(DatabaseUnavailable)
  expect(leftOut).not.toContain(second)
})
