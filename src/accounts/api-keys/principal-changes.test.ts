// What a poll tells the cache of keys. The server here is a function; test/service/accounts/api-keys-two-nodes.test.ts covers
// a real one.
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Database, DatabasePool } from '../../platform/database/pool.ts'
import { watchPrincipalChanges } from './principal-changes.ts'

interface Answer {
  server?: string
  changes?: [account: number, transaction: string][]
}

async function watch(first: Answer | Error = {}) {
  vi.useFakeTimers()
  let answers: (Answer | Error)[] = [first]
  const asked: { by: string; snapshot: unknown }[] = []
  const connection = (by: string) => ({
    query: async ({ values }: { values?: unknown[] }) => {
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      asked.push({ by, snapshot: values?.[0] })
      if (answer instanceof Error) throw answer
      const { server = 'first', changes = [] } = answer ?? {}
      const rows = changes.map(([accountId, transaction]) => ({ accountId, transaction }))
      return { rows: [{ server, snapshot: `snapshot ${asked.length}`, changes: rows }] }
    },
  })
  const others = { withDeadline: () => connection('others') }
  const watched = await watchPrincipalChanges(
    connection('own') as unknown as Database,
    others as unknown as DatabasePool,
  )
  const noticed: (number[] | 'all')[] = []
  watched.onNotice(accounts => noticed.push(accounts === undefined ? 'all' : [...accounts]))
  onTestFinished(async () => {
    await watched.stop()
    vi.useRealTimers()
  })
  const poll = async (...next: (Answer | Error)[]) => {
    answers = next
    await vi.advanceTimersByTimeAsync(500)
    answers = [{}]
  }
  return { ...watched, noticed, asked, poll }
}

const gone = new Error('gone')

it('reports what has changed since the poll before, twice a second', async () => {
  const { noticed, asked, poll, count, hasChanged, transactionsOf } = await watch()
  await poll({})
  await poll({
    changes: [
      [1, '10'],
      [2, '10'],
      [1, '11'],
    ],
  })
  expect(noticed).toEqual([[1, 2]])
  expect(asked.map(({ snapshot }) => snapshot)).toEqual([null, 'snapshot 1', 'snapshot 2'])
  const before = count()
  await poll({ changes: [[2, '12']] })
  expect([hasChanged(1, before), hasChanged(2, before), hasChanged(1, 0)]).toEqual([false, true, true])
  expect([transactionsOf(1), transactionsOf(2), transactionsOf(3)]).toEqual([['10', '11'], ['10', '12'], []])
})

it('asks over another connection if its own fails, and again from the same snapshot if both do', async () => {
  const { asked, poll, isCurrent } = await watch()
  await poll(gone, {})
  expect([isCurrent(), asked.at(-1)?.by]).toEqual([true, 'others'])
  await poll(gone)
  expect(isCurrent()).toBe(false)
  await poll({})
  expect([isCurrent(), asked.at(-1)]).toEqual([true, { by: 'own', snapshot: 'snapshot 3' }])
})

it('counts all accounts as changed after another server has answered, and after a first poll that failed', async () => {
  const { noticed, poll, count, hasChanged, isCurrent, isWithinHold } = await watch(gone)
  expect([isCurrent(), isWithinHold()]).toEqual([false, false])
  await poll({})
  await poll({ server: 'second', changes: [[1, '5']] })
  expect(noticed).toEqual(['all', 'all'])
  expect([hasChanged(9, count() - 1), hasChanged(9, count())]).toEqual([true, false])
})

it('holds for an hour without a poll, and counts all accounts as changed after it', async () => {
  const { noticed, poll, isWithinHold } = await watch()
  await poll(gone)
  await vi.advanceTimersByTimeAsync(0)
  for (let minutes = 0; minutes < 59; minutes++) {
    for (let n = 0; n < 120; n++) await poll(gone)
  }
  expect(isWithinHold()).toBe(true)
  for (let n = 0; n < 120; n++) await poll(gone)
  expect(isWithinHold()).toBe(false)
  await poll({})
  expect([isWithinHold(), noticed]).toEqual([true, ['all']])
})
